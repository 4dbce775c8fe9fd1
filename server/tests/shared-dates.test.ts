import { HOUR_MS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { endSharedDate, listSharedDates, readSharedDate, shareDate } from '@herenow/contract/shared-dates';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dumpDatabase } from '@herenow/testing/dump';
import { later, ok, signInAgain } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { deleteAccount, suspend } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { newId } from '../src/lib/ids.ts';
import { decidedAtOnce } from './while-locked.ts';

const QUICK = { outbox: 100, presences: 100, chats: 100, photos: 100, rights: 100, accounts: 100 };
const MINUTE_MS = 60_000;
const GONE = `404 ${refusals.linkOver.text}`;

let app: TestApp;
let ada: Person;
beforeEach(async () => {
  app = await startApp({}, { pace: { ...QUICK, protections: 100, retrySeconds: 0 } });
  ada = await person(app, 'ada');
});
afterEach(() => app[Symbol.asyncDispose]());

const share = (who: Person, body: object = {}) =>
  who.api(shareDate, { body: { who: 'Bela', place: 'The pub by the pond', until: later(app, 2), ...body } });
const read = (token: string) => api(app, readSharedDate, { body: { token } });
const told = async (token: string) => {
  const { status, text } = await read(token);
  return `${status} ${text}`;
};

test('a friend with the link reads what the user wrote, and nothing else', async () => {
  const until = later(app, 2);
  const { token, id } = ok(await share(ada, { who: '  Bela \n K. ', until })).json;
  const page = ok(await read(token));
  expect(page.json).toEqual({ who: 'Bela K.', place: 'The pub by the pond', until, over: false });
  expect(page.text).not.toContain(ada.id);
  expect(page.text).not.toContain('ada');
  expect(ok(await ada.api(listSharedDates)).json).toMatchObject([{ id, who: 'Bela K.', until }]);
  // A date that is over can be read for twelve more hours.
  app.clock.moveBy(2 * HOUR_MS - MINUTE_MS);
  expect(ok(await read(token)).json.over).toBe(false);
  app.clock.moveBy(MINUTE_MS);
  expect(ok(await read(token)).json).toMatchObject({ over: true, place: 'The pub by the pond' });
  const [again] = await signInAgain(app, ada);
  expect(ok(await again.api(listSharedDates)).json).toEqual([]);
  app.clock.moveBy(12 * HOUR_MS - MINUTE_MS);
  expect(ok(await read(token)).json.over).toBe(true);
  app.clock.moveBy(MINUTE_MS);
  expect(await told(token)).toBe(GONE);
  await expect
    .poll(async () => (await dumpDatabase(app.pool)).filter((row) => row.includes('by the pond')))
    .toEqual([]);
});

test('the longest time may be chosen on a device whose clock is a little ahead, and none that is over', async () => {
  const at = (ms: number) => ({ until: new Date(app.clock.now().getTime() + ms).toISOString() });
  ok(await share(ada, at(12 * HOUR_MS + MINUTE_MS)));
  for (const ms of [12 * HOUR_MS + 2 * MINUTE_MS, 0])
    expect(await share(ada, at(ms))).toMatchObject({ status: 400, text: refusals.dateEnd.text });
});

test('unknown links, revoked links and hashes from a stolen database give the same 404', async () => {
  const { token, id } = ok(await share(ada)).json;
  expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
  expect((await dumpDatabase(app.pool)).filter((row) => row.includes(token))).toEqual([]);
  expect(app.logLines.filter((line) => line.includes(token))).toEqual([]);
  const { rows } = await app.pool.query<{ hash: string }>('SELECT token_hash AS hash FROM shared_dates');
  const other = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
  for (const guess of ['', id, ada.id, other, token.slice(0, -1), `${token}=`, rows[0]!.hash])
    expect(await told(guess), guess).toBe(GONE);
  ok(await ada.api(endSharedDate, { params: { dateId: id } }));
  expect(await told(token)).toBe(GONE);
  expect((await ada.api(endSharedDate, { params: { dateId: id } })).status).toBe(404);
});

