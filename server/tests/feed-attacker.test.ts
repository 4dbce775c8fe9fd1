import { eventually } from '@herenow/testing/eventually';
import { listFeed } from '@herenow/contract/feed';
import { goOnline } from '@herenow/contract/presence';
import { updateLocation } from '@herenow/contract/profile';
import { latLngToCell } from 'h3-js';
import { beforeAll, expect, test } from 'vitest';
import { cellCentre, snapToCell } from '../src/lib/cells.ts';
import { stayingSignedIn, tellPosition } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { awayFrom, crowd, sameDice } from './feed-crowd.ts';

type Place = [number, number];

const app = sharedApp();
let mallory: Person;
const dice = sameDice(11);

beforeAll(async () => void (mallory = stayingSignedIn(app, await person(app, 'dana', { at: BERLIN }))));

async function visible(name: string, at: Place): Promise<Person> {
  const somebody = stayingSignedIn(app, await person(app, name, { at }));
  const onlineUntil = new Date(app.clock.now().getTime() + 3 * 3_600_000).toISOString();
  const answer = await somebody.api(goOnline, { body: { userId: somebody.id, onlineUntil } });
  expect(answer.status).toBe(200);
  return somebody;
}

const seen = async ({ id }: Person) =>
  (await app.db.selectFrom('presences').select('cell').where('user_id', '=', id).executeTakeFirst())?.cell;
const cellOf = (at: Place) => snapToCell({ type: 'Point', coordinates: at });

/** Returns exact positions that share a grid cell, as far apart as possible. */
function placesInOneCell(around: Place): Place[] {
  const cell = cellOf(around);
  const middle = cellCentre(cell).coordinates;
  const places = Array.from({ length: 300 }, () => awayFrom(middle, dice() * 0.6, dice() * 360));
  return places.filter((place) => cellOf(place) === cell);
}

/**
 * Returns everything that a feed reveals from many claimed positions: who is within which distance, in which order,
 * with which fields.
 */
async function attack(claims: readonly Place[]): Promise<string[]> {
  const learned: string[] = [];
  for (const coordinates of claims) {
    for (const maxDistanceKm of [1, 3]) {
      const answer = await mallory.api(listFeed, {
        body: { userId: mallory.id, limit: 50, location: { coordinates }, preferences: { maxDistanceKm } },
      });
      expect(answer.status).toBe(200);
      learned.push(answer.text);
    }
  }
  return learned;
}

test('many feeds from many claimed positions reveal the cell and nothing finer', async () => {
  const around = awayFrom(BERLIN, 2, 70);
  const hiding = placesInOneCell(around);
  expect(hiding.length).toBeGreaterThan(50);
  // Close by, far away, and in steps much smaller than a cell along a line through the victim.
  const claims = [
    ...Array.from({ length: 8 }, () => awayFrom(around, dice() * 12, dice() * 360)),
    ...Array.from({ length: 13 }, (_, step) => awayFrom(around, (step - 6) * 0.22, 90)),
  ];

  // Bela stays; Chidi moves between exact positions up to a kilometre apart, all in one cell.
  const bela = await visible('bela', awayFrom(around, 1.5, 200));
  const chidi = await visible('chidi', awayFrom(around, 9, 0));
  const attackAt = async (coordinates: Place) => {
    await tellPosition(chidi, coordinates);
    app.clock.moveBy(45 * 60_000);
    await eventually(async () => expect(await seen(chidi)).toBe(cellOf(around)));
    return await attack(claims);
  };
  const before = await attack(claims);
  const first = await attackAt(hiding[0]!);
  expect(first).not.toEqual(before);
  expect(first.join()).toContain(bela.id);
  for (const place of [hiding[1]!, hiding.at(-1)!]) expect(await attackAt(place)).toEqual(first);

  // The position that the attacker gets is the cell's centre, from every claimed position.
  const told = new Set(
    first
      .flatMap((text) => JSON.parse(text) as { id: string; location: { coordinates: Place } }[])
      .filter((item) => item.id === chidi.id)
      .map((item) => item.location.coordinates.join()),
  );
  expect([...told]).toEqual([cellCentre(cellOf(around)).coordinates.join()]);
});

test('claimed positions within one cell are one position: the order of people does not change', async () => {
  await app.db.deleteFrom('presences').execute();
  await crowd(
    app,
    Array.from({ length: 40 }, () => ({ at: awayFrom(BERLIN, dice() * 6, dice() * 360) })),
  );
  const answers = new Set(
    (
      await Promise.all(
        placesInOneCell(BERLIN)
          .slice(0, 20)
          .map((claim) => attack([claim])),
      )
    ).map((texts) => texts.join()),
  );
  expect(answers.size).toBe(1);
});

test('a move within the cell changes nothing in the database, which stores nothing finer', async () => {
  const places = placesInOneCell(BERLIN).slice(0, 5);
  const { id } = mallory;
  const states = new Set<string>();
  for (const coordinates of places) {
    app.clock.moveBy(1000);
    const answer = await mallory.api(updateLocation, {
      params: { id: mallory.id },
      body: { type: 'Point', coordinates },
    });
    expect(answer.status).toBe(200);
    const user = await app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { rows } = await app.pool.query(
      'SELECT * FROM viewpoints WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)',
      [id],
    );
    expect([user, ...rows].map(({ cell }) => cell)).toEqual(
      Array(2).fill(latLngToCell(BERLIN[1], BERLIN[0], 8)),
    );
    states.add(JSON.stringify([user, rows]));
  }
  expect(states.size).toBe(1);
});
