import { PRONOUNS, type Pronouns } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { distanceKm } from '@herenow/contract/geo';
import { ageOn } from '@herenow/contract/ages';
import fc from 'fast-check';
import { cellToChildren } from 'h3-js';
import { beforeAll, expect, test } from 'vitest';
import { pageQuery, type Search } from '../src/features/feed/query.ts';
import { findFacts, isInFeedOf } from '../src/features/sight/index.ts';
import { cellCentre, cellCube, snapToCell } from '../src/lib/cells.ts';
import { newId } from '../src/lib/ids.ts';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { awayFrom, crowd, sameDice, type Member } from './feed-crowd.ts';

const app = sharedApp();
let ada: Person;
let people: Member[];
const dice = sameDice(41);
const pick = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)]!;

/** Few cells and many people, some of whom no feed shows. */
beforeAll(async () => {
  ada = await person(app, 'ada', { at: BERLIN });
  const places = Array.from({ length: 60 }, () => awayFrom(BERLIN, dice() ** 2 * 60, dice() * 360));
  people = await crowd(
    app,
    Array.from({ length: 400 }, () => ({
      at: pick(places),
      gender: pick(PRONOUNS),
      dateOfBirth: `${1955 + Math.floor(dice() * 60)}-03-1${Math.floor(dice() * 9)}`,
      tags: ['coffee', 'picnic', 'hiking', 'yoga'].filter(() => dice() < 0.3),
      status: dice() < 0.1 ? 'incognito' : 'online',
      minutesLeft: dice() < 0.1 ? (dice() < 0.5 ? null : -1) : 60,
    })),
  );
  for (const { id } of people) {
    const chance = dice();
    if (chance < 0.05) await relate({ blocker_id: ada.id, blocked_id: id });
    else if (chance < 0.1) await relate({ blocker_id: id, blocked_id: ada.id });
    else if (chance < 0.16) await beginChat(id);
  }
});

async function relate(pair: { blocker_id: string; blocked_id: string }): Promise<void> {
  await app.db
    .insertInto('blocks')
    .values({ ...pair, created_at: app.clock.now() })
    .execute();
}

async function beginChat(id: string): Promise<void> {
  const [low, high] = [ada.id, id].toSorted();
  await app.db
    .insertInto('chats')
    .values({
      id: newId(),
      low_id: low!,
      high_id: high!,
      initiated_by: pick([ada.id, id]),
      pin_status: pick(['pending', 'accepted', 'rejected'] as const),
      created_at: app.clock.now(),
    })
    .execute();
}

interface Filter {
  gender: Pronouns[];
  minAge: number;
  maxAge: number;
  interestedIn: string[];
  maxDistanceKm: number;
}

const filters = fc.record({
  gender: fc.subarray([...PRONOUNS], { maxLength: 3 }),
  minAge: fc.constantFrom(0, 0, 18, 25, 40, 60),
  maxAge: fc.constantFrom(0, 0, 60, 70, 80),
  interestedIn: fc.subarray(['coffee', 'picnic', 'hiking', 'yoga'], { maxLength: 2 }),
  maxDistanceKm: fc.constantFrom(1, 3, 10, 50),
});

const centre = (at: [number, number]) => cellCentre(snapToCell({ type: 'Point', coordinates: at }));

/** Returns the facts by which the policy judges everyone. */
const factsOfAll = (now: Date) =>
  Promise.all(
    people.map(
      async ({ id }) => (await findFacts(app.db, { viewer: { userId: ada.id }, otherId: id }, now, now))!,
    ),
  );

/** Returns everyone in order, without the people whom the policy hides or the filter leaves out. */
function plain(
  facts: Awaited<ReturnType<typeof factsOfAll>>,
  filter: Filter,
  from: [number, number],
  hidden: ReadonlySet<string>,
): string[] {
  const now = app.clock.now();
  const { gender, minAge, maxAge, interestedIn, maxDistanceKm } = filter;
  const away = (member: Member) => distanceKm(centre(from), centre(member.at));
  return people
    .filter((member, at) => isInFeedOf({ ...facts[at]!, distanceKm: away(member) }, now))
    .filter(({ id }) => !hidden.has(id))
    .filter((member) => {
      const age = ageOn(member.dateOfBirth, now);
      return (
        away(member) <= maxDistanceKm &&
        (gender.length === 0 || gender.includes(member.gender)) &&
        age >= minAge &&
        (maxAge === 0 || age <= maxAge) &&
        (interestedIn.length === 0 || interestedIn.some((tag) => member.tags.includes(tag)))
      );
    })
    .toSorted((a, b) => {
      const gap = away(a) - away(b);
      return Math.abs(gap) > 1e-6 ? gap : a.id < b.id ? -1 : 1;
    })
    .map(({ id }) => id);
}

