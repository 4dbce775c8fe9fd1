import { startApp, type TestApp } from '@herenow/testing/start-app';
import { createTestDatabase } from '@herenow/testing/test-database';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { MOST_TRIES } from '../src/database/late-tries.ts';
import { createOutbox } from '../src/database/outbox.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { BusAway } from '../src/lib/bus-away.ts';
import { createLog } from '../src/lib/log.ts';
import { countWaiting } from './while-locked.ts';

/** The outbox is then published only by the test. */
const NO_SWEEPS = { outbox: 3_600_000 };

test('an event that can never be published is given up in the end, and the others go on in their order', async () => {
  await using file = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await using database = await openDatabase({ databaseUrl: file.url, dataDir: '', log });
  const { db, pool } = database;
  const heard: string[] = [];
  const outbox = createOutbox({
    db,
    log,
    publish({ queue, body }) {
      heard.push(body);
      if (queue === 'unknown') throw new Error('no such queue');
    },
  });
  const write = (queue: string, body: string) =>
    pool.query(
      `INSERT INTO outbox (user_ids, queue, body, created_at) VALUES ('{}', $1, $2, now() - interval '1 minute')`,
      [queue, body],
    );
  await write('chats-gone', 'first');
  await write('unknown', 'broken');
  await write('chats-gone', 'second');
  await expect(outbox.republish()).rejects.toThrow('Some late events could not be published.');
  expect(heard.filter((body) => body !== 'broken')).toEqual(['first', 'first', 'second']);

  heard.length = 0;
  await write('chats-gone', 'third');
  // While it rests, it is not in the way.
  await outbox.republish();
  expect(heard).toEqual(['third']);
  for (let round = 3; round < 1200; round += 1) await outbox.republish().catch(() => {});
  expect(heard.filter((body) => body === 'broken')).toHaveLength(MOST_TRIES - 1);
  expect((await pool.query('SELECT FROM outbox')).rowCount).toBe(0);
  expect(outbox.givenUp()).toBe(1);
  const given = lines.map((line) => JSON.parse(line) as { msg: string; queue?: string });
  expect(given.filter(({ msg }) => msg === 'event given up')).toMatchObject([{ queue: 'unknown' }]);
});

test('of two nodes that find a late event at once, one publishes it', async () => {
  await using file = await createTestDatabase();
  const log = createLog('info', { write: () => undefined });
  await using database = await openDatabase({ databaseUrl: file.url, dataDir: '', log });
  const { db, pool } = database;
  const heard: string[] = [];
  const other = createOutbox({ db, log, publish: () => void heard.push('other') });
  const outbox = createOutbox({
    db,
    log,
    async publish() {
      heard.push('one');
      await other.republish();
    },
  });
  await pool.query(
    `INSERT INTO outbox (user_ids, queue, body, created_at) VALUES ('{}', 'typing', '{}', now() - interval '1 minute')`,
  );
  expect(await outbox.republish()).toBe(1);
  expect(heard).toEqual(['one']);
});

test('while the bus is away, which logs that itself, events wait without a line each', async () => {
  await using file = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await using database = await openDatabase({ databaseUrl: file.url, dataDir: '', log });
  const errors = [new BusAway(), new BusAway(), new Error('too large')];
  const outbox = createOutbox({ db: database.db, log, publish: () => Promise.reject(errors.shift()!) });
  outbox.publish([1, 2, 3].map((id) => ({ id, userIds: [], queue: 'typing', body: '{}' })));
  await expect.poll(() => lines.filter((line) => line.includes('published'))).toHaveLength(1);
  expect(lines.at(-1)).toContain('too large');
});

describe('an event that this node has published', () => {
  const event = { userIds: [], queue: 'typing', body: '{}' };

  /** Makes an outbox whose stored event is old already, as on a machine that stands still. */
  async function published(own: TestApp) {
    const bodies: string[] = [];
    const outbox = createOutbox({
      db: own.db,
      publish: ({ body }) => void bodies.push(body),
      log: createLog('debug', { write: (line) => void own.logLines.push(line) }),
    });
    const [stored] = await inTransaction(own.db, (trx, commit) =>
      Promise.all([outbox.store(trx, [event]), commit()]),
    );
    await own.pool.query(`UPDATE outbox SET created_at = now() - interval '3 seconds'`);
    outbox.publish(stored);
    return { outbox, bodies };
  }

  test('is not published again while its row waits to be removed', async () => {
    await using own = await startApp({}, { pace: NO_SWEEPS });
    const { outbox, bodies } = await published(own);
    await outbox.republish();
    await outbox.flush();
    expect(bodies).toHaveLength(1);
    expect(await own.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('is removed before a flush ends, although its removal had begun already', async () => {
    await using own = await startApp({}, { pace: NO_SWEEPS });
    const other = await own.pool.connect();
    using held = new DisposableStack();
    held.defer(() => other.release(true));
    const { outbox } = await published(own);
    await other.query('BEGIN');
    await other.query('SELECT FROM outbox FOR UPDATE');
    await expect.poll(() => countWaiting(own)).toBe(1);
    let over = false;
    const flush = outbox.flush().finally(() => (over = true));
    expect(await countWaiting(own)).toBe(1);
    expect(over).toBe(false);
    await other.query('ROLLBACK');
    await flush;
    expect(await own.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('is published again if its row could not be removed', async () => {
    await using own = await startApp({}, { pace: NO_SWEEPS });
    const { outbox, bodies } = await published(own);
    await own.pool.query('ALTER TABLE outbox RENAME TO gone');
    await outbox.flush();
    await own.pool.query('ALTER TABLE gone RENAME TO outbox');
    await outbox.republish();
    expect(bodies).toHaveLength(2);
    expect(await own.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });
});
