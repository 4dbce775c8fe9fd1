import type { BodyOf } from '@herenow/contract/call';
import { DAY_MS, REMOVABLE_TEXTS, type RemovableText } from '@herenow/contract/constants';
import type * as calls from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import type { Tx } from '../../database/work.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { lockWithOthers, type Standing, type Suspension } from '../accounts/index.ts';
import type { Mail } from '../mail/index.ts';
import type { PhotosService, Picture } from '../photos/index.ts';
import type { Removed } from '../removed/index.ts';
import type { DecisionLinks } from './decision-links.ts';
import { requireNoOperator, requireOperator } from './operators.ts';
import * as caseStore from './case-store.ts';
import { endHiding } from './hidings-store.ts';
import * as logStore from './log-store.ts';
import * as queueStore from './queue-store.ts';

/** How long the same warning of the same operator counts as one that is sent again; all other acts fail by themselves. */
const AGAIN_MS = 10 * 60_000;

type Act = BodyOf<typeof calls.moderate> & {
  /** What the photo to remove looks like. */
  picture?: Picture | undefined;
};

/** Notifies reporters that their report was looked at, without saying what was done. */
export async function tellReporters(
  tx: Tx,
  mail: Pick<Mail, 'reportJudged'>,
  judged: readonly queueStore.JudgedReport[],
): Promise<void> {
  const reporters = new Map(judged.flatMap(({ reporter }) => (reporter ? [[reporter.id, reporter]] : [])));
  for (const reporter of reporters.values()) await mail.reportJudged(tx, reporter, undefined);
}

export interface ActsOptions {
  clock: Clock;
  mail: Mail;
  photos: Pick<PhotosService, 'remove'>;
  standing: Standing;
  removed: Pick<Removed, 'removeTexts'>;
  links: DecisionLinks;
  /** Tells others that what their lists show of a user has changed. */
  tellProfile(tx: Tx, userId: string): Promise<void>;
  /** Suspends a user, with everything that ends by it. */
  suspend(tx: Tx, userId: string, suspension: Suspension): Promise<void>;
  /** Locks an account before it is deleted. Returns undefined if there is none. */
  lockToDelete(tx: Tx, userId: string): Promise<unknown>;
  /** Deletes an account with everything that belongs to it. */
  deleteAccount(tx: Tx, userId: string): Promise<unknown>;
}

/** Carries out an operator’s decision about a person, within one transaction. */
export function createActs(options: ActsOptions) {
  const { clock, mail, photos, standing, removed, links } = options;

  async function removePhoto(tx: Tx, userId: string, act: Act, entryId: string): Promise<void> {
    const { photoId: id, picture, forEverybody = false } = act;
    if (id === undefined || !(await photos.remove(tx, { id, picture }, { entryId, userId, forEverybody })))
      throw new Refused(refusals.photoNotFound);
  }

  /**
   * Returns what was removed. Throws 409 if there is nothing to remove, or the text differs from what the operator has
   * seen.
   */
  async function removeTexts(tx: Tx, userId: string, act: Act, entryId: string): Promise<RemovableText[]> {
    const choice = { texts: act.texts ?? REMOVABLE_TEXTS, shown: act.shown };
    const texts = await removed.removeTexts(tx, { userId, entryId, ...choice });
    if (texts.length === 0) throw new Refused(refusals.profileChanged);
    return texts;
  }

  async function carryOut(
    tx: Tx,
    userId: string,
    act: Act,
    { id, reasons }: { id: string; reasons: readonly string[] },
  ): Promise<RemovableText[] | void> {
    const link = links.linkOf(id);
    const why = act.why?.trim() ?? '';
    switch (act.action) {
      case 'dismiss':
        if (reasons.length === 0) throw new Refused(refusals.noReport);
        return;
      case 'warn':
        return await standing.warn(tx, userId, { reasons, why, link });
      case 'remove-photo':
        await removePhoto(tx, userId, act, id);
        await options.tellProfile(tx, userId);
        return await standing.tellPhotoRemoved(tx, userId, { why, link });
      case 'remove-name': {
        const texts = await removeTexts(tx, userId, act, id);
        await options.tellProfile(tx, userId);
        await standing.tellTextsRemoved(tx, userId, { texts, why, link });
        return texts;
      }
      case 'suspend': {
        const until = act.days ? plus(clock.now(), act.days * DAY_MS) : null;
        return await options.suspend(tx, userId, { until, why, link });
      }
      case 'reinstate':
        return await standing.reinstate(tx, userId);
      case 'delete': {
        const tell = await standing.farewell(tx, userId);
        await options.deleteAccount(tx, userId);
        return await tell({ reasons, why });
      }
    }
  }

  return {
    /**
     * Acts on a person, closes the pending reports, and logs it. Throws 409 while another operator holds the case, when
     * there is a pending report that the operator has not seen, when those that they have seen are closed, and when a
     * warning without a report is sent again.
     */
    async act(tx: Tx, operatorId: string, userId: string, act: Act): Promise<logStore.LogRow> {
      // Checked in each transaction: the operator may have been removed while acting on many people.
      const { accounts, reported } = await requireOperator(tx.db, operatorId);
      if (accounts.includes(userId)) throw new Refused(refusals.moderateSelf);
      if (reported.includes(userId)) throw new Refused(refusals.caseOwn);
      // Locks the person, so that no other operator acts on them meanwhile.
      const ending = act.action === 'suspend' || act.action === 'delete';
      const locked =
        act.action === 'delete' ? options.lockToDelete(tx, userId) : lockWithOthers(tx.db, userId, ending);
      if (!(await locked)) throw new Refused(refusals.userNotFound);
      if (ending) await requireNoOperator(tx.db, userId);
      const now = clock.now();
      const holder = await caseStore.findHolder(tx.db, userId, now);
      if (holder !== undefined && holder !== operatorId) throw new Refused(refusals.caseHeld);
      if (act.seen !== undefined && (await queueStore.hasReportAfter(tx.db, userId, new Date(act.seen))))
        throw new Refused(refusals.caseChanged);
      const upheld = act.action !== 'dismiss' && act.action !== 'reinstate';
      const judged = await queueStore.closeReports(tx.db, userId, upheld, now);
      // Judged by another operator, or by the same call, sent again after its answer was lost.
      if (judged.length === 0 && act.seen !== undefined && Date.parse(act.seen) > 0)
        throw new Refused(refusals.caseChanged);
      const { action, note = '', why = '' } = act;
      const entry = { operatorId, userId, action, note: note.trim(), why: why.trim() };
      if (
        judged.length === 0 &&
        action === 'warn' &&
        (await logStore.hasDone(tx.db, entry, minus(now, AGAIN_MS)))
      )
        throw new Refused(refusals.caseChanged);
      const reasons = queueStore.reasonsOf(judged);
      await tellReporters(tx, mail, judged);
      if ((await endHiding(tx.db, userId, now)) && !upheld) await standing.tellHidingEnded(tx, userId);
      const id = newId();
      const texts = await carryOut(tx, userId, act, { id, reasons });
      return await logStore.addEntry(tx.db, {
        ...entry,
        id,
        // A deleted account is named nowhere.
        userId: action === 'delete' ? null : userId,
        reasons,
        days: act.action === 'suspend' ? (act.days ?? null) : null,
        texts: texts ?? null,
        createdAt: now,
      });
    },
  };
}
