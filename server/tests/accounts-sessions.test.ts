import {
  listSessions,
  login,
  logout,
  refreshToken,
  revokeSession,
  validateToken,
} from '@herenow/contract/accounts';
import { listChats } from '@herenow/contract/chats';
import { getUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SESSIONS_MAX } from '@herenow/contract/constants';
import { findOpen } from '../src/features/accounts/sessions-store.ts';
import { movableClock } from '@herenow/testing/movable-clock';
import { newId } from '../src/lib/ids.ts';
import { claimsOf } from '@herenow/testing/claims';
import { api, BERLIN, manyPeople, PASSWORD, person, type Person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CROWD = 200;

const app = sharedApp();
let ada: Person;
beforeEach(async () => {
  ada = await person(app, 'ada');
});

const refresh = (accessToken: string, userId = ada.id, on = app) =>
  api(on, refreshToken, { body: { accessToken, userId, appSource: 'web' } });
const isValid = async (token: string, on = app) => (await api(on, validateToken, { token })).status === 200;
const signIn = async () =>
  (await api(app, login, { body: { email: ada.email, password: PASSWORD, appSource: 'web' } })).text;

test('a user who signs in again and again does not multiply what a session may do', async () => {
  await app.pool.query(
    `INSERT INTO sessions (id, user_id, token_id, rotated_at, created_at, last_used_at, ended_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), $2, $2, $2::timestamptz - n * interval '1 second',
       CASE WHEN n % 2 = 0 THEN $2::timestamptz END
     FROM generate_series(1, $3::int) n`,
    [ada.id, app.clock.now(), 2 * SESSIONS_MAX - 2],
  );
  const count = async (where: string) =>
    (await app.pool.query(`SELECT FROM sessions WHERE user_id = $1 AND ${where}`, [ada.id])).rowCount;
  await signIn();
  expect([await count('ended_at IS NULL'), await count('ended_at IS NOT NULL')]).toEqual([SESSIONS_MAX, 0]);
  const latest = await signIn();
  expect([await count('true'), await isValid(latest), await isValid(ada.token)]).toEqual([
    SESSIONS_MAX,
    true,
    true,
  ]);
});

test('sessions are found by key, even with a plan older than the crowd', async () => {
  await using alone = await startApp();
  const known = await manyPeople(alone, ['bela', 'chidi'], BERLIN);
  const ids = known.map(({ token }) => claimsOf(token).sid);
  const client = await alone.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    expect((await findOpen(client, ids)).size).toBe(2);
    // On another connection than that of the transaction.
    const names = Array.from({ length: CROWD }, (_, index) => `one${index}`);
    await manyPeople(alone, names, BERLIN);
    const before = await usersRead(client);
    await findOpen(client, ids);
    expect((await usersRead(client)) - before).toBeLessThan(CROWD / 2);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

/** Returns how many rows of users this transaction has read. */
async function usersRead(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
     FROM pg_stat_xact_user_tables WHERE relname = 'users'`,
  );
  return rows[0]!.read;
}

describe('refreshing', () => {
  test('an expired token of a live session is replaced by the next', async () => {
    app.clock.moveBy(15 * MINUTE);
    expect(await isValid(ada.token)).toBe(false);
    const next = await refresh(ada.token);
    expect(next.status).toBe(200);
    expect(next.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(next.text).not.toBe(ada.token);
    expect(await isValid(next.text)).toBe(true);
    app.clock.moveBy(15 * MINUTE);
    const third = await refresh(next.text);
    expect(await isValid(third.text)).toBe(true);
  });

  test('the previous token is valid for 30 seconds and gives the same next token', async () => {
    app.clock.moveBy(16 * MINUTE);
    const tabs = await Promise.all([1, 2, 3, 4].map(() => refresh(ada.token)));
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(tabs.map(({ text }) => tokenIdOf(text))).size).toBe(1);
    app.clock.moveBy(20_000);
    expect(tokenIdOf((await refresh(ada.token)).text)).toBe(tokenIdOf(tabs[0]!.text));
    app.clock.moveBy(16 * MINUTE);
    expect((await refresh(tabs[0]!.text)).status).toBe(200);
  });

  test('the previous token is valid up to the end of the 30 seconds', async () => {
    let at = app.clock.now().getTime();
    await using own = await startApp({}, { clock: { ...movableClock(), now: () => new Date(at) } });
    const bela = await person(own, 'bela');
    const next = await refresh(bela.token, bela.id, own);
    at += 30_000;
    expect(tokenIdOf((await refresh(bela.token, bela.id, own)).text)).toBe(tokenIdOf(next.text));
    at += 1;
    expect((await refresh(bela.token, bela.id, own)).status).toBe(401);
  });

  test('using the previous token after that ends the session', async () => {
    const next = await refresh(ada.token);
    app.clock.moveBy(31_000);
    expect(await refresh(ada.token)).toMatchObject({ status: 401, text: refusals.signInAgain.text });
    expect(await isValid(next.text)).toBe(false);
    expect(await refresh(next.text)).toMatchObject({ status: 401 });
  });

  test('a token from further back ends the session at once', async () => {
    const second = await refresh(ada.token);
    const third = await refresh(second.text);
    expect(await refresh(ada.token)).toMatchObject({ status: 401 });
    expect(await isValid(third.text)).toBe(false);
  });

  test('other sessions of the same user continue', async () => {
    const other = await signIn();
    await refresh(ada.token);
    app.clock.moveBy(31_000);
    await refresh(ada.token);
    expect(await isValid(other)).toBe(true);
  });

  test('another user’s id is refused, and the session continues', async () => {
    const bela = await person(app, 'bela');
    expect(await refresh(ada.token, bela.id)).toMatchObject({ status: 403, text: refusals.notYours.text });
    expect((await refresh(ada.token)).status).toBe(200);
  });

  test.each<[string, (token: string) => string]>([
    ['garbage', () => 'garbage'],
    ['a token without its signature', (token) => token.slice(0, token.lastIndexOf('.') + 1)],
    ['a token with another signature', (token) => `${token.slice(0, -8)}AAAAAAAA`],
    ['a token without claims', (token) => token.replace(/\.[^.]+\./, '.e30.')],
  ])('%s is refused', async (_, spoil) => {
    expect(await refresh(spoil(ada.token))).toMatchObject({ status: 401, text: refusals.signInAgain.text });
    expect(await isValid(ada.token)).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ['no token', { userId: newId() }, refusals.signInAgain.text],
    ['an empty token', { accessToken: '', userId: newId() }, refusals.signInAgain.text],
    ['no user id', { accessToken: 'x' }, 'This id is not valid.'],
    ['a user id that is none', { accessToken: 'x', userId: 'ada' }, 'This id is not valid.'],
  ])('%s is refused', async (_, body, text) => {
    expect(await api(app, refreshToken, { body: body as never })).toMatchObject({ status: 400, text });
  });

  test('an ended session cannot be refreshed', async () => {
    await ada.api(logout);
    expect(await refresh(ada.token)).toMatchObject({ status: 401, text: refusals.signInAgain.text });
  });

  test('a suspended user cannot refresh', async () => {
    await suspend(app, ada);
    expect(await refresh(ada.token)).toMatchObject({ status: 401, text: refusals.signInAgain.text });
  });
});

test('a session ends after 30 days without use, and using it extends it', async () => {
  const other = await signIn();
  app.clock.moveBy(29 * DAY);
  const next = await refresh(ada.token);
  app.clock.moveBy(2 * DAY);
  expect((await refresh(next.text)).status).toBe(200);
  expect(await refresh(other)).toMatchObject({ status: 401, text: refusals.signInAgain.text });
  await app.accounts.sweep();
  const { rows } = await app.pool.query('SELECT 1 FROM sessions WHERE user_id = $1', [ada.id]);
  expect(rows).toHaveLength(1);
});

test('using a token counts as use of the session', async () => {
  const lastUse = async () =>
    (await app.pool.query('SELECT last_used_at FROM sessions WHERE user_id = $1', [ada.id])).rows[0]
      .last_used_at;
  const before = await lastUse();
  app.clock.moveBy(6 * MINUTE);
  expect(await isValid(ada.token)).toBe(true);
  expect((await lastUse()).getTime() - before.getTime()).toBeGreaterThanOrEqual(6 * MINUTE);
});

test('logging out ends this session and no other', async () => {
  const other = await signIn();
  expect(await ada.api(logout)).toMatchObject({ status: 200, text: '' });
  expect(await ada.api(validateToken)).toMatchObject({ status: 401, text: refusals.signInAgain.text });
  expect(await isValid(other)).toBe(true);
});

test('a device drops its photos when its session ends, here or elsewhere', async () => {
  const forgets = ({ headers }: { headers: Headers }) => headers.get('clear-site-data');
  const elsewhere = await signIn();
  const renewed = await refresh(elsewhere);
  expect([renewed.status, forgets(renewed)]).toEqual([200, null]);
  const params = { sessionId: sessionIdOf(elsewhere) };
  expect(forgets(await ada.api(revokeSession, { params }))).toBe(null);
  const refused = await refresh(renewed.text);
  expect([refused.status, forgets(refused)]).toEqual([401, '"cache"']);
  expect(forgets(await ada.api(logout))).toBe('"cache"');
});

test('sessions are listed, latest first, without the ended ones', async () => {
  const bela = await person(app, 'bela');
  await api(app, logout, { token: await signIn() });
  app.clock.moveBy(MINUTE);
  const here = await signIn();
  const { json } = await api(app, listSessions, { token: here });
  expect(json).toEqual([
    {
      id: expect.any(String),
      created: expect.any(String),
      lastUsedAt: expect.any(String),
      appSource: 'web',
      device: 'node',
      current: true,
      pushes: false,
    },
    {
      id: expect.any(String),
      created: expect.any(String),
      lastUsedAt: expect.any(String),
      appSource: 'web',
      device: 'test',
      current: false,
      pushes: false,
    },
  ]);
  expect((await bela.api(listSessions)).json).toHaveLength(1);
});

test('users can end their own sessions, and get 404 for others', async () => {
  const bela = await person(app, 'bela');
  const elsewhere = await signIn();
  const sessionId = sessionIdOf(elsewhere);
  const gone = { status: 404, text: 'Session not found' };
  expect(await bela.api(revokeSession, { params: { sessionId } })).toMatchObject(gone);
  expect(await ada.api(revokeSession, { params: { sessionId: newId() } })).toMatchObject(gone);
  expect(await ada.api(revokeSession, { params: { sessionId: 'first' } })).toMatchObject(gone);
  expect(await isValid(elsewhere)).toBe(true);
  expect(await ada.api(revokeSession, { params: { sessionId } })).toMatchObject({ status: 200, text: '' });
  expect(await isValid(elsewhere)).toBe(false);
  expect(await ada.api(revokeSession, { params: { sessionId } })).toMatchObject(gone);
});

test('an ended session is over at once on every node', async () => {
  await using second = await startApp({ databaseUrl: app.config.databaseUrl!, dataDir: app.config.dataDir });
  second.clock.moveBy(app.clock.now().getTime() - second.clock.now().getTime());
  expect(await isValid(ada.token, second)).toBe(true);
  await ada.api(logout);
  expect(await isValid(ada.token, second)).toBe(false);
  expect((await refresh(ada.token, ada.id, second)).status).toBe(401);
});

test.each<[string, (one: Person) => Promise<{ status: number }>]>([
  ['a call whose statement admits it', (one) => one.api(getUser, { params: { id: one.id } })],
  ['any other call', (one) => one.api(listChats, { params: { userId: one.id } })],
  ['a refresh', (one) => refresh(one.token)],
])(
  'the token of an ended session asks the database once, however often it is used: %s',
  async (_which, call) => {
    await ada.api(logout);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => asked.mockRestore());
    const aboutSession = () =>
      asked.mock.calls.filter((given) => JSON.stringify(given).includes(sessionIdOf(ada.token))).length;
    expect((await call(ada)).status).toBe(401);
    expect(aboutSession()).toBe(1);
    for (let n = 0; n < 20; n += 1) expect((await call(ada)).status).toBe(401);
    expect(aboutSession()).toBe(1);
  },
);

const tokenIdOf = (token: string): string => claimsOf(token).jti;
const sessionIdOf = (token: string): string => claimsOf(token).sid;
