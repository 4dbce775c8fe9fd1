import { DAY_MS, HOUR_MS, UNDERAGE } from '@herenow/contract/constants';
import { reportUser } from '@herenow/contract/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { claimsOf } from '@herenow/testing/claims';
import { goVisible, ok } from '@herenow/testing/encounters';
import { people, person } from '@herenow/testing/people';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { deleteIdle } from '../src/features/accounts/sessions-store.ts';
import { listUnverified } from '../src/features/accounts/users-store.ts';
import { listVoices } from '../src/features/moderation/alarm-store.ts';
import { takeTry } from '../src/features/accounts/codes-store.ts';
import { forgetDaysBefore } from '../src/features/feed/store.ts';
import { deleteEvidence } from '../src/features/moderation/case-store.ts';
import { listLog } from '../src/features/moderation/log-store.ts';
import { countYoungInFront, findReporter } from '../src/features/moderation/queue-place-store.ts';
import { deleteOutdated as deletePinMemories } from '../src/features/pins/memory-store.ts';
import { forgetSignedOut } from '../src/features/places/store.ts';
import { findOwn } from '../src/features/profile/own-store.ts';
import { addMoment } from '../src/features/pulse/store.ts';
import type { Db } from '../src/database/db.ts';
import { createRates } from '../src/http/call-rates.ts';
import { minus } from '../src/lib/clock.ts';
import { notePortions } from './portions.ts';

const ROWS = 5000;

test('sweeps of tables that grow for years read only what is due', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  const now = app.clock.now();
  const ago = (days: number) => minus(now, days * DAY_MS);
  await live(app, ada.id);
  await expectFew(app, [
    ['handouts of days that have ended', (db) => forgetDaysBefore(db, ago(1))],
    ['places of devices signed out', (db) => forgetSignedOut(db, ago(1))],
    ['memories of pins', (db) => deletePinMemories(db, now, ago(7))],
    ['idle sessions', (db) => deleteIdle(db, ago(30))],
    ['accounts never verified', (db) => listUnverified(db, ago(30), { limit: 100, but: [] })],
    [
      'words and messages of judged reports',
      (db) => deleteEvidence(db, { sweptBefore: ago(31), judgedBefore: ago(30), sealedBefore: ago(90) }),
    ],
  ]);
});

test('what is done often reads only what it asks for, however much has come together', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  const now = app.clock.now();
  await live(app, ada.id);
  const log = (whose: 'operator_id' | 'former_operator', operatorId: string, at: Date) => sql`
    INSERT INTO moderation_log (id, ${sql.ref(whose)}, user_id, action, reasons, note, why, created_at)
    SELECT gen_random_uuid(), ${operatorId}, id, 'dismiss', '{}', '', '', ${at}::timestamptz - n * interval '1 second'
    FROM (SELECT id, row_number() OVER () AS n FROM users) AS _`;
  const former = randomUUID();
  await log('operator_id', bela.id, minus(now, 30 * DAY_MS)).execute(app.db);
  await log('former_operator', former, minus(now, 30 * DAY_MS)).execute(app.db);
  await log('operator_id', ada.id, now).execute(app.db);
  await sql`ANALYZE`.execute(app.db);
  await expectFew(app, [
    [
      'live chats for the pulse',
      (db) =>
        addMoment(db, now, { waiting: 0, oldestSeconds: 0 }, now).then(() =>
          sql`DELETE FROM pulse_moments`.execute(db),
        ),
    ],
    ['codes of a network', (db) => takeTry(db, 'reset', { clientHash: 'network of bela' }, now)],
    [
      'acts of an operator who has not acted lately',
      (db) => listLog(db, { operatorId: bela.id, but: [] }, 50),
    ],
    ['acts of a former operator', (db) => listLog(db, { operatorId: former, but: [] }, 50)],
  ]);
});

/** Expects that these read few rows, with either kind of plan that a connection keeps. */
async function expectFew(
  app: TestApp,
  acts: readonly [name: string, act: (db: Db) => Promise<unknown>][],
): Promise<void> {
  for (const plan of ['force_custom_plan', 'force_generic_plan'])
    for (const [name, act] of acts) {
      const read = await app.work(async ({ db }) => {
        await sql`SET LOCAL plan_cache_mode = ${sql.raw(plan)}`.execute(db);
        const before = await rowsRead(db);
        await act(db);
        return (await rowsRead(db)) - before;
      });
      expect.soft(read, `${name}, ${plan}`).toBeLessThan(ROWS / 10);
    }
}

test('a report looks at the earlier ones of its reporter alone', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  await live(app, ada.id);
  ok(await bela.api(reportUser, { body: { reporterId: bela.id, reportedUserId: ada.id, reason: UNDERAGE } }));
  const report = await app.db
    .updateTable('reports')
    .set({ network: 'a network' })
    .where('reporter_id', '=', bela.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const since = minus(app.clock.now(), 90 * DAY_MS);
  const read = await app.work(async ({ db }) => {
    const before = await rowsRead(db);
    expect(await findReporter(db, report.id, { day: since, judged: since })).toBeDefined();
    expect(await listVoices(db, ada.id, { judged: since, hid: since })).toHaveLength(1);
    return (await rowsRead(db)) - before;
  });
  expect(read).toBeLessThan(ROWS / 10);
});

test('a report on somebody who was only shown looks at no older reports than those of young accounts', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await live(app, ada.id);
  await sql`UPDATE reports SET handled_at = NULL, upheld = NULL, place = 'shown'`.execute(app.db);
  await sql`ANALYZE reports`.execute(app.db);
  const weekAgo = minus(app.clock.now(), 7 * DAY_MS);
  const read = await app.work(async ({ db }) => {
    const before = await rowsRead(db);
    expect(await countYoungInFront(db, randomUUID(), weekAgo)).toBe(7 * 24);
    return (await rowsRead(db)) - before;
  });
  expect(read).toBeLessThan(ROWS / 10);
});

