import type { AnswerOf, BodyOf, File, QueryOf } from '@herenow/contract/call';
import { DAY_MS, MODERATION_PAGE } from '@herenow/contract/constants';
import type * as calls from '@herenow/contract/moderation';
import type {
  ModerationCase,
  ModerationEntry,
  ModerationFile,
  ModerationStatistics,
  ModerationSummary,
} from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import type * as sealedCalls from '@herenow/contract/sealed-cases';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import { minus } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { createSlots } from '../../lib/slots.ts';
import type { Mailboxes } from '../accounts/index.ts';
import type { PhotosService } from '../photos/index.ts';
import type { Appeals } from './appeals.ts';
import type { Hidings } from './hidings.ts';
import type { SealedCases } from './sealed.ts';
import { requireNoOperator, requireOperator, type Operator } from './operators.ts';
import { createActs, type ActsOptions } from './acts.ts';
import { JUDGED_MS } from './alarm.ts';
import * as alarmStore from './alarm-store.ts';
import * as caseStore from './case-store.ts';
import { HOLD_REST_MS } from './hold-policy.ts';
import * as holds from './holds.ts';
import { countAct } from './limits.ts';
import * as logStore from './log-store.ts';
import * as queueStore from './queue-store.ts';
import { caseView, entryView, logAsCsv } from './views.ts';

type Act = BodyOf<typeof calls.moderate>;

export const MONTH_MS = 30 * DAY_MS;
/** Maximum number of entries in an exported log. */
const EXPORT_MAX = 100_000;

export type ModerationService = ReturnType<typeof createModeration>;

export interface ModerationOptions extends ActsOptions {
  db: Db;
  work: Work;
  photos: Pick<PhotosService, 'views' | 'look' | 'remove'>;
  mailboxes: Pick<Mailboxes, 'findAccount' | 'suspendClosed'>;
  sealed: SealedCases;
  hidings: Pick<Hidings, 'dismissed'>;
  appeals: Pick<Appeals, 'count'>;
  faces: { count(operator: Operator): Promise<number> };
  limits: Limits;
}

