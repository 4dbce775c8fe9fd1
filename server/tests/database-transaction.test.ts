import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../src/database/connect.ts';
import { inTransaction } from '../src/database/transaction.ts';
import type { Db } from '../src/database/db.ts';
import { createLog } from '../src/lib/log.ts';
import { createTestDatabase } from '@herenow/testing/test-database';
import { watchUnhandled } from '@herenow/testing/unhandled';

let stack: AsyncDisposableStack;
let database: OpenDatabase;
let unhandled: ReturnType<typeof watchUnhandled>;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  unhandled = stack.use(watchUnhandled());
  const { url } = stack.use(await createTestDatabase());
  database = stack.use(
    await openDatabase({ databaseUrl: url, dataDir: '', log: createLog('warn'), poolSize: 3 }),
  );
  await database.pool.query('CREATE TABLE kept (n int PRIMARY KEY, seen int)');
});
afterEach(() => stack.disposeAsync());

const insert = (db: Db, n: number) => sql`INSERT INTO kept (n) VALUES (${n})`.execute(db);
const list = async (db: Db) =>
  (await sql<{ n: number }>`SELECT n FROM kept ORDER BY n`.execute(db)).rows.map(({ n }) => n);

test('concurrent statements run one after the other and are committed together', async () => {
  const { db, pool } = database;
  const seen = await inTransaction(db, async (trx, commit) => {
    const [, before, , after] = await Promise.all([
      insert(trx, 1),
      list(trx),
      insert(trx, 2),
      list(trx),
      commit(),
    ]);
    return { before, after };
  });
  expect(seen).toEqual({ before: [1], after: [1, 2] });
  // Whichever connection is asked.
  for (const client of [await pool.connect(), await pool.connect()]) {
    expect((await client.query('SELECT n FROM kept ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    client.release();
  }
});

test('a statement sees what was committed while the previous one waited for a lock', async () => {
  const { db, pool } = database;
  await insert(db, 1);
  let waiting: Promise<number[]> | undefined;
  await inTransaction(db, async (other, commit) => {
    await sql`SELECT FROM kept WHERE n = 1 FOR UPDATE`.execute(other);
    waiting = inTransaction(db, async (trx) => {
      const [, seen] = await Promise.all([
        sql`SELECT FROM kept WHERE n = 1 FOR UPDATE`.execute(trx),
        list(trx),
      ]);
      return seen;
    });
    const blocked = `SELECT count(*)::int AS blocked FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query<{ blocked: number }>(blocked)).rows[0]!.blocked).toBe(1);
    await insert(other, 2);
    await commit();
  });
  expect(await waiting).toEqual([1, 2]);
});

test('if one statement fails, all fail with its error, and nothing of them is kept', async () => {
  const { db } = database;
  await insert(db, 1);
  /** Continues after its first statement has run. */
  const goOn = async (trx: Db) => {
    await insert(trx, 2);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await insert(trx, 3);
  };
  const parts: Promise<unknown>[] = [];
  const change = inTransaction(db, async (trx) => {
    parts.push(goOn(trx), insert(trx, 1), insert(trx, 4), list(trx));
    // The failure of the last one is reported first.
    await Promise.all(parts.toReversed());
  });
  await expect(change).rejects.toThrow(/duplicate key/);
  const outcomes = await Promise.allSettled(parts);
  const [later, ...issued] = outcomes;
  expect(later).toMatchObject({ status: 'rejected' });
  const failed = { status: 'rejected', reason: { message: expect.stringMatching(/duplicate key/) } };
  expect(issued).toMatchObject([failed, failed, failed]);
  expect(await list(db)).toEqual([1]);
  await insert(db, 5);
  expect(await list(db)).toEqual([1, 5]);
  expect(unhandled.errors).toEqual([]);
});

test('a commit behind a failing statement rejects', async () => {
  const { db } = database;
  await insert(db, 1);
  const change = inTransaction(db, async (trx, commit) => {
    const [stored] = await Promise.allSettled([insert(trx, 1)]);
    expect(stored.status).toBe('rejected');
    await commit();
  });
  await expect(change).rejects.toThrow(/duplicate key/);
  expect(unhandled.errors).toEqual([]);
});

test('uncommitted changes are undone, and statements after the end are refused', async () => {
  const { db } = database;
  let kept: Db | undefined;
  const change = inTransaction(db, async (trx) => {
    kept = trx;
    await insert(trx, 1);
    throw new Error('changed one’s mind');
  });
  await expect(change).rejects.toThrow('changed one’s mind');
  await expect(insert(kept!, 2)).rejects.toThrow('The transaction is over.');
  await inTransaction(db, async (trx, commit) => {
    kept = trx;
    await Promise.all([insert(trx, 3), commit()]);
  });
  await expect(insert(kept!, 4)).rejects.toThrow('The transaction is over.');
  expect(await list(db)).toEqual([3]);
});

test('what its body has not committed is committed after it, and no open transaction goes back to the pool', async () => {
  const { db, pool } = database;
  await inTransaction(db, (trx) => insert(trx, 1));
  // Of the same connection: it undoes what is still open.
  await pool.query('ROLLBACK');
  expect(await list(db)).toEqual([1]);
});

test('a transaction gets no second connection, but tasks left behind by it do', async () => {
  const { connectionString: databaseUrl } = database;
  await using strict = await openDatabase({
    databaseUrl,
    dataDir: '',
    log: createLog('warn'),
    strict: true,
  });
  const { db, pool } = strict;
  const second = 'An open transaction asks for a second connection';
  await expect(inTransaction(db, () => list(db))).rejects.toThrow(second);
  await expect(inTransaction(db, async () => await pool.query('SELECT 1'))).rejects.toThrow(second);
  await expect(inTransaction(db, () => inTransaction(db, (other) => list(other)))).rejects.toThrow(second);
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const { later } = await inTransaction(db, async (_, commit) => {
    await commit();
    return { later: over.then(() => list(db)) };
  });
  resolve();
  expect(await later).toEqual([]);
});