test('one’s own record reads no memories of earlier presences, however many somebody has rejected', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await goVisible(app, ada);
  await live(app, ada.id);
  await sql`DELETE FROM chats`.execute(app.db);
  const someone = sql`(SELECT id FROM users LIMIT 50)`;
  await sql`
    INSERT INTO former_chats SELECT one.id, other.id, '', ${app.clock.now()}
    FROM ${someone} one, ${someone} other WHERE one.id <> other.id`.execute(app.db);
  await sql`UPDATE users SET mailbox = id`.execute(app.db);
  await sql`UPDATE pin_memories SET target = left(pinner, 3)`.execute(app.db);
  await sql`ANALYZE`.execute(app.db);
  // The planner does not know of somebody who rejects more than others.
  await sql`UPDATE pin_memories SET target = ${ada.id}`.execute(app.db);
  const caller = { userId: ada.id, sessionId: claimsOf(ada.token).sid };
  for (const plan of ['force_custom_plan', 'force_generic_plan']) {
    const client = await app.pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL plan_cache_mode = ${plan}`);
      const readSoFar = async () =>
        (await client.query<{ read: number }>(READ.compile(app.db).sql)).rows[0]!.read;
      const before = await readSoFar();
      await findOwn(client as unknown as pg.Pool, caller, app.clock.now());
      expect.soft((await readSoFar()) - before, plan).toBeLessThan(ROWS / 10);
    } finally {
      client.release(true);
    }
  }
});

/** Writes the rows of months. */
async function live(app: TestApp, reportedId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    for (const statement of yearOf(reportedId, app.clock.now())) await statement.execute(trx);
  });
  await sql`ANALYZE`.execute(app.db);
}

/** How many rows this connection has read of the tables that grow. */
const rowsRead = async (db: Db): Promise<number> => (await READ.execute(db)).rows[0]!.read;
const READ = sql<{ read: number }>`
  SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables
  WHERE relname IN ('users', 'sessions', 'viewpoints', 'pin_memories', 'reports', 'report_messages',
    'handouts', 'chats', 'codes', 'moderation_log')`;

/** The rows of months, none of which are due: of users with a device each, many of them signed out. */
const yearOf = (reportedId: string, now: Date) => [
  sql`
    INSERT INTO users (id, email, password_hash, username, registration_step, email_validated, notification_settings,
      created_at, updated_at, last_active_at)
    SELECT gen_random_uuid(), n || '@example.org', '', n, 6, true, '{}', at, at, at
    FROM generate_series(1, ${ROWS}::int) AS n, LATERAL (SELECT ${now}::timestamptz - n * interval '1 hour') AS _(at)`,
  sql`
    INSERT INTO sessions (id, user_id, token_id, rotated_at, app_source, device, created_at, last_used_at, ended_at)
    SELECT gen_random_uuid(), id, gen_random_uuid(), ${now}, 'web', '', ${now}, ${now},
      CASE WHEN email < '5' THEN created_at END FROM users WHERE id <> ${reportedId}`,
  sql`INSERT INTO viewpoints (session_id, cell) SELECT id, '881f1d4887fffff' FROM sessions WHERE ended_at IS NULL`,
  sql`
    INSERT INTO pin_memories (pinner, target, rejections, pinned_at)
    SELECT id, 'ada', 1, created_at FROM users`,
  sql`
    INSERT INTO reports (id, reporter_id, reported_id, reason, created_at, updated_at, handled_at, upheld)
    SELECT gen_random_uuid(), id, ${reportedId}, 'Other', created_at, created_at, created_at, true FROM users`,
  sql`
    INSERT INTO report_messages (report_id, message_id, by_reported, reported, content, earlier, sent_at, deleted)
    SELECT id, id, true, false, 'hello', '{}', created_at, false FROM reports`,
  sql`
    INSERT INTO handouts (viewer_id, day_since, home, handed_at, near, far)
    SELECT id, ${now}, '881f1d4887fffff', ${now}, '{}', '{}' FROM users`,
  sql`
    INSERT INTO chats (id, low_id, high_id, initiated_by, pin_status, created_at, answered_at, paused_at)
    SELECT gen_random_uuid(), least(id, ${reportedId}), greatest(id, ${reportedId}), id, 'accepted', ${now}, ${now},
      ${now} FROM users WHERE id <> ${reportedId}`,
  sql`
    INSERT INTO codes (id, user_id, purpose, code_hash, client_hash, created_at, expires_at)
    SELECT gen_random_uuid(), id, 'reset', '', 'network of ' || email, ${now},
      ${now}::timestamptz + interval '15 minutes' FROM users`,
];

test('the sweep of counts goes through any number of them in portions', async () => {
  await using app = await startApp();
  const COUNT = 12_000;
  const over = app.clock.now().getTime() - 2 * HOUR_MS;
  await app.pool.query(
    `INSERT INTO rate_limits (key, points, expire)
     SELECT 'made-up:' || n, 1, $1::bigint + (n % 2) * $2::bigint FROM generate_series(1, $3::int) AS n`,
    [over, 2 * HOUR_MS, COUNT],
  );
  const portions = await notePortions(app, 'rate_limits');
  await createRates({ ...app, key: '', enabled: true }).sweep();
  const left = await app.pool.query(`SELECT FROM rate_limits WHERE key LIKE 'made-up:%'`);
  expect(left.rows).toHaveLength(COUNT / 2);
  const removed = (await portions()).map(({ rows }) => rows);
  expect(Math.max(...removed)).toBeLessThan(COUNT / 2);
});
