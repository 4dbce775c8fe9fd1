/** A line to the database that silently drops everything, unnoticed by both ends. */
import { cuttableLine } from '@herenow/testing/cuttable-line';
import { createTestDatabase } from '@herenow/testing/test-database';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase, takesChanges } from '../src/database/connect.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { createLog } from '../src/lib/log.ts';

async function scene() {
  await using undo = new AsyncDisposableStack();
  const { url } = undo.use(await createTestDatabase());
  const { host } = new URL(url);
  const line = undo.use(await cuttableLine(host));
  const overTcp = new URL(url.replace(host, line.host));
  overTcp.search = '';
  const log = createLog('silent');
  const database = undo.use(
    await openDatabase({ databaseUrl: overTcp.href, dataDir: '', log, poolSize: 1, queryTimeoutMs: 500 }),
  );
  const resources = undo.move();
  return { ...database, url, line, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('a query that waits on it fails, and its connection is no longer used', async () => {
  await using all = await scene();
  const { db, pool, line } = all;
  await sql`SELECT 1`.execute(db);
  line.freeze();
  await expect(sql`SELECT 1`.execute(db)).rejects.toThrow('Query read timeout');
  expect(pool.totalCount).toBe(0);
  line.mend();
  expect((await sql`SELECT 2 AS two`.execute(db)).rows).toEqual([{ two: 2 }]);
});

test('the locks of a transaction on it are released', async () => {
  await using all = await scene();
  const { pool, line } = all;
  await pool.query('CREATE TABLE kept (n int)');
  const gone = await pool.connect();
  await gone.query('BEGIN; LOCK TABLE kept');
  line.freeze();
  await using another = await openDatabase({ databaseUrl: all.url, dataDir: '', log: createLog('silent') });
  expect((await another.pool.query('SELECT * FROM kept')).rows).toEqual([]);
  gone.release(true);
});

test('a change that waits on it fails at once and is undone', async () => {
  await using all = await scene();
  const { db, pool, line } = all;
  await sql`CREATE TABLE kept (n int)`.execute(db);
  const change = inTransaction(db, async (trx) => {
    await sql`INSERT INTO kept VALUES (1)`.execute(trx);
    line.freeze();
    await expect(sql`INSERT INTO kept VALUES (2)`.execute(trx)).rejects.toThrow('Query read timeout');
  });
  await expect(change).rejects.toThrow('Query read timeout');
  expect(pool.totalCount).toBe(0);
  line.mend();
  expect((await sql`SELECT * FROM kept`.execute(db)).rows).toEqual([]);
});

test('whoever asks whether it takes changes, and hears nothing, notes that it is away', async () => {
  await using all = await scene();
  const { pool, line } = all;
  const lines: string[] = [];
  const log = createLog('info', { write: (text) => void lines.push(text) });
  expect(await takesChanges(pool, log)).toBe(true);
  line.freeze();
  await expect(takesChanges(pool, log)).rejects.toThrow('Query read timeout');
  expect(lines.map((text) => JSON.parse(text))).toMatchObject([
    { msg: 'database away', reason: 'Query read timeout' },
  ]);
});
