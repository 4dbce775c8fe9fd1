import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { throwFailures, tryEach } from '../../lib/try-each.ts';
import { forgetEmptyCells, noteCell } from './cells-store.ts';
import { endAbandoned, noteHere } from './endless-store.ts';
import {
  checkAge,
  ENDLESS_MS,
  isLater,
  isVisible,
  ownPresence,
  presenceEnd,
  requireUnhidden,
  type Presence,
  type RequestedEnd,
} from './policy.ts';
import * as store from './store.ts';

/** How many presences one sweep ends or moves; the rest waits for the next sweep. */
const SWEEP_MOST = 2000;
/** How many transactions a sweep runs at a time. */
const SWEEP_LANES = 4;

/** What else changes in the transaction that opens, changes or ends a presence. */
export interface PresenceHooks {
  onOpened(tx: Tx, userId: string, presence: Presence, now: Date): Promise<void>;
  /** The status or end of a running presence was replaced; it is still the same presence. */
  onChanged(tx: Tx, userId: string, presence: Presence, now: Date, before: Presence): Promise<void>;
  /** A user is now shown at another place. */
  onMoved(tx: Tx, userId: string, now: Date): Promise<void>;
  /**
   * What other users see of a user in these cells has changed: the user appeared, stays longer, moved or looks
   * different.
   */
  onShown(tx: Tx, userId: string, cells: readonly string[]): Promise<void>;
  /** A presence has ended, possibly some time ago. */
  onEnded(tx: Tx, ended: store.Ended): Promise<void>;
  endPresence(tx: Tx, userId: string): Promise<void>;
}

export interface OpenRequest {
  status: Presence['status'];
  onlineUntil?: RequestedEnd;
  dateOfBirth?: string | null | undefined;
}

/**
 * The step at which a presence, or more time for a running one, is paid for: everything is checked, nothing is changed
 * yet, and throwing refuses it. Presences are free.
 */
async function takePayment(_tx: Tx, _userId: string): Promise<void> {}

export type PresenceService = ReturnType<typeof createPresence>;

export function createPresence(
  options: {
    db: Db;
    work: Work;
    clock: Clock;
  } & PresenceHooks,
) {
  const { db, work, clock, onOpened, onChanged, onMoved, onShown, onEnded, endPresence } = options;

  async function openIn(tx: Tx, caller: Caller, request: OpenRequest, now: Date): Promise<void> {
    const { userId, sessionId } = caller;
    const onlineUntil = presenceEnd(request.onlineUntil, now);
    const [shown, { cell, running, ended }] = await Promise.all([
      store.lockShown(tx.db, userId),
      store.endExpiredAndFind(tx.db, caller, now),
    ]);
    if (shown === undefined) throw new Refused(refusals.userNotFound);
    if (shown === 'unfinished') throw new Refused(refusals.registrationUnfinished);
    // A restored backup holds nobody’s last place.
    if (cell === null) throw new Refused(refusals.placeUnknown);
    checkAge(shown.dateOfBirth, request.dateOfBirth, now);
    if (request.status === 'online') requireUnhidden(shown.hiddenUntil, now);

    // The cell first: the end of a presence locks chats.
    if (ended && request.status === 'online') await noteCell(tx.db, cell);
    if (ended) await onEnded(tx, ended);
    if (!running || isLater(onlineUntil, running.onlineUntil)) await takePayment(tx, userId);
    const presence = { status: request.status, onlineUntil, startedAt: now };
    const shows = isVisible(running, now) || isVisible(presence, now);
    await Promise.all([
      store.putPresence(tx.db, userId, presence, shown, { cell, sessionId }),
      running ? onChanged(tx, userId, presence, now, running) : onOpened(tx, userId, presence, now),
      shows ? onShown(tx, userId, [isVisible(running, now) ? running!.cell : cell]) : undefined,
    ]);
    tx.emit([userId], 'own-presence', ownPresence(presence));
  }

  /**
   * Changes users, each in its own transaction, so that a failure does not hold up the others. Throws the failures at
   * the end.
   */
  async function forEach(
    userIds: readonly string[],
    failed: string,
    change: (tx: Tx, userId: string) => Promise<void>,
  ): Promise<void> {
    const one = (userId: string) => work((tx) => change(tx, userId));
    throwFailures(await tryEach(userIds, one, SWEEP_LANES), failed);
  }

  return {
    /** Opens a presence, or replaces the status and end of the running one. */
    async open(caller: Caller, request: OpenRequest): Promise<void> {
      await work((tx) => openIn(tx, caller, request, clock.now()));
    },

    async close(userId: string): Promise<void> {
      await work((tx) => endPresence(tx, userId));
    },

    /** Records that a device has moved. The presence that shows this device’s place follows some time later. */
    follow: (tx: Tx, { userId, sessionId }: Caller, cell: string, now: Date): Promise<void> =>
      store.noteMove(tx.db, userId, { cell, sessionId }, now),

    /** Shows users at the places to which they have moved. Any number of nodes may run this at once. */
    async showMoves(): Promise<void> {
      const now = clock.now();
      const userIds = await store.listMoving(db, now, SWEEP_MOST);
      await forEach(userIds, 'Some moves could not be shown.', async (tx, userId) => {
        const moved = await store.showMove(tx.db, userId, now);
        if (!moved) return;
        await onMoved(tx, userId, now);
        if (moved.from) await onShown(tx, userId, [moved.from, moved.to]);
      });
    },

    /**
     * Updates what feeds filter a presence by from the user’s record, in the transaction that changes the record or what
     * else is shown of the user.
     */
    async refresh(tx: Tx, userId: string): Promise<void> {
      const shown = await store.lockShown(tx.db, userId);
      if (shown === undefined || shown === 'unfinished') return;
      const seenAt = await store.updateShown(tx.db, userId, shown);
      if (seenAt) await onShown(tx, userId, [seenAt]);
    },

    /** Forgets cells that every visible user has left, unless too many users come and go at the moment. */
    sweepCells: (): Promise<void> => forgetEmptyCells(db),

    /**
     * Ends presences without an end whose users have not been here for a day. `sessionIds`: those that hold a socket at
     * this node; their users are here.
     */
    async sweepEndless(sessionIds: readonly string[]): Promise<void> {
      const now = clock.now();
      await noteHere(db, sessionIds, now);
      await endAbandoned(db, ENDLESS_MS, now);
    },

    /** Ends the presences that have run out and returns how many. Any number of nodes may sweep at once. */
    async sweep(): Promise<number> {
      const now = clock.now();
      const userIds = await store.listExpired(db, now, SWEEP_MOST);
      let total = 0;
      await forEach(userIds, 'Some presences could not be ended.', async (tx, userId) => {
        const ended = await store.deleteExpired(tx.db, userId, now);
        if (!ended) return;
        await onEnded(tx, ended);
        total += 1;
      });
      return total;
    },
  };
}
