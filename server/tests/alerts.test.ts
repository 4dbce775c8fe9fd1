import { clearAlert, getAlert, setAlert } from '@herenow/contract/alerts';
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import { acceptPin } from '@herenow/contract/pins';
import { updateLocation } from '@herenow/contract/profile';
import { addFcmToken } from '@herenow/contract/push';
import * as refusals from '@herenow/contract/refusals';
import { blockUser } from '@herenow/contract/safety';
import { goHidden, goVisible, leave, ok, pin, stayingSignedIn } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { startPushService, type PushService, type TestDevice } from '@herenow/testing/push-service';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cellCentre } from '../src/lib/cells.ts';
import { createAlerts } from '../src/features/alerts/service.ts';
import { awayFrom, crowd, type Member } from './feed-crowd.ts';
import { inTheMiddleOf } from './while-locked.ts';

const QUICK = { outbox: 250, presences: 100, chats: 100, photos: 100, rights: 100, retrySeconds: 0 };
const MINUTE_MS = 60_000;
const MONTH_MS = 30 * DAY_MS;
/** In minutes: the latest that a push arrives, and the time afterwards in which an area gets no other. */
const LATEST = 16;
const PAUSE = 71;

let service: PushService;
let app: TestApp;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await startApp({}, { pushTransport: service.transport, pace: { ...QUICK, alerts: 10 } });
});
afterEach(() => app[Symbol.asyncDispose]());

interface Waiting {
  who: Person;
  device: TestDevice;
}

/** Makes a user with a device for pushes, whose account is a month old. */
async function waiting(name: string, at = BERLIN): Promise<Waiting> {
  const who = stayingSignedIn(app, await person(app, name, { at }));
  await age([who.id]);
  const device = service.device();
  ok(await who.api(addFcmToken, { body: { userId: who.id, fcmToken: device.token } }));
  return { who, device };
}

const age = (ids: string[]) =>
  app.db
    .updateTable('users')
    .set({ created_at: new Date(app.clock.now().getTime() - MONTH_MS) })
    .where('id', 'in', ids)
    .execute();

const ask = (who: Person, body: object = {}) => who.api(setAlert, { body: { userId: who.id, ...body } });
const untilOf = async (who: Person) => ok(await who.api(getAlert)).json.until;

/** Makes people with month-old accounts become visible now. */
async function come(count: number, members: Partial<Member> = {}): Promise<Member[]> {
  const people = await crowd(
    app,
    Array.from({ length: count }, () => ({ at: BERLIN, minutesLeft: 180, ...members })),
  );
  await age(people.map(({ id }) => id));
  return people;
}

/**
 * Moves the clock minute by minute, and waits each time until every due area has been checked. Returns the minutes
 * after which a push was queued.
 */
async function pass(minutes: number): Promise<number[]> {
  const told: number[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = await pushJobs();
    app.clock.moveBy(MINUTE_MS);
    await looked();
    if ((await pushJobs()) > before) told.push(minute);
  }
  return told;
}

async function looked(): Promise<void> {
  const due = async () => {
    const now = app.clock.now();
    return (await app.pool.query('SELECT FROM alert_areas WHERE looks_at <= $1', [now])).rowCount;
  };
  await expect.poll(due, { interval: 5 }).toBe(0);
}

