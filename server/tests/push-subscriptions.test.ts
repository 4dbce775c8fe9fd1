import { listSessions, logout, revokeSession, updatePassword } from '@herenow/contract/accounts';
import { addFcmToken, getPushKey, removeFcmToken } from '@herenow/contract/push';
import { createECDH, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimsOf } from '@herenow/testing/claims';
import { ok, signInAgain, tellPosition } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { countDeadlocks, inTheMiddleOf, whileLocked } from './while-locked.ts';

const app = sharedApp();

const endpoint = (host = 'push.example.org') => `https://${host}/${randomUUID()}`;
const keys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});
const tokenOf = (fields: object = {}) =>
  JSON.stringify({ endpoint: endpoint(), expirationTime: null, keys: keys(), ...fields });

const add = (one: Person, fcmToken: unknown, userId = one.id) =>
  one.api(addFcmToken, { body: { userId, fcmToken: fcmToken as string } });
const remove = (one: Person, fcmToken: unknown, userId = one.id) =>
  one.api(removeFcmToken, { body: { userId, fcmToken: fcmToken as string } });
const rowsOf = (one: Person) =>
  app.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', one.id)
    .orderBy('created_at')
    .execute();

test('a subscription is stored once and deleted on request', async () => {
  const ada = await person(app, 'ada');
  const token = tokenOf();
  for (const answer of [await add(ada, token), await add(ada, token)])
    expect([answer.status, answer.text]).toEqual([200, '']);
  const { endpoint: address, keys: given } = JSON.parse(token);
  expect(await rowsOf(ada)).toMatchObject([{ endpoint: address, keys: given }]);
  for (const answer of [await remove(ada, token), await remove(ada, token)])
    expect([answer.status, answer.text]).toEqual([200, '']);
  expect(await rowsOf(ada)).toEqual([]);
});

test('a device belongs to the user it was registered for last', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const token = tokenOf();
  await add(ada, token);
  await add(bela, token);
  expect(await rowsOf(ada)).toEqual([]);
  expect((await remove(ada, token)).status).toBe(200);
  expect(await rowsOf(bela)).toHaveLength(1);
});

test('the list of sessions shows which ones have a push address, even one that a thief has added', async () => {
  const ada = await person(app, 'ada');
  const [thief] = await signInAgain(app, ada);
  const told = async () =>
    ok(await ada.api(listSessions)).json.map(({ current, pushes }) => [current, pushes]);
  expect(await told()).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, false],
    ]),
  );
  await add(thief, tokenOf());
  expect(await told()).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  );
  const other = ok(await ada.api(listSessions)).json.find(({ pushes }) => pushes)!;
  ok(await ada.api(revokeSession, { params: { sessionId: other.id } }));
  expect(await told()).toEqual([[true, false]]);
  expect(await rowsOf(ada)).toEqual([]);
});

test('only the latest of many devices count', async () => {
  const ada = await person(app, 'ada');
  const tokens = Array.from({ length: 12 }, () => tokenOf());
  for (const token of tokens) ok(await add(...(await signInAgain(app, ada)), token));
  const kept = (await rowsOf(ada)).map((row) => row.endpoint);
  const sent = tokens.map((token) => String(JSON.parse(token).endpoint));
  expect(kept.toSorted()).toEqual(sent.slice(2).toSorted());
});

test('a session has one device: one added with a stolen token is removed when the owner opens the app', async () => {
  const ada = await person(app, 'ada');
  const [laptop] = await signInAgain(app, ada);
  const [own, stolen, other] = [tokenOf(), tokenOf(), tokenOf()];
  ok(await add(ada, own));
  ok(await add(laptop, other));
  ok(await add(ada, stolen));
  ok(await add(ada, own));
  const kept = (await rowsOf(ada)).map((row) => row.endpoint);
  expect(kept.toSorted()).toEqual([own, other].map((token) => JSON.parse(token).endpoint).toSorted());
});

test('a device that signs in again is registered for the new session', async () => {
  const ada = await person(app, 'ada');
  const token = tokenOf();
  await add(ada, token);
  ok(await ada.api(logout));
  const [again] = await signInAgain(app, ada);
  await add(again, token);
  const live = await app.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select('sessions.ended_at')
    .where('push_subscriptions.user_id', '=', ada.id)
    .execute();
  expect(live).toEqual([{ ended_at: null }]);
});

test.each<[string, (ada: Person, again: Person) => Promise<unknown>]>([
  ['itself', (ada) => ada.api(logout)],
  [
    'from another',
    (ada, again) => again.api(revokeSession, { params: { sessionId: claimsOf(ada.token).sid } }),
  ],
  [
    'by a new password',
    (_, again) =>
      again.api(updatePassword, {
        body: { userId: again.id, oldPassword: PASSWORD, newPassword: 'Another-2026' },
      }),
  ],
])('a device that is signed out %s is forgotten with its place, and no other', async (_, signOut) => {
  const ada = await person(app, 'ada');
  const [again] = await signInAgain(app, ada);
  const [gone, kept] = [tokenOf(), tokenOf()];
  ok(await add(ada, gone));
  ok(await add(again, kept));
  for (const [index, who] of [ada, again].entries()) await tellPosition(who, [13.4 + index / 10, 52.5]);
  await signOut(ada, again);
  const places = await app.pool.query('SELECT session_id FROM viewpoints WHERE session_id = ANY($1)', [
    [claimsOf(ada.token).sid, claimsOf(again.token).sid],
  ]);
  expect(places.rows).toEqual([{ session_id: claimsOf(again.token).sid }]);
  expect((await rowsOf(ada)).map((row) => row.endpoint)).toEqual([JSON.parse(kept).endpoint]);
});

