import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { IDLE_DAYS } from './sessions-store.ts';
import * as store from './users-store.ts';

/** With the last of its sessions. */
const UNUSED_MS = IDLE_DAYS * 24 * 3_600_000;
/** Accounts that are looked for at once. */
const MOST = 100;

/**
 * An account whose email nobody has verified may be opened for an address that is somebody else's, or mistyped. It goes
 * when it has not been used for so long that all of its sessions are over.
 */
export function createUnverified(options: {
  db: Kysely<Database>;
  work: Work;
  clock: Clock;
  /** Deletes an account with everything that goes with it. */
  deleteAccount(tx: Tx, userId: string): Promise<void>;
}) {
  const { db, work, clock, deleteAccount } = options;
  return {
    async sweep(): Promise<void> {
      const before = new Date(clock.now().getTime() - UNUSED_MS);
      for (;;) {
        const found = await store.listUnverified(db, before, MOST);
        for (const userId of found)
          await work(async (tx) => {
            // It may have been used, or verified, since.
            if (await store.lockUnverified(tx.db, userId, before)) await deleteAccount(tx, userId);
          });
        if (found.length < MOST) return;
      }
    },
  };
}
