import { CompiledQuery, Kysely, PostgresDialect, type DatabaseConnection } from 'kysely';
import type { Database } from './tables.ts';

/** What a Kysely instance is made of; this one is given its connection and opens none. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction opens nothing.')),
});
const GIVEN = { config: { dialect }, dialect, driver: dialect.createDriver() };

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map((text) => CompiledQuery.raw(text));

/**
 * Runs statements as one transaction. Each goes out at once and in the order in which they are asked for: those that
 * need no answer of one another are asked for together (`Promise.all`) and cost one round trip and one write. Each
 * still begins when the one before has ended, and sees what was committed while that waited for a lock. The first
 * goes out with `BEGIN`; `commit` goes out behind what was asked for last. A statement that fails makes all after it
 * fail by the same error.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  run: (trx: Kysely<Database>, commit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor();
  return await executor.provideConnection(async (connection) => {
    let failure: Error | undefined;
    let over = false;
    const asking: DatabaseConnection = {
      async executeQuery(query) {
        // What was asked for together goes on after another part of it has failed.
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
    // No wait in here: the order is that in which statements are asked for.
    const provider = { provideConnection: <R>(use: (one: DatabaseConnection) => Promise<R>) => use(asking) };
    const trx = new Kysely<Database>({ ...GIVEN, executor: executor.withConnectionProvider(provider) });

    const begun = asking.executeQuery(BEGIN!);
    // Whatever comes behind it fails, too.
    begun.catch(() => {});
    async function commit(): Promise<void> {
      const committed = asking.executeQuery<{ command: string }>(COMMIT!);
      over = true;
      const [{ rows }] = await Promise.all([committed, begun]);
      // So PostgreSQL answers where a statement has failed.
      if (rows[0]?.command === 'ROLLBACK') throw failure ?? new Error('The transaction was undone.');
    }
    try {
      return await run(trx, commit);
    } catch (error) {
      over = true;
      // It fails where the connection is lost, which undoes the transaction and is not used again.
      await connection.executeQuery(ROLLBACK!).catch(() => {});
      throw error;
    }
  });
}
