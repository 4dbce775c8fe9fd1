import { TEXT } from '@herenow/contract/rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { checkAge, endOfSession, type Presence } from './policy.ts';
import * as store from './store.ts';

/** Sessions ended in one transaction. */
const SWEEP_BATCH = 50;

/** What else changes in the transaction that opens, changes or ends a session. */
export interface PresenceHooks {
  /** A session has begun. */
  onOpened: readonly ((tx: Tx, userId: string, now: Date) => Promise<void>)[];
  /** Status or end of a running session were replaced; it is the same session. */
  onChanged: readonly ((tx: Tx, userId: string, now: Date) => Promise<void>)[];
  /** Sessions have ended at `endedAt`, which may be some time ago when they ran out. */
  onEnded: readonly ((tx: Tx, userIds: string[], endedAt: Date) => Promise<void>)[];
}

export interface OpenRequest {
  status: Presence['status'];
  /** ISO timestamp; nothing: no expiry. */
  onlineUntil?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
}

export type PresenceService = ReturnType<typeof createPresence>;

export function createPresence(options: { work: Work; clock: Clock } & PresenceHooks) {
  const { work, clock, onOpened, onChanged, onEnded } = options;

  async function tellEnded(tx: Tx, ended: readonly store.Ended[]): Promise<void> {
    const byMoment = Map.groupBy(ended, ({ endedAt }) => endedAt.getTime());
    for (const [moment, group] of byMoment) {
      const userIds = group.map(({ userId }) => userId);
      for (const hook of onEnded) await hook(tx, userIds, new Date(moment));
    }
  }

  async function endIn(tx: Tx, userId: string, now: Date): Promise<void> {
    const ended = await store.deletePresence(tx.db, userId, now);
    if (ended) await tellEnded(tx, [ended]);
  }

  async function openIn(tx: Tx, userId: string, request: OpenRequest, now: Date): Promise<void> {
    const onlineUntil = endOfSession(request.onlineUntil, now);
    const shown = await store.lockShown(tx.db, userId);
    if (shown === undefined) throw notFound(TEXT.userNotFound);
    if (shown === 'unfinished') throw conflict('Please finish your registration first.');
    checkAge(shown.dateOfBirth, request.dateOfBirth, now);

    const expired = await store.deleteExpiredOf(tx.db, userId, now);
    if (expired) await tellEnded(tx, [expired]);
    // A charge for the session goes here: everything is checked and nothing is open yet. It is free.
    const session = { status: request.status, onlineUntil, startedAt: now };
    const outcome = await store.putPresence(tx.db, userId, session, shown);
    for (const hook of outcome === 'opened' ? onOpened : onChanged) await hook(tx, userId, now);
  }

  return {
    /** The running sessions of these people; who is not in the map is offline. */
    getPresence: (db: Kysely<Database>, userIds: readonly string[], now: Date) =>
      store.listPresences(db, userIds, now),

    /** Opens a session, or replaces status and end of the running one. */
    async open(userId: string, request: OpenRequest): Promise<void> {
      await work((tx) => openIn(tx, userId, request, clock.now()));
    },

    /** Ends one’s session, if there is one. */
    async close(userId: string): Promise<void> {
      await work((tx) => endIn(tx, userId, clock.now()));
    },

    /** Ends a person’s session within a larger change, such as the deletion or suspension of the account. */
    end: endIn,

    /** Brings what a session shows up to date with the person’s record, within the change of that record. */
    async refresh(tx: Tx, userId: string): Promise<void> {
      const shown = await store.lockShown(tx.db, userId);
      if (shown !== undefined && shown !== 'unfinished') await store.updateShown(tx.db, userId, shown);
    },

    /** Ends the sessions that have run out. Any number of nodes may sweep at once. Answers how many ended. */
    async sweep(): Promise<number> {
      for (let total = 0; ;) {
        const ended = await work(async (tx) => {
          const batch = await store.deleteExpired(tx.db, clock.now(), SWEEP_BATCH);
          await tellEnded(tx, batch);
          return batch.length;
        });
        total += ended;
        if (ended < SWEEP_BATCH) return total;
      }
    },
  };
}