/** Returns how many pushes of this kind were ever queued, sent or not. */
async function pushJobs(): Promise<number> {
  const { rows } = await app.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'wake' AND data ->> 'kind' = 'nearby'`,
  );
  return rows[0]!.count;
}

/** Makes one person come and go in every possible way, for as long as an alert lasts. */
async function comeAndGo(one: Person): Promise<number[]> {
  const told: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await goVisible(app, one, 1);
    told.push(...(await pass(10)));
    await (round % 2 ? goHidden(app, one, 1) : leave(one));
    told.push(...(await pass(12)));
  }
  return told;
}

test('an alert comes 5 to 15 minutes late and says only that there are people', async () => {
  const { who, device } = await waiting('ada');
  expect(await untilOf(who)).toBeNull();
  const { until, maxDistanceKm } = ok(await ask(who, { maxDistanceKm: 3 })).json;
  expect(maxDistanceKm).toBe(10);
  const left = Date.parse(until!) - app.clock.now().getTime();
  expect(Math.ceil(left / MINUTE_MS)).toBe(180);
  // Whoever was news before is none again, however often it is set.
  const since = app.clock.now();
  await app.pool.query('UPDATE alerts SET since = $1', [since]);
  ok(await ask(who, { maxDistanceKm: 3 }));
  expect((await app.pool.query('SELECT since FROM alerts')).rows).toEqual([{ since }]);
  const people = await come(5);
  const told = await pass(LATEST);
  expect(told).toHaveLength(1);
  expect(told[0]).toBeGreaterThanOrEqual(5);
  const { push, payload } = await device.received();
  expect(payload).toEqual({ type: 'NEARBY', content: 'New people are visible near you.' });
  for (const { id } of people) expect(JSON.stringify([payload, push.headers])).not.toContain(id);
  // People who were there already are not news again.
  expect(await pass(PAUSE + LATEST)).toEqual([]);
  await come(5);
  expect(await pass(LATEST)).toHaveLength(1);
  // A push that is still queued half an hour later is not sent.
  await device.received(2);
  // An alert that is over sends no pushes.
  app.clock.moveBy(2 * HOUR_MS);
  expect(await untilOf(who)).toBeNull();
  await come(5);
  expect(await pass(LATEST)).toEqual([]);
  await expect.poll(async () => (await app.pool.query('SELECT FROM alert_areas')).rowCount).toBe(0);
  expect(device.pushes()).toHaveLength(2);
});

test('alerts come at most hourly, however often they are switched off and on, with any distance and place @slow', async () => {
  const { who } = await waiting('ada');
  ok(await ask(who));
  await come(5);
  const told: number[] = [];
  // Because of the random times and numbers, a push may rarely come this late.
  for (let minute = 0; minute < 75 || (told.length === 0 && minute < 300); minute += 1) {
    if ((await pass(1)).length > 0) told.push(minute);
    if (minute % 5 !== 0) continue;
    await come(3);
    ok(await who.api(clearAlert));
    ok(await ask(who, { maxDistanceKm: [5, 15, 50][minute % 3]! }));
  }
  expect(told.length).toBeGreaterThanOrEqual(1);
  for (const [index, at] of told.entries())
    if (index > 0) expect(at - told[index - 1]!).toBeGreaterThanOrEqual(59);
});

test('no alert comes when it is off or the user is suspended, and none is set without a device', async () => {
  const { who, device } = await waiting('ada');
  const suspended = (await waiting('dana')).who;
  ok(await ask(suspended));
  await suspend(app, suspended);
  const none = stayingSignedIn(app, await person(app, 'bela'));
  expect(await ask(none)).toMatchObject({ status: 409, text: refusals.noDevice.text });
  const half = stayingSignedIn(app, await person(app, 'chidi', { step: 5 }));
  expect(await ask(half)).toMatchObject({ text: refusals.registrationUnfinished.text });
  ok(await ask(who));
  ok(await who.api(clearAlert));
  expect(await untilOf(who)).toBeNull();
  await come(6);
  expect(await pass(LATEST)).toEqual([]);
  expect(device.pushes()).toEqual([]);
});

test('of two nodes that look at once, one tells', async () => {
  const { who } = await waiting('ada');
  ok(await ask(who));
  await come(5);
  const told: string[] = [];
  const push = { notify: async () => void told.push('again'), hasDevice: async () => true };
  const other = createAlerts({ ...app, push, cellOf: async () => undefined });
  await inTheMiddleOf(
    app,
    { text: 'SELECT FROM alerts FOR UPDATE', values: [] },
    async () => {
      app.clock.moveBy(LATEST * MINUTE_MS);
      await looked();
    },
    () => other.sweep(),
  );
  expect([await pushJobs(), told]).toEqual([1, []]);
});

test('one or two people who come and go in every way cause no alert @slow', async () => {
  const stalkers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      waiting(`stalker${index}`, awayFrom(BERLIN, index * 2, index * 36)),
    ),
  );
  const bela = (await waiting('bela')).who;
  await come(1);
  for (const [index, { who }] of stalkers.entries())
    ok(await ask(who, { maxDistanceKm: [1, 15, 50][index % 3]! }));
  expect(await comeAndGo(bela)).toEqual([]);
});

test('a crowd cannot be faked: new accounts, those of one mailbox, and the user’s own do not count @slow', async () => {
  const { who } = await waiting('mallory');
  const bela = (await waiting('bela')).who;
  ok(await ask(who));
  await app.pool.query('UPDATE alert_areas SET least = 3');
  const fresh = await crowd(
    app,
    Array.from({ length: 9 }, () => ({ at: BERLIN, minutesLeft: 180 })),
  );
  const tagged = await come(9);
  const setMailbox = (ids: string[], mailbox: string) =>
    app.db.updateTable('users').set({ mailbox }).where('id', 'in', ids).execute();
  await setMailbox(
    tagged.slice(0, 5).map(({ id }) => id),
    'one mailbox',
  );
  await setMailbox([who.id, ...tagged.slice(5).map(({ id }) => id)], 'the asker’s');
  await goVisible(app, bela);
  expect(await pass(60)).toEqual([]);
  // The same people count once their accounts are old enough.
  await age(fresh.map(({ id }) => id));
  expect(await pass(LATEST)).toHaveLength(1);
});

test('a filter, a move or a finer distance gives no finer information @slow', async () => {
  const { who, device } = await waiting('mallory');
  const other = await waiting('nia', awayFrom(BERLIN, 0.6, 10));
  const filter = {
    gender: ['She/Her'],
    minAge: 30,
    interestedIn: ['coffee'],
    location: { type: 'Point', coordinates: [0, 0] },
  };
  ok(await ask(who, { maxDistanceKm: 1, ...filter, preferences: filter }));
  ok(await ask(other.who, { maxDistanceKm: 10 }));
  const { rows } = await app.pool.query('SELECT DISTINCT area, km FROM alerts');
  expect(rows).toHaveLength(1);
  // The alert stays at the place where it was set.
  const far = awayFrom(BERLIN, 200, 0);
  ok(await who.api(updateLocation, { params: { id: who.id }, body: { type: 'Point', coordinates: far } }));
  await come(5, { at: far });
  // Just beyond the distance.
  const { coordinates } = cellCentre(rows[0].area);
  await come(5, { at: awayFrom(coordinates, 1.25 * rows[0].km, 45) });
  expect(await pass(LATEST)).toEqual([]);
  await come(5, { gender: 'He/Him', dateOfBirth: '2010-01-01', tags: [] });
  expect(await pass(LATEST)).toHaveLength(1);
  await device.received();
  await other.device.received();
});

test('ten accounts get an alert at the same moment or not at all, whenever each of them set it @slow', async () => {
  const all: Waiting[] = [];
  for (let index = 0; index < 10; index += 1) {
    const one = await waiting(`stalker${index}`);
    ok(await ask(one.who));
    all.push(one);
    app.clock.moveBy(20_000);
  }
  await come(5);
  expect(await pass(LATEST)).toHaveLength(1);
  await Promise.all(all.map(({ device }) => device.received()));
  // An eleventh user who sets an alert now waits for the end of the hour as the others do.
  const late = await waiting('late');
  ok(await ask(late.who));
  await come(5);
  expect(await pass(40)).toEqual([]);
});

test('people who are not shown to a user cause no alert: incognito, blocked either way, or in a chat', async () => {
  const { who } = await waiting('ada');
  const control = await waiting('control');
  const [bela, chidi, dana] = await Promise.all(['bela', 'chidi', 'dana'].map((name) => waiting(name)));
  ok(await ask(who));
  ok(await ask(control.who));
  await come(9, { status: 'incognito' });
  await come(2);
  for (const { who: one } of [bela!, chidi!, dana!]) await goVisible(app, one);
  ok(await who.api(blockUser, { body: { userId: who.id, userToBlockId: bela!.who.id } }));
  ok(await chidi!.who.api(blockUser, { body: { userId: chidi!.who.id, userToBlockId: who.id } }));
  await goVisible(app, who);
  const chatId = await pin(dana!.who, who);
  ok(await who.api(acceptPin, { params: { chatId } }));
  await pass(LATEST);
  const { payload } = await control.device.received();
  expect(payload).toMatchObject({ type: 'NEARBY' });
  const kinds = await app.pool.query<{ kind: string }>(
    `SELECT data ->> 'kind' AS kind FROM pgboss.job WHERE name = 'wake' AND data ->> 'userId' = $1`,
    [who.id],
  );
  expect(kinds.rows.filter(({ kind }) => kind === 'nearby')).toEqual([]);
});

test('a person who was incognito counts as new once visible, and only once @slow', async () => {
  const { who } = await waiting('ada');
  const hidden = await Promise.all(Array.from({ length: 5 }, (_, index) => waiting(`hidden${index}`)));
  for (const one of hidden) await goHidden(app, one.who);
  app.clock.moveBy(20 * MINUTE_MS);
  ok(await ask(who));
  expect(await pass(LATEST)).toEqual([]);
  for (const one of hidden) await goVisible(app, one.who, 3);
  expect(await pass(LATEST)).toHaveLength(1);
  // A longer stay is no news.
  for (const one of hidden) await goVisible(app, one.who, 3);
  expect(await pass(PAUSE)).toEqual([]);
});
