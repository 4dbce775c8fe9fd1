import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** Identifies what runs on behalf of a transaction, and whether that is still open. */
const transactions = new AsyncLocalStorage<{ open: boolean }>();

/** Runs the body of a transaction, so that a `StrictPool` recognises requests on its behalf. */
export async function asTransaction<T>(run: () => Promise<T>): Promise<T> {
  const transaction = { open: true };
  try {
    return await transactions.run(transaction, run);
  } finally {
    // Work that it started may go on for as long as the process.
    transaction.open = false;
  }
}

/**
 * A pool that refuses an open transaction a second connection (tests and development). With as many such transactions
 * as connections, all would wait for each other forever, and the node with them.
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
