import { clearAlert } from '@herenow/contract/alerts';
import { updateLocation } from '@herenow/contract/profile';
import { goHidden, goVisible, leave, ok } from '@herenow/testing/encounters';
import { BERLIN, type Person } from '@herenow/testing/people';
import { expect, test } from 'vitest';
import { cellCentre } from '../src/lib/cells.ts';
import { awayFrom, crowd } from './feed-crowd.ts';
import { alertsScene, LATEST, type Waiting } from './alerts-scene.ts';

const scene = alertsScene();
const { waiting, age, ask, come, pass } = scene;

/** Makes one person come and go in every possible way, for as long as an alert lasts. */
async function comeAndGo(one: Person): Promise<number[]> {
  const told: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await goVisible(scene.app, one, 1);
    told.push(...(await pass(10)));
    await (round % 2 ? goHidden(scene.app, one, 1) : leave(one));
    told.push(...(await pass(12)));
  }
  return told;
}

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
  await scene.app.pool.query('UPDATE alert_areas SET least = 3');
  const fresh = await crowd(
    scene.app,
    Array.from({ length: 9 }, () => ({ at: BERLIN, minutesLeft: 180 })),
  );
  const tagged = await come(9);
  const setMailbox = (ids: string[], mailbox: string) =>
    scene.app.db.updateTable('users').set({ mailbox }).where('id', 'in', ids).execute();
  await setMailbox(
    tagged.slice(0, 5).map(({ id }) => id),
    'one mailbox',
  );
  await setMailbox([who.id, ...tagged.slice(5).map(({ id }) => id)], 'the asker’s');
  await goVisible(scene.app, bela);
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
  const { rows } = await scene.app.pool.query('SELECT DISTINCT area, km FROM alerts');
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
    scene.app.clock.moveBy(20_000);
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