/** What operators see and do. For any other user, all of it responds as if it did not exist. */
export function createModeration(options: ModerationOptions) {
  const { db, work, clock, limits, photos, sealed, mailboxes } = options;
  const acts = createActs(options);
  /** Queries that take seconds on years of reports run one at a time, to leave connections to others. */
  const figures = createSlots(1);
  /** No report judged before this has messages any more. */
  let sweptBefore = new Date(0);

  /** Returns the cases of these people, with what helps to judge them. */
  async function casesOf(
    operatorId: string,
    people: readonly queueStore.ReportedPerson[],
    now: Date,
  ): Promise<ModerationCase[]> {
    const ids = people.map(({ id }) => id);
    const [reports, history, views] = await Promise.all([
      queueStore.listWaiting(db, ids),
      logStore.listHistory(db, ids),
      photos.views(db, operatorId, ids),
    ]);
    return people.map((person) => {
      const parts = {
        photos: views.get(person.id) ?? [],
        reports: reports.filter(({ reportedId }) => reportedId === person.id).map(sealed.openWords),
        history: history.filter(({ userId }) => userId === person.id),
      };
      return caseView(person, parts, now);
    });
  }

  /**
   * Throws 404 to hide a case about one of the operator’s own accounts, and 409 for a case that another operator has to
   * judge.
   */
  async function requireOperatorOf(operatorId: string, userId: string): Promise<void> {
    const { accounts, reported } = await requireOperator(db, operatorId);
    if (accounts.includes(userId)) throw new Refused(refusals.userNotFound);
    if (reported.includes(userId)) throw new Refused(refusals.caseOwn);
  }

  /** Suspends the person of a sealed case. Returns the account that they still have, if any. */
  async function suspendGone(tx: Tx, mailbox: string, entryId: string): Promise<string | null> {
    const account = await mailboxes.findAccount(tx, mailbox);
    if (account) await requireNoOperator(tx.db, account.id);
    const suspension = { until: null, why: '', link: options.links.linkOf(entryId) };
    if (!account) await mailboxes.suspendClosed(tx, mailbox);
    else if (!account.forGood) await options.suspend(tx, account.id, suspension);
    return account?.id ?? null;
  }

  return {
    /** Returns people with pending reports, with what helps to judge them. */
    async listCases(
      operatorId: string,
      { after, limit = MODERATION_PAGE }: QueryOf<typeof calls.listCases>,
    ): Promise<ModerationCase[]> {
      const { accounts, reported } = await requireOperator(db, operatorId);
      const now = clock.now();
      const but = [...accounts, ...reported];
      const people = await queueStore.listReported(db, { after, limit, but }, now);
      return await casesOf(operatorId, people, now);
    },

    /** Returns everything that helps to judge a person, including the messages and profiles that came with reports. */
    async getCase(operatorId: string, userId: string): Promise<ModerationFile> {
      await requireOperatorOf(operatorId, userId);
      const now = clock.now();
      const person = await queueStore.findPerson(db, userId, now);
      if (!person) throw new Refused(refusals.userNotFound);
      if (person.rank === null) await work((tx) => logStore.noteLook(tx.db, { operatorId, userId }, now));
      const [one] = await casesOf(operatorId, [person], now);
      const ids = one!.reports.map(({ id }) => id);
      const messages = await sealed.listEvidence(db, ids);
      const shown = await sealed.listShown(db, userId, one!.user);
      const made = await caseStore.countReportsBy(
        db,
        one!.reports.map(({ reporterId }) => reporterId),
      );
      const signIns = await caseStore.getSignIns(db, userId, minus(now, MONTH_MS));
      return {
        ...one!,
        reports: one!.reports.map((report) => ({
          ...report,
          messages: messages.get(report.id)!,
          shown: shown.get(report.id) ?? null,
          reporterMade: made.get(report.reporterId) ?? 0,
        })),
        signIns: { ...signIns, last: signIns.last?.toISOString() ?? null },
      };
    },

    /** Reserves a case for an operator for a while, so that no two judge it at once, or releases it. */
    async holdCase(operatorId: string, userId: string, hold: boolean): Promise<void> {
      await requireOperatorOf(operatorId, userId);
      const now = clock.now();
      if (!hold) return await caseStore.releaseHold(db, { userId, operatorId }, now);
      const refusal = await work((tx) => holds.take(tx, { operatorId, userId }, now));
      if (refusal) throw new Refused(refusal);
    },

    async getSummary(operatorId: string): Promise<ModerationSummary> {
      const operator = await requireOperator(db, operatorId);
      const [summary, appeals, faces] = await Promise.all([
        queueStore.getSummary(db, clock.now(), operator),
        options.appeals.count(operator),
        options.faces.count(operator),
      ]);
      return { ...summary, appeals, faces };
    },

    async getStatistics(operatorId: string, days: number): Promise<ModerationStatistics> {
      await requireOperator(db, operatorId);
      const since = minus(clock.now(), days * DAY_MS);
      return await figures.take('', () => logStore.getStatistics(db, since));
    },

    async exportLog(operatorId: string, filter: QueryOf<typeof calls.exportModerationLog>): Promise<File> {
      const { accounts } = await requireOperator(db, operatorId);
      const chosen = { ...filter, but: accounts };
      return await figures.take('', async () =>
        logAsCsv(await logStore.listLog(db, chosen, EXPORT_MAX), clock.now()),
      );
    },

    async listSealedCases(operatorId: string, after: string | undefined) {
      const operator = await requireOperator(db, operatorId);
      return await sealed.list(operator, after);
    },

    /**
     * Judges reports on a person who deleted the account. A suspension applies to a newer account, if there is one, or
     * prevents new ones.
     */
    async closeSealedCase(
      operatorId: string,
      caseId: string,
      { action, note = '' }: BodyOf<typeof sealedCalls.closeSealedCase>,
    ): Promise<ModerationEntry> {
      const operator = await requireOperator(db, operatorId);
      const close = async (tx: Tx) => {
        const closed = await sealed.close(tx, operator, caseId);
        if (!closed) throw new Refused(refusals.notFound);
        const { mailbox, reasons } = closed;
        if (action === 'dismiss') await options.hidings.dismissed(tx, closed);
        const id = newId();
        const userId = action === 'suspend' ? await suspendGone(tx, mailbox, id) : null;
        const entry = { id, operatorId, userId, action, reasons, note: note.trim() };
        return entryView(await logStore.addEntry(tx.db, { ...entry, createdAt: clock.now() }));
      };
      return await countAct(limits, { operatorId, action }, () => work(close));
    },

    /**
     * Deletes words, messages and profiles of reports judged long ago or sealed and pending for too long, and the record
     * of who looked at cases.
     */
    async sweep(): Promise<void> {
      const ago = (ms: number) => minus(clock.now(), ms);
      const judgedBefore = ago(MONTH_MS);
      await caseStore.deleteEvidence(db, { sweptBefore, judgedBefore, sealedBefore: ago(3 * MONTH_MS) });
      sweptBefore = judgedBefore;
      await caseStore.deleteOverHolds(db, ago(HOLD_REST_MS));
      await alarmStore.forgetReporters(db, { networks: ago(MONTH_MS), mailboxes: ago(JUDGED_MS) });
    },

    async listLog(
      operatorId: string,
      { limit = MODERATION_PAGE, ...filter }: QueryOf<typeof calls.listModerationLog>,
    ): Promise<ModerationEntry[]> {
      const { accounts } = await requireOperator(db, operatorId);
      return (await logStore.listLog(db, { ...filter, but: accounts }, limit)).map(entryView);
    },

    /** Carries out the same act on several people, each in its own transaction. */
    async actOnMany(
      operatorId: string,
      { userIds, ...act }: BodyOf<typeof calls.moderateMany>,
    ): Promise<AnswerOf<typeof calls.moderateMany>> {
      await requireOperator(db, operatorId);
      const entries: ModerationEntry[] = [];
      const refused: { userId: string; text: string }[] = [];
      for (const userId of new Set(userIds)) {
        try {
          const carryOut = () => work((tx) => acts.act(tx, operatorId, userId, act));
          entries.push(entryView(await countAct(limits, { operatorId, action: act.action }, carryOut)));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refused.push({ userId, text: error.message });
        }
      }
      return { entries, refused };
    },

    /** Acts on a person with all consequences, closes the pending reports and logs it, in one transaction. */
    async act(operatorId: string, userId: string, act: Act): Promise<ModerationEntry> {
      await requireOperator(db, operatorId);
      return await countAct(limits, { operatorId, action: act.action }, async () => {
        const picture =
          act.action === 'remove-photo' && act.photoId !== undefined
            ? await photos.look(userId, act.photoId)
            : undefined;
        return entryView(await work((tx) => acts.act(tx, operatorId, userId, { ...act, picture })));
      });
    },
  };
}
