import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type DatabaseConnection,
  type PostgresPoolClient,
} from 'kysely';
import type pg from 'pg';
import { asTransaction } from './one-connection.ts';
import type { Db } from './db.ts';

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map((text) => CompiledQuery.raw(text));

/** Runs statements of one connection as one transaction. */
export async function inTransactionOn<T>(client: pg.ClientBase, run: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await run();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A lost connection has rolled back already; the first error is the relevant one.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Returns what runs statements on one connection, such as in the transaction that is open there. */
export function dbOn(client: pg.ClientBase): Db {
  // Cursors, the other way to query, are not used here.
  const one = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient;
  const pool = { options: {}, connect: () => Promise.resolve(one), end: () => Promise.resolve() };
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Runs statements as one transaction. Each is sent at once, in the order in which they are issued: those that need no
 * result of one another are issued together (`Promise.all`) and cost one round trip and one write. Each still starts
 * when the previous one has ended, and sees what was committed while that one waited for a lock. The first is sent with
 * `BEGIN`. `run` may call `commit` right after its last statements, to send it with them; otherwise it is sent once
 * `run` has ended. A statement that fails makes all later ones fail with the same error.
 */
export async function inTransaction<T>(
  db: Db,
  run: (trx: Db, commit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor();
  return await executor.provideConnection(async (connection) => {
    let failure: Error | undefined;
    let over = false;
    const asking: DatabaseConnection = {
      async executeQuery(query) {
        // Statements issued together may continue after one of them has failed.
        if (over) throw new Error('The transaction is over.');
        try {
          return await connection.executeQuery(query);
        } catch (error) {
          throw (failure ??= error as Error);
        }
      },
      streamQuery: () => {
        throw new Error('Nothing here reads by cursors.');
      },
    };
    // Must not await: statements must keep the order in which they are issued.
    const provider = { provideConnection: <R>(use: (one: DatabaseConnection) => Promise<R>) => use(asking) };
    const within = executor.withConnectionProvider(provider);
    const trx: Db = { getExecutor: () => within };

    const begun = asking.executeQuery(BEGIN!);
    // If it fails, all later statements fail, too.
    begun.catch(() => {});
    async function end(): Promise<void> {
      const committed = asking.executeQuery<{ command: string }>(COMMIT!);
      over = true;
      const [{ rows }] = await Promise.all([committed, begun]);
      // PostgreSQL responds to COMMIT with ROLLBACK if a statement has failed.
      if (rows[0]?.command === 'ROLLBACK') throw failure ?? new Error('The transaction was undone.');
    }
    let ending: Promise<void> | undefined;
    const commit = () => (ending ??= end());
    try {
      return await asTransaction(async () => {
        const result = await run(trx, commit);
        await commit();
        return result;
      });
    } catch (error) {
      over = true;
      // This fails on a lost connection, whose transaction is rolled back anyway and which is not used again.
      await connection.executeQuery(ROLLBACK!).catch(() => {});
      throw error;
    }
  });
}