test('a device signed out while it registers is not registered', async () => {
  const ada = await person(app, 'ada');
  const { answer, waited } = await whileLocked(
    app,
    {
      lock: 'SELECT FROM sessions WHERE id = $1 FOR NO KEY UPDATE',
      change: 'UPDATE sessions SET ended_at = now() WHERE id = $1',
      values: [claimsOf(ada.token).sid],
    },
    () => add(ada, tokenOf()),
  );
  expect(waited).toBe(true);
  expect(answer.status).toBe(401);
  expect(await rowsOf(ada)).toEqual([]);
});

test('two devices of a user that change their addresses with each other do so one after the other', async () => {
  const ada = await person(app, 'ada');
  const [again] = await signInAgain(app, ada);
  const [one, other] = [tokenOf(), tokenOf()];
  ok(await add(ada, one));
  ok(await add(again, other));
  await app.pool.query(`
    CREATE FUNCTION wait_to_delete() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END';
    CREATE TRIGGER wait_to_delete BEFORE DELETE ON push_subscriptions EXECUTE FUNCTION wait_to_delete()`);
  const before = await countDeadlocks(app);
  const hold = { text: 'SELECT pg_advisory_xact_lock(1)', values: [] };
  await inTheMiddleOf(
    app,
    hold,
    async () => ok(await add(ada, other)),
    async () => ok(await add(again, one)),
  );
  expect(await countDeadlocks(app)).toBe(before);
  expect(await rowsOf(ada)).toHaveLength(2);
  await app.pool.query('DROP FUNCTION wait_to_delete CASCADE');
});

const point = keys().p256dh;
/** Characters of three bytes, each encoded as nine letters. */
const chinese = Array.from({ length: 1000 }, () => String.fromCodePoint(randomInt(0x4e00, 0x9fff))).join('');
test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an empty text', ''],
  ['a number', 5],
  ['what is no JSON', 'token'],
  ['null', 'null'],
  ['a list', '[]'],
  ['too long a text', `${tokenOf()}${' '.repeat(4096)}`],
  ['no endpoint', tokenOf({ endpoint: undefined })],
  ['an endpoint that is no address', tokenOf({ endpoint: 'push' })],
  ['an endpoint without TLS', tokenOf({ endpoint: 'http://push.example.org/1' })],
  ['another scheme', tokenOf({ endpoint: 'file:///etc/passwd' })],
  ['an endpoint with a password', tokenOf({ endpoint: 'https://ada:secret@push.example.org/1' })],
  ['this machine', tokenOf({ endpoint: endpoint('localhost') })],
  ['this machine by its address', tokenOf({ endpoint: endpoint('127.0.0.1') })],
  ['this machine in other digits', tokenOf({ endpoint: endpoint('0x7f.1') })],
  ['this machine in IPv6', tokenOf({ endpoint: endpoint('[::1]') })],
  ['this machine, mapped', tokenOf({ endpoint: endpoint('[::ffff:127.0.0.1]') })],
  ['the network around it', tokenOf({ endpoint: endpoint('192.168.0.1:8443') })],
  ['the cloud’s metadata', tokenOf({ endpoint: endpoint('169.254.169.254') })],
  ['a machine of the network by name', tokenOf({ endpoint: endpoint('printer') })],
  ['no keys', tokenOf({ keys: undefined })],
  ['a key that is no point', tokenOf({ keys: { ...keys(), p256dh: randomBytes(65).toString('base64url') } })],
  ['a key too short', tokenOf({ keys: { ...keys(), p256dh: point.slice(4) } })],
  ['a secret too short', tokenOf({ keys: { ...keys(), auth: randomBytes(8).toString('base64url') } })],
  ['a secret with a NUL', tokenOf({ keys: { ...keys(), auth: `${keys().auth}\0` } })],
  ['a secret with half a character', tokenOf({ keys: { ...keys(), auth: `${keys().auth}\ud800` } })],
  [
    'an endpoint that is too long once encoded',
    tokenOf({ endpoint: endpoint(`push.example.org/${chinese}`) }),
  ],
])('%s is no subscription', async (_, token) => {
  const ada = await person(app, 'ada');
  const answer = await add(ada, token);
  expect([answer.status, answer.text]).toEqual([400, 'This is not a push subscription.']);
  expect(await rowsOf(ada)).toEqual([]);
});

test.each(['', 'token', '{}', '{"endpoint":"push"}'])('%j cannot be forgotten', async (token) => {
  const answer = await remove(await person(app, 'ada'), token);
  expect([answer.status, answer.text]).toEqual([400, 'This is not a push subscription.']);
});

test('users can subscribe only themselves, signed in', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  for (const call of [add, remove]) {
    const answer = await call(ada, tokenOf(), bela.id);
    expect([answer.status, answer.text]).toEqual([403, 'You can only do this for yourself.']);
  }
  const body = { userId: ada.id, fcmToken: tokenOf() };
  for (const call of [addFcmToken, removeFcmToken]) expect((await api(app, call, { body })).status).toBe(401);
  expect((await api(app, getPushKey, {})).status).toBe(401);
});
