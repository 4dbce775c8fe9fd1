import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Presence } from '../presence/index.ts';
import * as store from './lifecycle-store.ts';
import { listPartners, type Partner } from './list-store.ts';
import { goneBefore, seesIncognito } from './policy.ts';
import { OFFLINE, type Online } from './views.ts';
import type { GetPresence } from './types.ts';

/** Chats erased in one transaction. */
const SWEEP_BATCH = 200;

export type ChatLifecycle = ReturnType<typeof createChatLifecycle>;

/** What happens to chats when presences begin and end, people block each other, and accounts go. */
export function createChatLifecycle(options: {
  work: Work;
  clock: Clock;
  retentionMs: number;
  getPresence: GetPresence;
}) {
  const { work, clock, retentionMs, getPresence } = options;

  async function tellPresence(tx: Tx, userId: string, presence: Presence | undefined): Promise<void> {
    const partners = await listPartners(tx.db, userId);
    const [seeing, others] = partition(partners, (partner) => sees(partner, userId, presence));
    tx.emit(seeing, 'presence', { userId, ...online(presence) });
    tx.emit(others, 'presence', { userId, ...OFFLINE });
  }

  return {
    /** A presence has begun: paused chats go on, partners hear of it. */
    async resume(tx: Tx, userId: string, now: Date): Promise<void> {
      await store.resumeChats(tx.db, userId, now, goneBefore(now, retentionMs));
      await store.noteDistances(tx.db, userId, now);
      await tellPresence(tx, userId, (await getPresence(tx.db, [userId], now)).get(userId));
    },

    /** Status or end of a presence were replaced: partners hear of it. */
    async tellChange(tx: Tx, userId: string, now: Date): Promise<void> {
      await store.noteDistances(tx.db, userId, now);
      await tellPresence(tx, userId, (await getPresence(tx.db, [userId], now)).get(userId));
    },

    /** Somebody is seen at another place. */
    noteDistances: (tx: Tx, userId: string, now: Date): Promise<void> =>
      store.noteDistances(tx.db, userId, now),

    /** A presence has ended: accepted chats pause, partners hear of it. */
    async pause(tx: Tx, userId: string, endedAt: Date): Promise<void> {
      await store.pauseChats(tx.db, userId, endedAt);
      await tellPresence(tx, userId, undefined);
    },

    /** A block removes the pair’s chat for both at once. */
    async removePair(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
      const removed = await store.removePair(tx.db, blockerId, blockedId);
      if (removed) tellGone(tx, removed);
    },

    /** An account is deleted or suspended, and every chat goes with it. */
    async removeAll(tx: Tx, userId: string): Promise<void> {
      for (const removed of await store.removeAllOf(tx.db, userId)) tellGone(tx, removed);
    },

    /** Erases chats whose pause has lasted too long. Any number of nodes may sweep at once. Returns how many. */
    async sweep(): Promise<number> {
      for (let total = 0; ;) {
        const erased = await work(async (tx) => {
          const before = goneBefore(clock.now(), retentionMs);
          const removed = await store.removePaused(tx.db, before, SWEEP_BATCH);
          for (const chat of removed) tellGone(tx, chat);
          return removed.length;
        });
        total += erased;
        if (erased < SWEEP_BATCH) return total;
      }
    },
  };
}

const online = (presence: Presence | undefined): Online =>
  presence ? { online: true, onlineUntil: presence.onlineUntil?.toISOString() ?? null } : OFFLINE;

function sees({ pinStatus, initiatedBy }: Partner, userId: string, presence: Presence | undefined): boolean {
  return presence?.status !== 'incognito' || seesIncognito({ pinStatus, initiatedBy, otherId: userId });
}

function partition(partners: readonly Partner[], test: (partner: Partner) => boolean): [string[], string[]] {
  const yes: string[] = [];
  const no: string[] = [];
  for (const partner of partners) (test(partner) ? yes : no).push(partner.userId);
  return [yes, no];
}

/** Both hear that the chat is gone; of a rejected pin only its initiator still had it. */
function tellGone(tx: Tx, { id, lowId, highId, initiatedBy, pinStatus }: store.RemovedChat): void {
  tx.emit(pinStatus === 'rejected' ? [initiatedBy] : [lowId, highId], 'chats-gone', { chatId: id });
}
