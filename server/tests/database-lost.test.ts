import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../src/database/connect.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { createLog } from '../src/lib/log.ts';
import { asAdmin, createTestDatabase } from '@herenow/testing/test-database';
import { watchUnhandled } from '@herenow/testing/unhandled';

/** In some of these rounds the socket is still open after the notice that the server ends it. */
const ROUNDS = 5;

let stack: AsyncDisposableStack;
let lines: string[];
let database: OpenDatabase;
let unhandled: ReturnType<typeof watchUnhandled>;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  lines = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  unhandled = stack.use(watchUnhandled());
  const { url } = stack.use(await createTestDatabase());
  database = stack.use(await openDatabase({ databaseUrl: url, dataDir: '', log, poolSize: 2 }));
});
afterEach(() => stack.disposeAsync());

/** Terminates the backend, as an administrator or a failover does. */
const terminate = (pid: number) =>
  asAdmin((admin) => admin.query('SELECT pg_terminate_backend($1, 10000)', [pid]));

const pidOf = async (client: Pick<pg.Pool, 'query'>) =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;

/** Returns the backend that runs the sleeping query. */
async function sleeper(): Promise<number> {
  const find = () =>
    asAdmin(async (admin) => {
      const found = await admin.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'SELECT pg_sleep%' AND state = 'active'`,
        [new URL(database.connectionString).pathname.slice(1)],
      );
      return found.rows[0]?.pid;
    });
  await expect.poll(find).toBeDefined();
  return (await find())!;
}

const SLEEP = 'SELECT pg_sleep(60)';

/** Everything that holds a connection, each rejecting when the connection is lost. */
const USES: [string, () => Promise<unknown>][] = [
  ['a query of the pool', () => database.pool.query(SLEEP)],
  ['a query that Kysely built', () => sql.raw(SLEEP).execute(database.db)],
  ['a query within a transaction', () => inTransaction(database.db, (trx) => sql.raw(SLEEP).execute(trx))],
];

test.each(USES)('%s whose connection is lost fails, and the next one finds another', async (_, use) => {
  const outcome = use().then(
    () => 'slept',
    (error: Error) => error.message,
  );
  await terminate(await sleeper());
  expect(await outcome).toMatch(/terminat/);
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(unhandled.errors).toEqual([]);
});

test('a connection that the server has ended is not used again, however late its socket closes', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = sql.raw(SLEEP).execute(database.db);
    const next = outcome.then(
      () => 'slept',
      () => sql`SELECT 1`.execute(database.db),
    );
    await terminate(await sleeper());
    expect(await next).toMatchObject({ rows: [expect.anything()] });
  }
});

test('a transaction whose connection is lost between its queries fails and leaves nothing', async () => {
  const { db, pool } = database;
  await pool.query('CREATE TABLE kept (n int)');
  const change = inTransaction(db, async (trx) => {
    await sql`INSERT INTO kept VALUES (1)`.execute(trx);
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
    await terminate(rows[0]!.pid);
    await expect.poll(() => lines.join()).toContain('database connection lost');
    await sql`INSERT INTO kept VALUES (2)`.execute(trx);
  });
  await expect(change).rejects.toThrow(/connection|terminat/i);
  expect((await pool.query('SELECT * FROM kept')).rows).toEqual([]);
  expect(unhandled.errors).toEqual([]);
});

test('a connection that is lost while nothing runs on it is not handed out again', async () => {
  const client = await database.pool.connect();
  await terminate(await pidOf(client));
  await expect.poll(() => lines.join()).toContain('database connection lost');
  client.release();
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(unhandled.errors).toEqual([]);
});

test('a connection to a server that has become a standby is replaced, until one leads to the primary', async () => {
  const { db, pool, connectionString } = database;
  const name = new URL(connectionString).pathname.slice(1);
  const write = (on = db) => sql`UPDATE users SET username = username`.execute(on);
  // Like a standby, this affects connections from now on.
  await asAdmin((admin) => admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`));
  await terminate(await pidOf(pool));
  await expect.poll(() => pool.totalCount).toBe(0);
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  await expect(inTransaction(db, (trx) => write(trx))).rejects.toMatchObject({ code: '25006' });
  await asAdmin((admin) => admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`));
  await write();
});
