import { CODE_MINUTES } from '@herenow/contract/constants';
import { createTestDatabase } from '@herenow/testing/test-database';
import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { JOB_KINDS } from '../src/app/job-kinds.ts';
import { PACE } from '../src/app/sweep-pace.ts';
import { openDatabase } from '../src/database/connect.ts';
import { createJobs, TryLater, type JobName } from '../src/database/jobs.ts';
import { createLog } from '../src/lib/log.ts';

const silent = createLog('silent');

/** Opens the queue on a database of its own, with a job of each kind that waits. */
async function scene(query?: (pool: pg.Pool) => pg.Pool['query'], log = silent) {
  await using undo = new AsyncDisposableStack();
  const { url } = undo.use(await createTestDatabase());
  const { db, pool } = undo.use(await openDatabase({ databaseUrl: url, dataDir: '', log }));
  const asked = query ? Object.create(pool, { query: { value: query(pool) } }) : pool;
  const jobs = createJobs({ pool: asked, log, kinds: JOB_KINDS, pace: PACE });
  await jobs.start();
  undo.defer(() => jobs.stop());
  const done = new Set<JobName>();
  const kinds = Object.keys(JOB_KINDS) as JobName[];
  for (const kind of kinds) await jobs.enqueue(db, kind, { payload: {} } as never);
  const resources = undo.move();
  return {
    db,
    pool,
    jobs,
    kinds,
    done,
    async handleAll() {
      for (const kind of kinds) await jobs.handle(kind, async () => void done.add(kind));
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('jobs of all kinds are fetched and run on a single connection', async () => {
  await using all = await scene();
  await all.handleAll();
  await expect.poll(() => [...all.done].toSorted()).toEqual(all.kinds.toSorted());
  expect(all.pool.totalCount).toBe(1);
});

test('a hanging fetch holds up other kinds only briefly', async () => {
  const hung = Promise.withResolvers<never>();
  let hangs = false;
  await using all = await scene(
    (pool) =>
      ((...asked: Parameters<typeof pool.query>) => {
        if (!hangs) return pool.query(...asked);
        hangs = false;
        return hung.promise;
      }) as pg.Pool['query'],
  );
  hangs = true;
  await all.handleAll();
  await expect.poll(() => all.done.size).toBe(all.kinds.length - 1);
  hung.reject(new Error('Query read timeout'));
  await expect.poll(() => all.done.size).toBe(all.kinds.length);
});

test('counting the jobs reads those that wait or have failed, and none that are done', async () => {
  await using all = await scene();
  const DONE = 5000;
  await all.pool.query(
    `INSERT INTO pgboss.job (name, state, completed_on)
     SELECT 'wake', 'completed', now() FROM generate_series(1, $1::int)`,
    [DONE],
  );
  await all.pool.query(`INSERT INTO pgboss.job (name, state, completed_on) VALUES ('wake', 'failed', now())`);
  await all.pool.query('ANALYZE pgboss.job');
  const client = await all.pool.connect();
  using held = new DisposableStack();
  held.defer(() => client.release(true));
  const jobs = createJobs({ pool: client as unknown as pg.Pool, log: silent, kinds: JOB_KINDS, pace: PACE });
  const rowsRead = async () => {
    const { rows } = await client.query<{ read: number }>(
      `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
       FROM pg_stat_xact_all_tables WHERE schemaname = 'pgboss'`,
    );
    return rows[0]!.read;
  };
  await client.query('BEGIN');
  const before = await rowsRead();
  expect((await jobs.counts()).wake).toEqual({ waiting: 1, failed: 1 });
  expect((await rowsRead()) - before).toBeLessThan(DONE / 10);
});

test('many jobs are locked in the same order everywhere, whatever the locale of the machine', async () => {
  await using all = await scene();
  const userIds = ['b', 'aa', 'B', 'z', 'ä'];
  await all.jobs.enqueueAll(
    all.db,
    'wake',
    userIds.map((userId) => ({
      userId,
      kind: 'nearby' as const,
      payload: { type: 'nearby', content: '' },
      expiresAt: '',
    })),
  );
  const { rows } = await all.pool.query<{ userId: string }>(
    `SELECT data->>'userId' AS "userId" FROM pgboss.job WHERE data ? 'userId' ORDER BY ctid`,
  );
  expect(rows.map(({ userId }) => userId)).toEqual(['B', 'aa', 'b', 'z', 'ä']);
});

test('a job that waits for an engine is logged once a minute for each reason', async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  await using all = await scene(undefined, createLog('warn', { write }));
  const reasons = ['closed', 'closed', 'no such bucket', 'closed', 'no such bucket'];
  let tries = 0;
  for (const _ of reasons.slice(1)) await all.jobs.enqueue(all.db, 'mail', {} as never);
  await all.jobs.handle('mail', () => Promise.reject(new TryLater(reasons[tries++])));
  await expect.poll(() => tries).toBeGreaterThanOrEqual(reasons.length);
  expect(lines.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([
    'closed',
    'no such bucket',
  ]);
});

test('a code for a reset is tried for as long as it would be valid, and once a minute at least', async () => {
  await using all = await scene();
  let tries = 0;
  await all.jobs.handle('reset', () => Promise.reject(new TryLater(`try ${(tries += 1)}`)));
  const waits: number[] = [];
  /** Lets the job that waits be tried now; returns its state. */
  async function hurry(): Promise<string> {
    const { rows } = await all.pool.query<{ state: string; wait: number }>(
      `WITH before AS (SELECT id, start_after FROM pgboss.job WHERE name = 'reset')
       UPDATE pgboss.job SET start_after = now() FROM before WHERE job.id = before.id
       RETURNING state, extract(epoch FROM before.start_after - now())::float8 AS wait`,
    );
    const { state, wait } = rows[0]!;
    if (state === 'retry' && wait > 0) waits.push(wait);
    all.jobs.wake('reset');
    return state;
  }
  await expect.poll(hurry).toBe('failed');
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(CODE_MINUTES * 60);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60);
});

test('a machine whose clock is put back while a job runs goes on looking for jobs', async () => {
  await using all = await scene();
  const [kind] = all.kinds as [JobName];
  const setBack = Promise.withResolvers<void>();
  let handled = 0;
  await all.jobs.handle(kind, async () => {
    handled += 1;
    if (handled === 1) await setBack.promise;
  });
  await expect.poll(() => handled).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  try {
    setBack.resolve();
    // Another node has queued it, so nothing wakes this one.
    await all.jobs.enqueue(all.db, kind, { payload: {} } as never);
    await expect.poll(() => handled).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