async function page(body: object, after?: string) {
  const query = after === undefined ? {} : { after };
  const answer = await ada.api(listFeed, { query, body: { userId: ada.id, ...body } });
  expect(answer.status, answer.text).toBe(200);
  const next = /after=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1];
  return { ids: answer.json.map(({ id }) => id), next: next && decodeURIComponent(next) };
}

async function byCursor(body: object): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const { ids, next } = await page(body, after);
    found.push(...ids);
    if (next === undefined) return found;
    after = next;
  }
}

async function bySkip(body: object, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const { ids } = await page({ ...body, limit, skip: found.length });
    found.push(...ids);
    if (ids.length < limit) return found;
  }
}

test('every page of every filter equals sorting and slicing everybody', async () => {
  const from = fc.tuple(fc.double({ min: 0, max: 30, noNaN: true }), fc.nat(359));
  const cuts = fc.constantFrom(3, 7, 20, 50);
  const hiding = fc.array(fc.nat(399), { maxLength: 5 });
  let found = 0;
  const facts = await factsOfAll(app.clock.now());
  const property = fc.asyncProperty(
    filters,
    from,
    cuts,
    hiding,
    async (filter, [km, bearing], limit, places) => {
      const at = awayFrom(BERLIN, km, bearing);
      const hidden = places.map((place) => people[place]!.id);
      const expected = plain(facts, filter, at, new Set(hidden));
      const body = { preferences: filter, location: { coordinates: at }, rejectedUsers: hidden };
      expect(await byCursor({ ...body, limit })).toEqual(expected);
      expect(await bySkip(body, limit)).toEqual(expected);
      found += expected.length;
    },
  );
  await fc.assert(property, { numRuns: 25, seed: 20_260_214, endOnFailure: true });
  expect(found).toBeGreaterThan(500);
});

test('people of equally distant cells are in the order of their ids, on every page', async () => {
  const place = awayFrom(BERLIN, 400, 10);
  const here = snapToCell({ type: 'Point', coordinates: place });
  const all = await crowd(
    app,
    Array.from({ length: 30 }, () => ({ at: place })),
  );
  // Gives two cells the same position, as cells of different sizes may have.
  const pos = cellCube(here);
  for (const { id } of all.filter((_, index) => index % 2))
    await app.db
      .updateTable('presences')
      .set({ cell: cellToChildren(here, 9)[3]!, pos })
      .where('user_id', '=', id)
      .execute();
  const search: Search = {
    viewerId: ada.id,
    from: pos,
    now: app.clock.now(),
    maxDistanceKm: 50,
    skip: 0,
    limit: 4,
  };
  for (const gender of [undefined, ['They/Them']]) {
    const ids = async (more: Partial<Search>) =>
      (await app.pool.query<{ user_id: string }>(pageQuery({ ...search, gender, ...more }))).rows.map(
        (row) => row.user_id,
      );
    const sorted = all.map(({ id }) => id).toSorted();
    expect(await ids({ limit: 50 })).toEqual(sorted);
    for (let skip = 0; skip < sorted.length; skip += 4)
      expect(await ids({ skip })).toEqual(sorted.slice(skip, skip + 4));
    for (const [index, userId] of sorted.entries())
      expect(await ids({ after: { pos, userId } })).toEqual(sorted.slice(index + 1, index + 5));
  }
});

test('people who stay are on exactly one page, whoever comes and goes meanwhile', async () => {
  const widest = { preferences: { maxDistanceKm: 50 } };
  const all = await byCursor({ ...widest, limit: 50 });
  const stay = new Set(all.filter((_, index) => index % 3));
  const leave = all.filter((id) => !stay.has(id));
  const status = async (ids: readonly string[], to: 'online' | 'incognito') =>
    await app.db.updateTable('presences').set({ status: to }).where('user_id', 'in', ids).execute();
  const found: string[] = [];
  let turn = 0;
  for (let after: string | undefined; ; turn += 1) {
    const { ids, next } = await page({ ...widest, limit: 7 }, after);
    found.push(...ids.filter((id) => stay.has(id)));
    if (next === undefined) break;
    after = next;
    await status(leave, turn % 2 ? 'online' : 'incognito');
  }
  expect(turn).toBeGreaterThan(10);
  expect(found).toEqual(all.filter((id) => stay.has(id)));
  await status(leave, 'online');
});
