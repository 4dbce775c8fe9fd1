import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** Whatever runs on behalf of a transaction, and whether that is still open. */
const transactions = new AsyncLocalStorage<{ open: boolean }>();

/** Runs what a transaction consists of, so that a `StrictPool` knows who asks on its behalf. */
export async function asTransaction<T>(run: () => Promise<T>): Promise<T> {
  const transaction = { open: true };
  try {
    return await transactions.run(transaction, run);
  } finally {
    // What it has started may go on for as long as the process.
    transaction.open = false;
  }
}

/**
 * A pool that gives an open transaction no second connection (tests and development). As many of those at once as there
 * are connections would wait for each other for ever, and with them the node.
 */
export class StrictPool extends pg.Pool {
  override connect: pg.Pool['connect'] = (callback?: Parameters<pg.Pool['connect']>[0]): never => {
    if (transactions.getStore()?.open)
      throw new Error(
        'An open transaction asks for a second connection: use that of `tx.db`, or ask before.',
      );
    return super.connect(callback!) as never;
  };
}
