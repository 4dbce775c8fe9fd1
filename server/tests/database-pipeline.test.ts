import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../src/database/connect.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { createLog } from '../src/lib/log.ts';
import { asAdmin, createTestDatabase } from '@herenow/testing/test-database';
import { watchUnhandled } from '@herenow/testing/unhandled';

let stack: AsyncDisposableStack;
let database: OpenDatabase;
let unhandled: ReturnType<typeof watchUnhandled>;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  unhandled = stack.use(watchUnhandled());
  const { url } = stack.use(await createTestDatabase());
  const log = createLog('fatal');
  database = stack.use(await openDatabase({ databaseUrl: url, dataDir: '', log, poolSize: 1 }));
  await database.pool.query('CREATE TABLE kept (n int PRIMARY KEY)');
});
afterEach(() => stack.disposeAsync());

const kept = async () => (await database.pool.query<{ n: number }>('SELECT n FROM kept')).rows;

test('an unparsed statement fails behind another’s failure, and works the next time', async () => {
  const { db } = database;
  const insert = (n: number) =>
    inTransaction(db, async (trx, commit) => {
      await Promise.all([
        sql`SELECT 1 / ${n}::int`.execute(trx),
        sql`INSERT INTO kept VALUES (${n})`.execute(trx),
        sql`INSERT INTO kept VALUES (${n + 1})`.execute(trx),
        commit(),
      ]);
    });
  // The pool has a single connection, so each insert uses the one that failed before.
  await expect(insert(0)).rejects.toThrow(/division by zero/);
  await expect(insert(0)).rejects.toThrow(/division by zero/);
  await insert(1);
  expect(await kept()).toEqual([{ n: 1 }, { n: 2 }]);
  expect(unhandled.errors).toEqual([]);
});

test('a connection that is cut with statements in flight leaves all of them or none', async () => {
  const { db, pool } = database;
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const change = inTransaction(db, async (trx, commit) => {
    await Promise.all([
      sql`INSERT INTO kept VALUES (${1})`.execute(trx),
      sql`SELECT pg_sleep(${600}::int)`.execute(trx),
      sql`INSERT INTO kept VALUES (${2})`.execute(trx),
      commit(),
    ]);
  });
  const asleep = () =>
    asAdmin(async (admin) => {
      const found = await admin.query(
        `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`,
        [rows[0]!.pid],
      );
      return found.rowCount;
    });
  const outcome = change.then(
    () => 'committed',
    (error: Error) => error.message,
  );
  await expect.poll(asleep).toBe(1);
  await asAdmin((admin) => admin.query('SELECT pg_terminate_backend($1, 10000)', [rows[0]!.pid]));
  expect(await outcome).toMatch(/terminat|connection/i);
  expect(await kept()).toEqual([]);
  expect(unhandled.errors).toEqual([]);
});
