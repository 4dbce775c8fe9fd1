import type { BodyOf, QueryOf } from '@herenow/contract/call';
import { MODERATION_PAGE } from '@herenow/contract/constants';
import type * as calls from '@herenow/contract/moderation';
import type { ModerationCase, ModerationEntry, SealedCase } from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Mailboxes, Standing } from '../accounts/index.ts';
import type { PhotosService } from '../photos/index.ts';
import type { SealedCases } from './sealed.ts';
import { isOperator } from './operators.ts';
import * as store from './store.ts';
import { caseView, entryView } from './views.ts';

type Act = BodyOf<typeof calls.moderate>;

export type ModerationService = ReturnType<typeof createModeration>;

/** What operators see and do. To everybody else none of it is there. */
export function createModeration(options: {
  db: Kysely<Database>;
  work: Work;
  clock: Clock;
  photos: Pick<PhotosService, 'views' | 'remove'>;
  standing: Standing;
  mailboxes: Pick<Mailboxes, 'suspendClosed'>;
  sealed: SealedCases;
  /** Suspends somebody, with all that ends by it. */
  suspend(tx: Tx, userId: string): Promise<void>;
  /** Deletes an account with everything that goes with it. */
  deleteAccount(tx: Tx, userId: string): Promise<void>;
}) {
  const { db, work, clock, photos, standing, suspend, deleteAccount, sealed } = options;

  async function requireOperator(userId: string): Promise<void> {
    if (!(await isOperator(db, userId))) throw new Refused(refusals.notFound);
  }

  async function carryOut(tx: Tx, userId: string, act: Act, reasons: readonly string[]): Promise<void> {
    switch (act.action) {
      case 'dismiss':
        if (reasons.length === 0) throw new Refused(refusals.noReport);
        return;
      case 'warn':
        return await standing.warn(tx, userId, reasons);
      case 'remove-photo':
        if (act.photoId === undefined || !(await photos.remove(tx, userId, act.photoId)))
          throw new Refused(refusals.photoNotFound);
        return await standing.tellPhotoRemoved(tx, userId);
      case 'suspend':
        return await suspend(tx, userId);
      case 'reinstate':
        return await standing.reinstate(tx, userId);
      case 'delete':
        return await deleteAccount(tx, userId);
    }
  }

  async function actIn(tx: Tx, operatorId: string, userId: string, act: Act): Promise<store.LogRow> {
    if (!(await store.lockPerson(tx.db, userId))) throw new Refused(refusals.userNotFound);
    const now = clock.now();
    const reasons = await store.closeReports(tx.db, userId, now);
    await carryOut(tx, userId, act, reasons);
    const entry: store.LogRow = {
      id: newId(),
      operatorId,
      // An account that is deleted is named nowhere.
      userId: act.action === 'delete' ? null : userId,
      action: act.action,
      reasons,
      note: act.note?.trim() ?? '',
      createdAt: now,
    };
    await store.addEntry(tx.db, entry);
    return entry;
  }

  return {
    /** People with reports that wait, with what helps to judge them. */
    async listCases(
      operatorId: string,
      { after, limit = MODERATION_PAGE }: QueryOf<typeof calls.listCases>,
    ): Promise<ModerationCase[]> {
      await requireOperator(operatorId);
      const people = await store.listReported(db, after, limit);
      const ids = people.map(({ id }) => id);
      const [reports, history, views] = await Promise.all([
        store.listWaiting(db, ids),
        store.listHistory(db, ids),
        photos.views(db, ids),
      ]);
      const now = clock.now();
      return people.map((person) => {
        const parts = {
          photos: views.get(person.id) ?? [],
          reports: reports.filter(({ reportedId }) => reportedId === person.id),
          history: history.filter(({ userId }) => userId === person.id),
        };
        return caseView(person, parts, now);
      });
    },

    async listSealedCases(operatorId: string, after: string | undefined): Promise<SealedCase[]> {
      await requireOperator(operatorId);
      return await sealed.list(after);
    },

    /** Judges reports on somebody who deleted the account. Suspended, their mailbox opens no other. */
    async closeSealedCase(
      operatorId: string,
      caseId: string,
      { action, note = '' }: BodyOf<typeof calls.closeSealedCase>,
    ): Promise<ModerationEntry> {
      await requireOperator(operatorId);
      return await work(async (tx) => {
        const closed = await sealed.close(tx, caseId);
        if (!closed) throw new Refused(refusals.notFound);
        if (action === 'suspend') await options.mailboxes.suspendClosed(tx, closed.mailbox);
        const { reasons } = closed;
        const entry = { id: newId(), operatorId, userId: null, action, reasons, note: note.trim() };
        const row = { ...entry, createdAt: clock.now() };
        await store.addEntry(tx.db, row);
        return entryView(row);
      });
    },

    async listLog(
      operatorId: string,
      { before, limit = MODERATION_PAGE }: QueryOf<typeof calls.listModerationLog>,
    ): Promise<ModerationEntry[]> {
      await requireOperator(operatorId);
      return (await store.listLog(db, before, limit)).map(entryView);
    },

    /** Acts on a person, with all that follows from it, closes the reports that wait, and notes it: all or nothing. */
    async act(operatorId: string, userId: string, act: Act): Promise<ModerationEntry> {
      await requireOperator(operatorId);
      if (operatorId === userId) throw new Refused(refusals.moderateSelf);
      return entryView(await work((tx) => actIn(tx, operatorId, userId, act)));
    },
  };
}
