import type { QueueBody } from '@herenow/contract/queue';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { listPresences, type Presence } from '../presence/index.ts';
import { seesPresence } from '../sight/index.ts';
import { formerOf, noteFormer } from './former-store.ts';
import * as store from './lifecycle-store.ts';
import { listPartners, type Partner } from './list-store.ts';
import { goneBefore } from './policy.ts';
import { OFFLINE, type Online } from './views.ts';

/** The part of a presence that other users may see. */
type Shown = Pick<Presence, 'status' | 'onlineUntil'>;

/** Number of chats erased per transaction. */
const SWEEP_BATCH = 200;

export type ChatLifecycle = ReturnType<typeof createChatLifecycle>;

/** Updates chats when presences begin and end, users block each other, and accounts end. */
export function createChatLifecycle(options: { work: Work; clock: Clock; retentionMs: number }) {
  const { work, clock, retentionMs } = options;

  /** Notifies those who see the presence as it is or saw it as it was; for all others nothing has changed. */
  function tellPartners(
    tx: Tx,
    userId: string,
    partners: readonly Partner[],
    { before, presence }: { before: Shown | undefined; presence: Shown | undefined },
  ): void {
    const concerned = partners.filter((one) => sees(one, userId, before) || sees(one, userId, presence));
    for (const { userIds, body } of newsFor(concerned, userId, presence)) tx.emit(userIds, 'presence', body);
  }

  async function seeing(db: Db, userId: string, partners: readonly Partner[]): Promise<string[]> {
    const presence = (await listPresences(db, [userId], clock.now())).get(userId);
    return partners.filter((one) => sees(one, userId, presence)).map((one) => one.userId);
  }

  async function gone(tx: Tx, removed: readonly store.RemovedChat[]): Promise<void> {
    await noteFormer(tx.db, removed.flatMap(formerOf), clock.now());
    for (const chat of removed) tellGone(tx, chat);
  }

  async function noteDistances(tx: Tx, userId: string, now: Date) {
    const [, partners] = await Promise.all([
      store.lockChats(tx.db, [userId]),
      store.noteDistances(tx.db, userId, now),
    ]);
    return partners;
  }

  return {
    /** Resumes paused chats after a presence has begun, and notifies the other users of the chats. */
    async resume(tx: Tx, userId: string, presence: Shown, now: Date): Promise<void> {
      const partners = await store.resumeChats(tx.db, userId, now, goneBefore(now, retentionMs));
      tellPartners(tx, userId, partners, { before: undefined, presence });
    },

    /** Notifies the other users of the chats that the status or end time of a presence has changed. */
    async tellChange(tx: Tx, userId: string, presence: Shown, now: Date, before: Shown): Promise<void> {
      tellPartners(tx, userId, await noteDistances(tx, userId, now), { before, presence });
    },

    /**
     * Tells a user’s own devices and the other users of the chats that the user’s name, photos or age have changed. Of
     * the others, only those who see the user’s presence are told: for the rest it would reveal that a user shown as
     * offline is using the app.
     */
    async tellProfile(tx: Tx, userId: string): Promise<void> {
      const partners = await listPartners(tx.db, userId);
      tx.emit([userId, ...(await seeing(tx.db, userId, partners))], 'profiles', { userId });
    },

    /** Returns those of these users who may still be told of a change of a user’s profile. */
    async mayHearOf(db: Db, userId: string, userIds: readonly string[]): Promise<string[]> {
      const told = [userId, ...(await seeing(db, userId, await listPartners(db, userId)))];
      return userIds.filter((id) => told.includes(id));
    },

    /**
     * Updates the distances in a user’s chats after the user’s place has changed, and tells both sides of the chats
     * that now show another one.
     */
    async noteDistances(tx: Tx, userId: string, now: Date): Promise<void> {
      const others = (await noteDistances(tx, userId, now)).filter(({ isElsewhere }) => isElsewhere);
      if (others.length > 0) tx.emit([userId, ...others.map((one) => one.userId)], 'profiles', { userId });
    },

    /** Returns what those of these users who have a chat with a user may now know of the user’s presence. */
    async presenceNow(db: Db, userId: string, userIds: readonly string[]): Promise<News[]> {
      const partners = await listPartners(db, userId);
      const presence = (await listPresences(db, [userId], clock.now())).get(userId);
      return newsFor(
        partners.filter((partner) => userIds.includes(partner.userId)),
        userId,
        presence,
      );
    },

    /** Pauses accepted chats after a presence has ended, and notifies the other users of the chats. */
    async pause(tx: Tx, userId: string, endedAt: Date, before: Shown): Promise<void> {
      const [, partners] = await Promise.all([
        store.pauseChats(tx.db, userId, endedAt),
        listPartners(tx.db, userId),
      ]);
      tellPartners(tx, userId, partners, { before, presence: undefined });
    },

    /** Removes a user’s chats with some others for both sides, after a block. */
    async removeBetween(tx: Tx, userId: string, otherIds: readonly string[]): Promise<void> {
      await gone(tx, await store.removeBetween(tx.db, userId, otherIds));
    },

    /** Removes all chats of accounts that are deleted or suspended. */
    async removeAll(tx: Tx, userIds: readonly string[]): Promise<void> {
      await gone(tx, await store.removeAllOf(tx.db, userIds));
    },

    /**
     * Erases chats that have been paused for too long, and returns how many. A chat can be of any length, so its messages
     * may take several transactions: once its time is over nobody sees it any more. Any number of nodes may sweep at the
     * same time.
     */
    async sweep(): Promise<number> {
      const erase = () =>
        work(async (tx) => {
          const before = goneBefore(clock.now(), retentionMs);
          const { removed, more } = await store.removePaused(tx.db, before, SWEEP_BATCH);
          await gone(tx, removed);
          return { erased: removed.length, more };
        });
      for (let total = 0; ;) {
        const { erased, more } = await erase();
        total += erased;
        if (!more) return total;
      }
    },
  };
}

/** What some users are told about a presence. */
interface News {
  userIds: string[];
  body: QueueBody<'presence'>;
}

function newsFor(partners: readonly Partner[], userId: string, presence: Shown | undefined): News[] {
  const { seeing = [], others = [] } = Object.groupBy(partners, (partner) =>
    sees(partner, userId, presence) ? 'seeing' : 'others',
  );
  const idsOf = (some: readonly Partner[]) => some.map((partner) => partner.userId);
  return [
    { userIds: idsOf(seeing), body: { userId, ...online(presence) } },
    { userIds: idsOf(others), body: { userId, ...OFFLINE } },
  ].filter(({ userIds }) => userIds.length > 0);
}

const online = (presence: Shown | undefined): Online =>
  presence ? { online: true, onlineUntil: presence.onlineUntil?.toISOString() ?? null } : OFFLINE;

function sees({ pinStatus, initiatedBy }: Partner, userId: string, presence: Shown | undefined): boolean {
  return presence !== undefined && seesPresence({ pinStatus, fromOther: initiatedBy === userId }, presence);
}

/** Notifies both users that the chat is gone; a rejected pin was listed only for its initiator. */
function tellGone(tx: Tx, { id, lowId, highId, initiatedBy, pinStatus }: store.RemovedChat): void {
  tx.emit(pinStatus === 'rejected' ? [initiatedBy] : [lowId, highId], 'chats-gone', { chatId: id });
}
