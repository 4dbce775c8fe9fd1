import { listFeed } from '@herenow/contract/feed';
import { goOnline } from '@herenow/contract/presence';
import { expect, test } from 'vitest';
import { later, signInAgain, stayingSignedIn, tellPosition } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { awayFrom, crowd } from './feed-crowd.ts';
import { kmApart, populate, scrape, type Place } from './scraper.ts';

test('a script that claims to be everywhere sees no more than 300 beyond its own 50 km in an hour', async () => {
  await using app = await startApp({ rateLimits: true });
  const { members, towns } = await populate(app, BERLIN, { people: 1000, towns: 8 });
  const mallory = stayingSignedIn(app, await person(app, 'dana', { at: BERLIN }));
  const seen = await scrape(app, mallory, towns);
  const far = members.filter(({ id, at }) => seen.has(id) && kmApart(BERLIN, at) > 52);
  expect(members.filter(({ at }) => kmApart(BERLIN, at) > 52).length).toBeGreaterThan(500);
  expect(far.length).toBeGreaterThan(100);
  expect(far.length).toBeLessThanOrEqual(300);
});

/** Fetches a feed as a client does that sends its position with feeds only. */
const look = async (who: Person, at: Place) =>
  await who.api(listFeed, {
    body: { userId: who.id, limit: 20, preferences: { maxDistanceKm: 50 }, location: { coordinates: at } },
  });
const HAMBURG: Place = [9.994, 53.551];
const LISBON: Place = [-9.1448, 38.7204];
const MINUTE = 60_000;

/** Makes a visible person at a place, whom a feed there shows. */
async function local(app: TestApp, at: Place): Promise<string> {
  const [one] = await crowd(app, [{ at, minutesLeft: 24 * 60 }]);
  return one!.id;
}

test('a laptop located by its network address beside a phone is refused nothing', async () => {
  await using app = await startApp({ rateLimits: true });
  const phone = stayingSignedIn(app, await person(app, 'ada', { at: BERLIN }));
  const [again] = await signInAgain(app, phone);
  const laptop = stayingSignedIn(app, again);
  const [near, far] = [await local(app, BERLIN), await local(app, HAMBURG)];
  expect((await phone.api(goOnline, { body: { userId: phone.id, onlineUntil: later(app, 3) } })).status).toBe(
    200,
  );
  for (let turn = 0; turn < 12; turn += 1) {
    for (const [device, at, seen] of [
      [phone, BERLIN, near],
      [laptop, HAMBURG, far],
    ] as const) {
      await tellPosition(device, at);
      const answer = await look(device, at);
      expect(answer.status).toBe(200);
      if (turn > 0) expect(answer.json.map(({ id }) => id)).toContain(seen);
    }
    app.clock.moveBy(4 * MINUTE);
  }
});

test.each([
  ['a flight, with a look before and after', [BERLIN, LISBON], 200],
  [
    'a night train, with a look each twenty minutes',
    Array.from({ length: 28 }, (_, stop) => awayFrom(BERLIN, stop * 40, 225)),
    20,
  ],
] as const)(
  '%s, by a client that never updates its location, is refused nothing',
  async (_name, stops, minutes) => {
    await using app = await startApp({ rateLimits: true });
    const ada = stayingSignedIn(app, await person(app, 'ada', { at: BERLIN }));
    const last = stops.at(-1)! as Place;
    const there = await local(app, last);
    for (const stop of stops) {
      expect((await look(ada, stop as Place)).status).toBe(200);
      app.clock.moveBy(minutes * MINUTE);
    }
    await look(ada, last);
    app.clock.moveBy(10 * MINUTE);
    const answer = await look(ada, last);
    expect(answer.status).toBe(200);
    expect(answer.json.map(({ id }) => id)).toEqual([there]);
  },
);
