import { clearAlert } from '@herenow/contract/alerts';
import { HOUR_MS } from '@herenow/contract/constants';
import { acceptPin } from '@herenow/contract/pins';
import * as refusals from '@herenow/contract/refusals';
import { blockUser } from '@herenow/contract/safety';
import { goHidden, goVisible, ok, pin, stayingSignedIn } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { expect, test } from 'vitest';
import { createAlerts } from '../src/features/alerts/service.ts';
import { inTheMiddleOf } from './while-locked.ts';
import { alertsScene, LATEST, MINUTE_MS, PAUSE } from './alerts-scene.ts';

const scene = alertsScene();
const { waiting, ask, untilOf, come, pass, looked, pushJobs } = scene;

test('an alert comes 5 to 15 minutes late and says only that there are people', async () => {
  const { who, device } = await waiting('ada');
  expect(await untilOf(who)).toBeNull();
  const { until, maxDistanceKm } = ok(await ask(who, { maxDistanceKm: 3 })).json;
  expect(maxDistanceKm).toBe(10);
  const left = Date.parse(until!) - scene.app.clock.now().getTime();
  expect(Math.ceil(left / MINUTE_MS)).toBe(180);
  // Whoever was news before is none again, however often it is set.
  const since = scene.app.clock.now();
  await scene.app.pool.query('UPDATE alerts SET since = $1', [since]);
  ok(await ask(who, { maxDistanceKm: 3 }));
  expect((await scene.app.pool.query('SELECT since FROM alerts')).rows).toEqual([{ since }]);
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
  scene.app.clock.moveBy(2 * HOUR_MS);
  expect(await untilOf(who)).toBeNull();
  await come(5);
  expect(await pass(LATEST)).toEqual([]);
  await expect.poll(async () => (await scene.app.pool.query('SELECT FROM alert_areas')).rowCount).toBe(0);
  expect(device.pushes()).toHaveLength(2);
});

test('no alert comes when it is off or the user is suspended, and none is set without a device', async () => {
  const { who, device } = await waiting('ada');
  const suspended = (await waiting('dana')).who;
  ok(await ask(suspended));
  await suspend(scene.app, suspended);
  const none = stayingSignedIn(scene.app, await person(scene.app, 'bela'));
  expect(await ask(none)).toMatchObject({ status: 409, text: refusals.noDevice.text });
  const half = stayingSignedIn(scene.app, await person(scene.app, 'chidi', { step: 5 }));
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
  const other = createAlerts({ ...scene.app, push, cellOf: async () => undefined });
  await inTheMiddleOf(
    scene.app,
    { text: 'SELECT FROM alerts FOR UPDATE', values: [] },
    async () => {
      scene.app.clock.moveBy(LATEST * MINUTE_MS);
      await looked();
    },
    () => other.sweep(),
  );
  expect([await pushJobs(), told]).toEqual([1, []]);
});

test('people who are not shown to a user cause no alert: incognito, blocked either way, or in a chat', async () => {
  const { who } = await waiting('ada');
  const control = await waiting('control');
  const [bela, chidi, dana] = await Promise.all(['bela', 'chidi', 'dana'].map((name) => waiting(name)));
  ok(await ask(who));
  ok(await ask(control.who));
  await come(9, { status: 'incognito' });
  await come(2);
  for (const { who: one } of [bela!, chidi!, dana!]) await goVisible(scene.app, one);
  ok(await who.api(blockUser, { body: { userId: who.id, userToBlockId: bela!.who.id } }));
  ok(await chidi!.who.api(blockUser, { body: { userId: chidi!.who.id, userToBlockId: who.id } }));
  await goVisible(scene.app, who);
  const chatId = await pin(dana!.who, who);
  ok(await who.api(acceptPin, { params: { chatId } }));
  await pass(LATEST);
  const { payload } = await control.device.received();
  expect(payload).toMatchObject({ type: 'NEARBY' });
  const kinds = await scene.app.pool.query<{ kind: string }>(
    `SELECT data ->> 'kind' AS kind FROM pgboss.job WHERE name = 'wake' AND data ->> 'userId' = $1`,
    [who.id],
  );
  expect(kinds.rows.filter(({ kind }) => kind === 'nearby')).toEqual([]);
});

test('a person who was incognito counts as new once visible, and only once @slow', async () => {
  const { who } = await waiting('ada');
  const hidden = await Promise.all(Array.from({ length: 5 }, (_, index) => waiting(`hidden${index}`)));
  for (const one of hidden) await goHidden(scene.app, one.who);
  scene.app.clock.moveBy(20 * MINUTE_MS);
  ok(await ask(who));
  expect(await pass(LATEST)).toEqual([]);
  for (const one of hidden) await goVisible(scene.app, one.who, 3);
  expect(await pass(LATEST)).toHaveLength(1);
  // A longer stay is no news.
  for (const one of hidden) await goVisible(scene.app, one.who, 3);
  expect(await pass(PAUSE)).toEqual([]);
});
