import { DAY_MS, FORMER_CHAT_DAYS } from '@herenow/contract/constants';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { isFormer } from '../chats/index.ts';
import { wasShown } from '../feed/index.ts';
import { findFacts, seesIncognito } from '../sight/index.ts';
import { JUDGED_MS } from './alarm.ts';
import { placeOf, type Acquaintance } from './queue-place-policy.ts';
import { youngSince } from './reporter-policy.ts';
import * as store from './queue-place-store.ts';

/** Decides where reports stand in the queue, by how well their reporters know the person. */
export function createReportPlaces(options: { db: Db; clock: Clock; retentionMs: number }) {
  const { db, clock, retentionMs } = options;

  async function acquaintance(on: Db, reporterId: string, reportedId: string): Promise<Acquaintance> {
    const now = clock.now();
    const pair = { viewer: { userId: reporterId }, otherId: reportedId };
    const facts = await findFacts(on, pair, now, minus(now, retentionMs));
    if (facts?.chat && seesIncognito(facts.chat)) return 'met';
    if (await isFormer(on, reporterId, reportedId, minus(now, FORMER_CHAT_DAYS * DAY_MS))) return 'met';
    return facts?.chat || (await wasShown(on, reporterId, reportedId, minus(now, DAY_MS))) ? 'shown' : 'none';
  }

  async function place(tx: Tx, reportId: string, known: Acquaintance): Promise<void> {
    const now = clock.now();
    if (known !== 'none') await store.lockPlaces(tx.db);
    const since = { day: minus(now, DAY_MS), judged: minus(now, JUDGED_MS) };
    const reporter = await store.findReporter(tx.db, reportId, since);
    if (!reporter) return;
    const youngInFront = await store.countYoungInFront(tx.db, reportId, youngSince(now));
    await store.setPlace(tx.db, reportId, placeOf(known, reporter, { youngInFront }, now));
  }

  return {
    /** Whether a user met another person: in a chat, or because that person pinned the user. */
    hasMet: async (userId: string, otherId: string): Promise<boolean> =>
      (await acquaintance(db, userId, otherId)) === 'met',

    /**
     * Finds out how well a reporter knows a person, before a block by the report changes that. Returns a function that
     * places the report. Call it as the last change of the transaction, since placing is serialized.
     */
    async reporting(
      tx: Tx,
      { reporterId, reportedId }: { reporterId: string; reportedId: string },
    ): Promise<(reportId: string) => Promise<void>> {
      const known = await acquaintance(tx.db, reporterId, reportedId);
      return (reportId) => place(tx, reportId, known);
    },
  };
}
