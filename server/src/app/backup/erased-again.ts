import type pg from 'pg';
import { dbOn } from '../../database/transaction.ts';
import type { ClosedAccount } from '../../features/accounts/index.ts';
import { createHidings, createSealedCases } from '../../features/moderation/index.ts';
import { createBars } from '../../features/removed/index.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';

/**
 * Returns what keeps of an account that a restore deletes again what its deletion had kept: its reports and those on it,
 * sealed, and what holds for its mailbox.
 */
export function createKeepAgain({ client, keys, log }: { client: pg.ClientBase; keys: Keys; log: Log }) {
  const tx = { db: dbOn(client) };
  const options = { ...tx, clock: systemClock, keys, log };
  const sealed = createSealedCases(options);
  const hidings = createHidings(options);
  const bars = createBars(options);
  return async (closed: ClosedAccount): Promise<void> => {
    await sealed.keep(tx, closed);
    await hidings.keep(tx, closed);
    await bars.keep(tx, closed);
  };
}
