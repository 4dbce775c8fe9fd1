import type pg from 'pg';
import { dbOn } from '../../database/transaction.ts';
import type { ClosedAccount } from '../../features/accounts/index.ts';
import { createHidings, createSealedCases } from '../../features/moderation/index.ts';
import { createBars } from '../../features/removed/index.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';

/**
 * Returns what keeps of an account that a restore deletes again what its deletion had kept: its reports and those on it,
 * sealed, and what holds for its mailbox, as of the moment at which it was closed.
 */
export function createKeepAgain({ client, keys, log }: { client: pg.ClientBase; keys: Keys; log: Log }) {
  const tx = { db: dbOn(client) };
  return async (closed: ClosedAccount, at: Date): Promise<void> => {
    const options = { ...tx, clock: { now: () => at }, keys, log };
    await createSealedCases(options).keep(tx, closed);
    await createHidings(options).keep(tx, closed);
    await createBars(options).keep(tx, closed);
  };
}
