import * as refusals from '@herenow/contract/refusals';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { forgetEmptyCells } from './cells-store.ts';
import { checkAge, isVisible, presenceEnd, requireUnhidden, type Presence } from './policy.ts';
import * as store from './store.ts';

/** Presences that one sweep ends, or moves; what is left waits for the next. */
const SWEEP_MOST = 2000;
/** Transactions of a sweep at a time. */
const SWEEP_LANES = 4;

/** What else changes in the transaction that opens, changes or ends a presence. */
export interface PresenceHooks {
  /** A presence has begun. */
  onOpened(tx: Tx, userId: string, presence: Presence, now: Date): Promise<void>;
  /** Status or end of a running presence were replaced; it is the same presence. */
  onChanged(tx: Tx, userId: string, presence: Presence, now: Date): Promise<void>;
  /** Somebody is seen at another place. */
  onMoved(tx: Tx, userId: string, now: Date): Promise<void>;
  /** What others see of somebody in these cells has changed: they came, stay longer, moved, look different. */
  onShown(tx: Tx, userId: string, cells: readonly string[]): Promise<void>;
  /** A presence has run out, maybe some time ago. */
  onEnded(tx: Tx, ended: store.Ended): Promise<void>;
  /** Ends a person's presence, if there is one. */
  endPresence(tx: Tx, userId: string): Promise<void>;
}

export interface OpenRequest {
  status: Presence['status'];
  /** ISO timestamp; nothing: no expiry. */
  onlineUntil?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
}

/**
 * The step in which a presence is paid for: everything is checked, nothing is open yet, and throwing refuses it. A change
 * of a running presence does not come by here. Presences are free.
 */
async function takePayment(_tx: Tx, _userId: string): Promise<void> {}

export type PresenceService = ReturnType<typeof createPresence>;

export function createPresence(
  options: {
    db: Kysely<Database>;
    work: Work;
    clock: Clock;
  } & PresenceHooks,
) {
  const { db, work, clock, onOpened, onChanged, onMoved, onShown, onEnded, endPresence } = options;

  async function endExpiredIn(tx: Tx, userId: string, now: Date): Promise<number> {
    const ended = await store.deleteExpired(tx.db, userId, now);
    if (!ended) return 0;
    await onEnded(tx, ended);
    return 1;
  }

  async function openIn(tx: Tx, caller: Caller, request: OpenRequest, now: Date): Promise<void> {
    const { userId, sessionId } = caller;
    const onlineUntil = presenceEnd(request.onlineUntil, now);
    const [shown, { cell, running, ended }] = await Promise.all([
      store.lockShown(tx.db, userId),
      store.endExpiredAndFind(tx.db, caller, now),
    ]);
    if (shown === undefined) throw new Refused(refusals.userNotFound);
    if (shown === 'unfinished' || cell === null) throw new Refused(refusals.registrationUnfinished);
    checkAge(shown.dateOfBirth, request.dateOfBirth, now);
    if (request.status === 'online') requireUnhidden(shown.hiddenUntil, now);

    if (ended) await onEnded(tx, ended);
    if (!running) await takePayment(tx, userId);
    const presence = { status: request.status, onlineUntil, startedAt: now };
    const shows = isVisible(running, now) || isVisible(presence, now);
    await Promise.all([
      store.putPresence(tx.db, userId, presence, shown, { cell, sessionId }),
      (running ? onChanged : onOpened)(tx, userId, presence, now),
      shows ? onShown(tx, userId, [running?.cell ?? cell]) : undefined,
    ]);
    tx.emit([userId], 'own-presence', {
      status: request.status,
      online: true,
      onlineUntil: onlineUntil?.toISOString() ?? null,
    });
  }

  /** Changes people, each in a transaction of its own, so that one which fails keeps up no other; throws at the end. */
  async function forEach(
    userIds: readonly string[],
    failed: string,
    change: (tx: Tx, userId: string) => Promise<void>,
  ): Promise<void> {
    const left = userIds.values();
    const failures: unknown[] = [];
    const lane = async () => {
      for (const userId of left)
        await work((tx) => change(tx, userId)).catch((error: unknown) => failures.push(error));
    };
    await Promise.all(Array.from({ length: SWEEP_LANES }, lane));
    if (failures.length > 0) throw new AggregateError(failures, failed);
  }

  return {
    /** Opens a presence, or replaces status and end of the running one. */
    async open(caller: Caller, request: OpenRequest): Promise<void> {
      await work((tx) => openIn(tx, caller, request, clock.now()));
    },

    /** Ends a user’s presence, if there is one. */
    async close(userId: string): Promise<void> {
      await work((tx) => endPresence(tx, userId));
    },

    /** A device has moved: the presence whose place it is follows some time later. */
    follow: (tx: Tx, { userId, sessionId }: Caller, cell: string, now: Date): Promise<void> =>
      store.noteMove(tx.db, userId, { cell, sessionId }, now),

    /** Shows people at the places to which they have moved. Any number of nodes may do so at once. */
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

    /** Brings what a presence shows up to date with the person’s record, within the change of that record. */
    async refresh(tx: Tx, userId: string): Promise<void> {
      const shown = await store.lockShown(tx.db, userId);
      if (shown === undefined || shown === 'unfinished') return;
      const seenAt = await store.updateShown(tx.db, userId, shown);
      if (seenAt) await onShown(tx, userId, [seenAt]);
    },

    /** Forgets cells that everybody has left, unless too many come and go at the moment. */
    sweepCells: (): Promise<void> => forgetEmptyCells(db),

    /** Ends the presences that have run out. Any number of nodes may sweep at once. Returns how many it ended. */
    async sweep(): Promise<number> {
      const now = clock.now();
      const userIds = await store.listExpired(db, now, SWEEP_MOST);
      let total = 0;
      await forEach(userIds, 'Some presences could not be ended.', async (tx, userId) => {
        const ended = await endExpiredIn(tx, userId, now);
        total += ended;
      });
      return total;
    },
  };
}
