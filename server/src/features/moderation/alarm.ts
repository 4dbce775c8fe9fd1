import { DAY_MS, HIDING_HOURS, HOUR_MS } from '@herenow/contract/constants';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import { keyedHash } from '../../lib/keyed-hash.ts';
import type { Keys } from '../../lib/keys.ts';
import { wideNetworkOf } from '../../lib/networks.ts';
import { wasShown } from '../feed/index.ts';
import { findFacts, isNear, isVisibleTo, seesIncognito } from '../sight/index.ts';
import { twoVoices } from './alarm-policy.ts';
import * as store from './alarm-store.ts';
import type { DecisionLinks } from './decision-links.ts';
import { HIDE_AGAIN_MS } from './hidings.ts';
import { lockUnhidden, setHidden } from './hidings-store.ts';
import { addEntry } from './log-store.ts';

/** What the person is told, without revealing that there were reports or by whom. */
const WHY = 'We are checking that you are 18 or older.';
/** How long a wrong report counts against its reporter. */
export const JUDGED_MS = 90 * DAY_MS;

/** A report that a person may be underage. */
export interface AgeReport {
  id: string;
  reporter: Caller;
  reportedId: string;
  network: string;
}

/** Until when at most, and where to appeal. */
export interface Hiding {
  until: Date;
  link: string;
  /** The accounts of the person that have a presence. */
  present: readonly string[];
  /** Whose report hid the person. */
  reporterId: string;
}

/**
 * Hides a person, for a day at most, until an operator has looked, when two people who know them report that they are
 * underage. It takes two reporters of good standing, each from a different network.
 */
export function createAlarm(options: {
  clock: Clock;
  keys: Keys;
  retentionMs: number;
  links: DecisionLinks;
  /** Runs when a person is hidden. */
  onHidden(tx: Tx, userId: string, hiding: Hiding): Promise<void>;
}) {
  const { clock, keys, retentionMs, links, onHidden } = options;
  /**
   * Whether the reporter knows the person: they share a chat, or the reporter was shown them within a day and still
   * sees them.
   */
  async function knows(db: Db, reporter: Caller, reportedId: string): Promise<boolean> {
    const now = clock.now();
    const goneBefore = minus(now, retentionMs);
    const facts = await findFacts(db, { viewer: reporter, otherId: reportedId }, now, goneBefore);
    if (!facts) return false;
    if (facts.chat && seesIncognito(facts.chat)) return true;
    const dayAgo = minus(now, DAY_MS);
    return (
      isVisibleTo(facts, now) && isNear(facts) && (await wasShown(db, reporter.userId, reportedId, dayAgo))
    );
  }

  async function hide(
    tx: Tx,
    { userId, reporterId }: { userId: string; reporterId: string },
    reportIds: readonly string[],
    now: Date,
  ): Promise<void> {
    const until = plus(now, HIDING_HOURS * HOUR_MS);
    await store.noteHiding(tx.db, reportIds, now);
    const present = await setHidden(tx.db, userId, until);
    const act = { operatorId: null, userId, action: 'hide', why: WHY, createdAt: now } as const;
    const { id } = await addEntry(tx.db, act);
    await onHidden(tx, userId, { until, link: links.linkOf(id), present, reporterId });
  }

  return {
    /** Part of making a report; runs before its other changes. */
    async reported(tx: Tx, { id, reporter, reportedId, network }: AgeReport): Promise<void> {
      const now = clock.now();
      const before = (span: number) => minus(now, span);
      if (!(await knows(tx.db, reporter, reportedId))) return;
      await store.noteVoice(tx.db, id, keyedHash(keys.networks, wideNetworkOf(network)));
      if (!(await lockUnhidden(tx.db, reportedId, before(HIDE_AGAIN_MS)))) return;
      // Likewise, only one report of each reporter can hide anyone in this time.
      await store.lockVoices(tx.db);
      const since = { judged: before(JUDGED_MS), hid: before(HIDE_AGAIN_MS) };
      const voices = twoVoices(await store.listVoices(tx.db, reportedId, since), now);
      if (!voices) return;
      const reportIds = voices.map(({ reportId }) => reportId);
      await hide(tx, { userId: reportedId, reporterId: reporter.userId }, reportIds, now);
    },
  };
}