test('nobody else can list or revoke a date, or find it by guessing', async () => {
  const mallory = await person(app, 'mallory');
  const { token, id } = ok(await share(ada)).json;
  expect(ok(await mallory.api(listSharedDates)).json).toEqual([]);
  const taken = await mallory.api(endSharedDate, { params: { dateId: id } });
  const none = await mallory.api(endSharedDate, { params: { dateId: newId() } });
  expect([taken.status, taken.text]).toEqual([none.status, none.text]);
  expect(taken.status).toBe(404);
  ok(await read(token));
});

test('the link of a suspended or deleted user opens nothing', async () => {
  const { token } = ok(await share(ada)).json;
  await suspend(app, ada);
  expect(await told(token)).toBe(GONE);
  await app.pool.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [ada.id]);
  ok(await read(token));
  await deleteAccount(ada);
  expect(await told(token)).toBe(GONE);
  expect((await app.pool.query('SELECT FROM shared_dates')).rowCount).toBe(0);
});

test('at most three are open at a time, also if two are requested at once', async () => {
  ok(await share(ada, { until: later(app, 1) }));
  ok(await share(ada));
  const [one, other] = await decidedAtOnce(
    app,
    ada.id,
    () => share(ada),
    () => share(ada),
  );
  expect([one!.status, other!.status].toSorted()).toEqual([200, 409]);
  expect((await share(ada)).text).toBe(refusals.datesTooMany.text);
  // A date that is over makes room for another.
  app.clock.moveBy(HOUR_MS);
  const [again] = await signInAgain(app, ada);
  ok(await share(again));
});

test('a date asked for again, because the answer was lost, is the same date with another link', async () => {
  const [lost, other] = [newId(), newId()];
  const before = ok(await share(ada, { id: lost })).json;
  const dates = [await share(ada, { id: other, who: 'Chidi' }), await share(ada, { who: 'Dana' })];
  const [again, ...more] = await Promise.all(
    ['The café', 'The café', 'The café'].map((place) => share(ada, { id: lost, place })),
  );
  for (const one of [...dates, again!, ...more])
    expect(ok(one).json.id === before.id).toBe(!dates.includes(one));
  const links = [again!, ...more].map(({ json }) => json.token);
  const works = await Promise.all(links.map(async (token) => (await read(token)).status === 200));
  expect(works.filter(Boolean)).toHaveLength(1);
  expect(await told(before.token)).toBe(GONE);
  const open = ok(await ada.api(listSharedDates)).json;
  expect(open.map(({ who, place }) => [who, place])).toHaveLength(3);
  expect(open.find(({ id }) => id === before.id)).toMatchObject({ who: 'Bela', place: 'The café' });

  // Somebody else who names it so gets a date of their own.
  const mallory = await person(app, 'mallory');
  for (const id of [lost, before.id])
    expect(ok(await share(mallory, { id, place: 'Elsewhere' })).json.id).not.toBe(before.id);
  expect(ok(await ada.api(listSharedDates)).json).toEqual(open);
});

test('texts are reduced to one line of visible letters, and shown as written', async () => {
  const script = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
  const { token } = ok(await share(ada, { who: script, place: script })).json;
  const answer = await fetch(new URL(readSharedDate.path, app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({ who: script, place: script });

  for (const bad of ['a\u202eb', 'a\u2066b', 'a\u0007b', 'a\u200bb', '\u0000'])
    for (const field of ['who', 'place'])
      expect((await share(ada, { [field]: bad })).status, `${field} ${JSON.stringify(bad)}`).toBe(400);
  for (const body of [{ who: '' }, { who: ' \n ' }, { who: 'x'.repeat(61) }, { who: null }])
    expect((await share(ada, body)).text).toBe(refusals.dateWho.text);
  expect((await share(ada, { place: 'x'.repeat(121) })).text).toBe(refusals.datePlaceLong.text);
  for (const until of [later(app, 0), later(app, -1), later(app, 12.1), 'soon', 7, null])
    expect((await share(ada, { until })).text, String(until)).toBe(refusals.dateEnd.text);
  ok(await share(ada, { who: 'é'.repeat(60), place: '', until: later(app, 12) }));
  expect(ok(await ada.api(listSharedDates)).json).toHaveLength(2);
});
