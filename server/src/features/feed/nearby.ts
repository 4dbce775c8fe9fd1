import type { Tx } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import { wideAreaOf } from '../../lib/areas.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from '../../realtime/bus/bus.ts';
import * as store from './nearby-store.ts';
import { topicOf } from './heard-areas.ts';
import { DEVICE_MOVED, NEARBY_CHANGE, type NearbyChange } from './watchers.ts';

export type Nearby = ReturnType<typeof createNearby>;

/**
 * Notifies the nodes that a user came into feeds, left them or moved within them. Only sockets whose feed could show
 * that user are notified, and only that something has changed. The event is a hint and goes straight to the bus after
 * the commit, past the outbox: a client that missed one because a node died reconnects and asks for changes.
 */
export function createNearby({ bus, clock, log }: { bus: Pick<Bus, 'publish'>; clock: Clock; log: Log }) {
  const send = (userIds: string[], queue: string, body: object): void =>
    void bus
      .publish({ userIds, queue, body: JSON.stringify(body) })
      .catch((error: unknown) => log.warn({ err: error, queue }, 'change not published'));

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
        send([topicOf(area)], NEARBY_CHANGE, change);
      }
    });
  }

  /**
   * Publishes that a user is shown differently in these cells. The users to leave out are read within the transaction,
   * while the blocks and chats are still known.
   */
  async function shownDifferently(tx: Tx, userId: string, cells: readonly string[]): Promise<void> {
    publish(tx, userId, cells, { except: [userId, ...(await store.listApart(tx.db, userId))] });
  }

  return {
    shownDifferently,

    /**
     * Publishes that a block of `blockedId` by `blockerId` was made or removed. Each of the two is notified only where
     * the other is visible and nothing else keeps them apart: for the blocked person it looks as if a user had left.
     */
    async blockChanged(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
      if (await store.areApart(tx.db, blockerId, blockedId)) return;
      const now = clock.now();
      for (const [one, other] of [
        [blockerId, blockedId],
        [blockedId, blockerId],
      ] as const) {
        const cell = await store.findSeen(tx.db, one, now);
        if (cell !== undefined) publish(tx, one, [cell], { only: [other] });
      }
    },

    /**
     * Publishes that a device looks from another cell: the watches of its sockets move too, so that none looks from two
     * places.
     */
    deviceMoved(tx: Tx, { userId, sessionId }: Caller, cell: string): void {
      tx.afterCommit(() => send([userId], DEVICE_MOVED, { sessionId, cell }));
    },
  };
}
