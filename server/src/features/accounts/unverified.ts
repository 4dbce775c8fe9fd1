import { DAY_MS } from '@herenow/contract/constants';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { throwFailures, tryEach } from '../../lib/try-each.ts';
import { IDLE_DAYS } from './sessions-store.ts';
import * as store from './users-store.ts';

/** As long as an idle session lasts, so all sessions of the account have ended. */
const UNUSED_MS = IDLE_DAYS * DAY_MS;
/** Maximum number of accounts that one query returns. */
const MOST = 100;

/**
 * Deletes accounts whose email was never verified, once all their sessions have ended for lack of use: such an account
 * may have been opened for a mistyped address or for another person’s.
 */
export function createUnverified(options: {
  db: Db;
  work: Work;
  clock: Clock;
  /** Deletes an account with everything that belongs to it, if that is still due once it is locked. */
  deleteAccount(tx: Tx, userId: string, isDue: () => Promise<boolean>): Promise<unknown>;
}) {
  const { db, work, clock, deleteAccount } = options;
  return {
    async sweep(): Promise<void> {
      const before = minus(clock.now(), UNUSED_MS);
      const deleteOne = (userId: string) =>
        // It may have been used or verified since.
        work((tx) => deleteAccount(tx, userId, () => store.isUnverified(tx.db, userId, before)));
      const failures = new Map<string, unknown>();
      for (let more = true; more;) {
        const found = await store.listUnverified(db, before, { limit: MOST, but: [...failures.keys()] });
        const failed = await tryEach(found, deleteOne);
        for (const [userId, error] of failed) failures.set(userId, error);
        more = found.length === MOST && failed.size < found.length;
      }
      throwFailures(failures, 'Some accounts could not be deleted.');
    },
  };
}
