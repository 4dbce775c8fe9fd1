import type { Tx } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import { wideAreaOf } from '../../lib/areas.ts';
import { BusAway } from '../../lib/bus-away.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus, BusMessage } from '../../realtime/bus/bus.ts';
import * as store from './nearby-store.ts';
import { topicOf } from './heard-areas.ts';
import { DEVICE_MOVED, NEARBY_CHANGE, type NearbyChange } from './watchers.ts';

export type Nearby = ReturnType<typeof createNearby>;

/** Maximum number of changes that wait for the bus. */
const MOST_OWED = 10_000;

/**
 * Notifies the nodes that a user has appeared in feeds, left them or moved within them. Only sockets whose feed could
 * show the user are told, and only that something has changed. The event goes straight to the bus after the commit,
 * without the outbox: a client that missed one because a node died reconnects and asks for changes. What a node could
 * not publish while it had lost the bus follows once the bus is back, since the other nodes cannot know that they
 * missed it.
 */
export function createNearby(options: { bus: Pick<Bus, 'publish' | 'listen'>; clock: Clock; log: Log }) {
  const { bus, clock, log } = options;
  const owed: BusMessage[] = [];

  bus.listen({
    gap() {
      for (const message of owed.splice(0)) void sendChange(message);
    },
  });

  /** `onAway`: called if the bus could not take the message now. */
  async function send(message: BusMessage, onAway?: () => void): Promise<void> {
    try {
      await bus.publish(message);
    } catch (error) {
      // What the bus refuses, it would refuse again. It logs its own outages.
      if (error instanceof BusAway) onAway?.();
      else log.warn({ err: error, queue: message.queue }, 'change not published');
    }
  }

  const sendChange = (message: BusMessage): Promise<void> =>
    send(message, () => {
      owed.push(message);
      if (owed.length > MOST_OWED) owed.shift();
    });

  function publish(
    tx: Tx,
    userId: string,
    cells: readonly string[],
    concerned: Pick<NearbyChange, 'except' | 'only'>,
  ): void {
    tx.afterCommit(() => {
      for (const area of new Set(cells.map(wideAreaOf))) {
        const change: NearbyChange = {
          userId,
          cells: cells.filter((cell) => wideAreaOf(cell) === area),
          ...concerned,
        };
        const body = JSON.stringify(change);
        void sendChange({ userIds: [topicOf(area)], queue: NEARBY_CHANGE, body });
      }
    });
  }

  /**
   * Publishes that a user is shown differently in these cells. The users to leave out are read within the transaction,
   * while the blocks and chats are still known.
   */
  async function shownDifferently(tx: Tx, userId: string, cells: readonly string[]): Promise<void> {
    publish(tx, userId, cells, { except: await store.listApart(tx.db, userId) });
  }

  return {
    shownDifferently,

    /**
     * Publishes that blocks of accounts by `blockerId` were made or removed. Each side is notified only where the other
     * is visible and nothing else keeps them apart: for a blocked person it looks as if a user had left.
     */
    async blocksChanged(tx: Tx, blockerId: string, blockedIds: readonly string[]): Promise<void> {
      // Always both: the time that a block takes must not reveal whether the other person has blocked the user.
      const [concerned, seen] = await Promise.all([
        store.listTogether(tx.db, blockerId, blockedIds),
        store.lockSeen(tx.db, [blockerId, ...blockedIds], clock.now()),
      ]);
      for (const { userId, cell } of seen)
        if (userId === blockerId) publish(tx, userId, [cell], { only: concerned });
        else if (concerned.includes(userId)) publish(tx, userId, [cell], { only: [blockerId] });
    },

    /**
     * Publishes that pins which `pinnerId` made were rejected, or are rejected no longer. The other accounts of the mailbox
     * and the rejecters are shown to each other differently. Without a lock: who moves meanwhile publishes that, too.
     */
    async rejectionsChanged(tx: Tx, pinnerId: string, rejecterIds: readonly string[]): Promise<void> {
      if (rejecterIds.length === 0) return;
      const seen = await store.listSeenBeside(tx.db, pinnerId, rejecterIds, clock.now());
      const besideIds = seen.filter(({ beside }) => beside).map(({ userId }) => userId);
      if (besideIds.length === 0) return;
      for (const { userId, cell, beside } of seen)
        if (cell) publish(tx, userId, [cell], { only: beside ? [...rejecterIds] : besideIds });
    },

    /**
     * Publishes that a device looks from another cell: the watches of its sockets move too, so that none looks from two
     * places.
     */
    deviceMoved(tx: Tx, { userId, sessionId }: Caller, cell: string): void {
      const body = JSON.stringify({ sessionId, cell });
      // Never sent again: the device may have moved on by then.
      tx.afterCommit(() => void send({ userIds: [userId], queue: DEVICE_MOVED, body }));
    },
  };
}
