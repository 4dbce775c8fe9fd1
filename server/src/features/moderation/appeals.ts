import type { Decision, WaitingAppeal } from '@herenow/contract/appeals';
import type * as calls from '@herenow/contract/appeals';
import type { BodyOf } from '@herenow/contract/call';
import { APPEAL_DAYS, DAY_MS, HIDING_HOURS, HOUR_MS } from '@herenow/contract/constants';
import type { ProfileEvidence } from '@herenow/contract/evidence';
import type { ModerationEntry } from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { lockWithOthers, type Standing } from '../accounts/index.ts';
import type { Mail } from '../mail/index.ts';
import type { Removed } from '../removed/index.ts';
import { tellReporters } from './acts.ts';
import * as store from './appeals-store.ts';
import type { DecisionLinks } from './decision-links.ts';
import { endHiding } from './hidings-store.ts';
import { countAct } from './limits.ts';
import * as logStore from './log-store.ts';
import { requireOperator, type Operator } from './operators.ts';
import { dismissHiding } from './queue-store.ts';
import { entryView } from './views.ts';

const HIDING_MS = HIDING_HOURS * HOUR_MS;
const APPEAL_MS = APPEAL_DAYS * DAY_MS;
/** How long an appeal waits for another operator when every operator has already acted on the person. */
const ALONE_MS = DAY_MS;

export type Appeals = ReturnType<typeof createAppeals>;

/** Handles appeals: users contest decisions about them, and another operator decides. */
export function createAppeals(options: {
  db: Db;
  work: Work;
  clock: Clock;
  mail: Mail;
  standing: Standing;
  removed: Pick<Removed, 'release' | 'findEvidence' | 'forgetEvidence'>;
  links: DecisionLinks;
  limits: Limits;
}) {
  const { db, work, clock, mail, standing, removed, links, limits } = options;
  const alone = () => minus(clock.now(), ALONE_MS);

  /** Returns the decision that a token names. Throws 404 unless the token is genuine and the account still exists. */
  async function decisionOf(from: Db, token: string): Promise<store.DecisionRow> {
    const entryId = links.read(token);
    const decision = entryId === undefined ? undefined : await store.findDecision(from, entryId);
    if (!decision) throw new Refused(refusals.linkOver);
    return decision;
  }

  function stateOf({ appealed, granted, createdAt }: store.DecisionRow): Decision['state'] {
    if (appealed) return granted === null ? 'waiting' : granted ? 'granted' : 'declined';
    return clock.now().getTime() - createdAt.getTime() > APPEAL_MS ? 'over' : 'open';
  }

  /**
   * Ends the remaining effects of a decision. If reports hid the person, it also dismisses those reports as wrong, even
   * once the hiding is over. Returns whether it ended the person’s suspension.
   */
  async function takeBack(tx: Tx, userId: string, entry: logStore.LogRow): Promise<boolean> {
    const now = clock.now();
    if (entry.action === 'hide') {
      await tellReporters(tx, mail, await dismissHiding(tx.db, userId, entry.createdAt, now));
      if (now.getTime() - entry.createdAt.getTime() < HIDING_MS) await endHiding(tx.db, userId, now);
    }
    await removed.release(tx.db, entry.id);
    const reopens = await store.isSuspendedBy(tx.db, entry);
    if (reopens) await standing.reinstateUntold(tx, userId);
    return reopens;
  }

  /**
   * Returns an appeal pending for an operator, and locks the person before it, as their deletion does. Another operator
   * may be deciding about them at the moment. Throws 404 if there is none.
   */
  async function lockAppeal(tx: Tx, operator: Operator, appealId: string): Promise<store.AppealRow> {
    const userId = await store.findAppellant(tx.db, appealId);
    if (userId !== undefined) await lockWithOthers(tx.db, userId);
    const [appeal] = await store.listAppeals(tx.db, operator, alone(), appealId);
    if (!appeal) throw new Refused(refusals.notFound);
    return appeal;
  }

  async function decideIn(
    tx: Tx,
    operatorId: string,
    appeal: store.AppealRow,
    { grant, why = '', note = '' }: BodyOf<typeof calls.decideAppeal>,
  ): Promise<logStore.LogRow> {
    const now = clock.now();
    await store.closeAppeal(tx.db, appeal.id, grant, now);
    const person = { id: appeal.userId, email: appeal.email, emailValidated: appeal.emailValidated };
    const { action } = appeal.entry;
    const reopened = grant && (await takeBack(tx, appeal.userId, appeal.entry));
    const told = { granted: grant, why: why.trim(), action, texts: appeal.entry.texts ?? [], reopened };
    await mail.appealDecided(tx, person, told);
    await removed.forgetEvidence(tx.db, appeal.entry.id);
    return await logStore.addEntry(tx.db, {
      operatorId,
      userId: appeal.userId,
      action: grant ? 'grant-appeal' : 'decline-appeal',
      note: note.trim(),
      why: told.why,
      createdAt: now,
    });
  }

  return {
    async getDecision(token: string): Promise<Decision> {
      const row = await decisionOf(db, token);
      const { action, why, reasons, days, texts, createdAt } = row;
      const created = createdAt.toISOString();
      return { action, why, reasons, days, texts: texts ?? [], created, state: stateOf(row) };
    },

    async appeal({ token, words }: BodyOf<typeof calls.appeal>): Promise<void> {
      await work(async (tx) => {
        const { userId } = await decisionOf(tx.db, token);
        // Before the appeal refers to the person, whom somebody may be deleting.
        await lockWithOthers(tx.db, userId);
        const row = await decisionOf(tx.db, token);
        if (row.appealed) throw new Refused(refusals.alreadyAppealed);
        if (stateOf(row) !== 'open') throw new Refused(refusals.linkOver);
        const added = { id: newId(), entryId: row.id, userId, words };
        if (!(await store.addAppeal(tx.db, added, clock.now()))) throw new Refused(refusals.alreadyAppealed);
        await standing.tellAppealMade(tx, userId);
      });
    },

    async list(operatorId: string): Promise<WaitingAppeal[]> {
      const operator = await requireOperator(db, operatorId);
      const rows = await store.listAppeals(db, operator, alone());
      return rows.map(({ id, userId, username, words, ownAct, createdAt, entry }) => ({
        id,
        userId,
        username,
        words,
        ownAct,
        created: createdAt.toISOString(),
        entry: entryView(entry),
      }));
    },

    count: async (operator: Operator): Promise<number> =>
      (await store.listAppeals(db, operator, alone())).length,

    /** Returns what the decision of an appeal pending for this operator removed, and logs the look. */
    async getRemovedEvidence(operatorId: string, appealId: string): Promise<ProfileEvidence> {
      const operator = await requireOperator(db, operatorId);
      return await work(async (tx) => {
        const appeal = await lockAppeal(tx, operator, appealId);
        await logStore.noteLook(tx.db, { operatorId, userId: appeal.userId }, clock.now());
        const what = await removed.findEvidence(tx.db, appeal.entry.id);
        return what ?? { name: null, bio: null, picture: null };
      });
    },

    /** Decides an appeal pending for this operator, with everything that follows, in one transaction. */
    async decide(
      operatorId: string,
      appealId: string,
      choice: BodyOf<typeof calls.decideAppeal>,
    ): Promise<ModerationEntry> {
      const operator = await requireOperator(db, operatorId);
      const decideOne = async (tx: Tx) =>
        entryView(await decideIn(tx, operatorId, await lockAppeal(tx, operator, appealId), choice));
      return await countAct(limits, { operatorId, action: 'decide' }, () => work(decideOne));
    },
  };
}
