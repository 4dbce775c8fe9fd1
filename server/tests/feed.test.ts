import { distanceKm } from '@herenow/contract/geo';
import { listFeed } from '@herenow/contract/feed';
import { beforeAll, describe, expect, test } from 'vitest';
import { cellCentre, snapToCell } from '../src/lib/cells.ts';
import { newId } from '../src/lib/ids.ts';
import { api, BERLIN, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { awayFrom, crowd, sameDice, type Member } from './feed-crowd.ts';

const centre = (at: [number, number]) => cellCentre(snapToCell({ type: 'Point', coordinates: at }));
const kmTo = (from: [number, number]) => (member: Member) => distanceKm(centre(from), centre(member.at));

async function ids(viewer: Person, body: object = {}): Promise<string[]> {
  const answer = await viewer.api(listFeed, { body: { userId: viewer.id, limit: 50, ...body } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.map((item: { id: string }) => item.id);
}

describe('hundreds of people around', () => {
  const app = sharedApp();
  let ada: Person;
  let people: Member[];

  beforeAll(async () => {
    ada = await person(app, 'ada', { at: BERLIN });
    const dice = sameDice(7);
    people = await crowd(
      app,
      Array.from({ length: 600 }, (_, index) => ({
        // A third of them share a few cells, so that ties run across pages.
        at: awayFrom(BERLIN, index % 3 === 0 ? Math.floor(dice() * 4) : dice() * 70, dice() * 360),
        gender: index % 2 ? 'She/Her' : 'He/Him',
        dateOfBirth: `${1960 + Math.floor(dice() * 45)}-0${1 + Math.floor(dice() * 9)}-11`,
        tags: index % 5 ? ['coffee', 'picnic'] : ['hiking'],
      })),
    );
  });

  /** Returns what the database should find, computed without it. */
  function expected(from: [number, number], km: number, fits: (member: Member) => boolean = () => true) {
    const distance = kmTo(from);
    return people
      .filter((member) => distance(member) <= km && fits(member))
      .toSorted((a, b) => {
        const gap = distance(a) - distance(b);
        return Math.abs(gap) > 1e-6 ? gap : a.id < b.id ? -1 : 1;
      })
      .map((member) => member.id);
  }

  async function allPages(body: object, limit: number): Promise<string[]> {
    const found: string[] = [];
    for (;;) {
      const page = await ids(ada, { ...body, skip: found.length, limit });
      found.push(...page);
      if (page.length < limit) return found;
    }
  }

  test.each([
    ['the widest', 50, 50],
    ['pages of 20', 50, 20],
    ['pages of 1 where many share a cell', 2, 1],
    ['a small circle', 5, 7],
  ])('%s: everyone within, once, nearest first, then by id', async (_name, maxDistanceKm, limit) => {
    const found = await allPages({ preferences: { maxDistanceKm } }, limit);
    expect(found).toEqual(expected(BERLIN, maxDistanceKm));
    expect(found.length).toBeGreaterThan(10);
  });

  test('from a claimed place', async () => {
    const place = awayFrom(BERLIN, 40, 90);
    const found = await allPages(
      { location: { coordinates: place }, preferences: { maxDistanceKm: 20 } },
      20,
    );
    expect(found).toEqual(expected(place, 20));
    expect(found.length).toBeGreaterThan(5);
  });

  test('filters together', async () => {
    const preferences = {
      gender: ['He/Him'],
      minAge: 30,
      maxAge: 40,
      maxDistanceKm: 50,
      interestedIn: ['HIKING'],
    };
    const year = app.clock.now().getUTCFullYear();
    const found = await allPages({ preferences, location: { coordinates: BERLIN } }, 20);
    const near = expected(
      BERLIN,
      50,
      ({ gender, tags, dateOfBirth }) =>
        gender === 'He/Him' &&
        tags.includes('hiking') &&
        Math.abs(year - Number(dateOfBirth.slice(0, 4)) - 35) < 5,
    );
    expect(found).toEqual(expect.arrayContaining(near));
    expect(found.length).toBeGreaterThan(3);
  });

  test('a page has 20 people by default', async () => {
    const answer = await ada.api(listFeed, { body: { userId: ada.id } });
    expect(answer.json).toHaveLength(20);
  });

  test('nothing after the last one', async () => {
    expect(await ids(ada, { skip: 1000 })).toEqual([]);
  });

  test.each([
    [{ skip: -1 }],
    [{ skip: 1.5 }],
    [{ skip: '0' }],
    [{ limit: 0 }],
    [{ limit: 51 }],
    [{ limit: 'many' }],
    [{ preferences: { gender: ['Robot'] } }, 'Please choose your pronouns'],
    [{ preferences: { gender: 'She/Her' } }],
    [{ preferences: { minAge: -1 } }, 'Ages are at least 18'],
    [{ preferences: { minAge: 17 } }, 'Ages are at least 18'],
    [{ preferences: { maxAge: 1 } }, 'Ages are at least 18'],
    [{ preferences: { maxAge: 81 } }, 'Ages are at most 80'],
    [{ preferences: { minAge: 20.5 } }, 'Ages are whole numbers'],
    [{ preferences: { minAge: 30, maxAge: 29 } }, 'Max age must be greater than min age'],
    [{ preferences: { maxDistanceKm: 4 } }, 'Please choose one of the distances'],
    [{ preferences: { maxDistanceKm: '5' } }, 'Please choose one of the distances'],
    [{ preferences: { interestedIn: 'coffee' } }],
    [{ rejectedUsers: 'x' }],
    [{ location: { coordinates: [200, 0] } }, 'Please share a valid location'],
    [{ location: { coordinates: [0, 91] } }, 'Please share a valid location'],
    [{ location: { coordinates: [0] } }, 'Please share a valid location'],
    [{ location: 'Berlin' }, 'Please share a valid location'],
  ])('%j is refused', async (body, text?: string) => {
    const answer = await ada.api(listFeed, { body: { userId: ada.id, ...(body as object) } });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/^[A-Z].+/);
    if (text) expect(answer.text).toBe(text);
  });

  test('who may request a feed', async () => {
    const visitor = await api(app, listFeed, { body: { userId: ada.id } });
    expect(visitor.status).toBe(401);
    const other = await ada.api(listFeed, { body: { userId: newId() } });
    expect([other.status, other.text]).toEqual([403, 'You can only do this for yourself.']);
  });
});
