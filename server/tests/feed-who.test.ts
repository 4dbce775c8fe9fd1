import { listFeed } from '@herenow/contract/feed';
import { beforeEach, describe, expect, test } from 'vitest';
import { cellCentre, snapToCell } from '../src/lib/cells.ts';
import { newId } from '../src/lib/ids.ts';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { awayFrom, crowd, type Member } from './feed-crowd.ts';

const app = sharedApp();
let ada: Person;

beforeEach(async () => {
  await app.db.deleteFrom('users').execute();
  ada = await person(app, 'ada', { at: BERLIN });
});

async function feed(body: object = {}): Promise<{ id: string }[]> {
  const answer = await ada.api(listFeed, { body: { userId: ada.id, ...body } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}
const sees = async (id: string, body: object = {}) => (await feed(body)).some((item) => item.id === id);
const one = async (member: Partial<Member> = {}) => (await crowd(app, [member]))[0]!;

test('an item carries exactly what the contract names', async () => {
  const bela = await person(app, 'bela', {
    at: awayFrom(BERLIN, 3, 45),
    photos: 2,
    tags: ['hiking', 'yoga'],
  });
  const onlineUntil = new Date(app.clock.now().getTime() + 3_600_000);
  await app.db
    .insertInto('presences')
    .values({
      user_id: bela.id,
      status: 'online',
      online_until: onlineUntil,
      started_at: app.clock.now(),
      pos: '(0.5995, 0.1429, 0.7936)',
      date_of_birth: '1990-01-01',
      gender: 'He/They',
      tags: ['hiking', 'yoga'],
    })
    .execute();
  const [item] = await feed();
  const year = app.clock.now().getUTCFullYear();
  expect(item).toEqual({
    id: bela.id,
    username: 'bela',
    verified: false,
    name: 'bela',
    age: year - 1990,
    bio: '',
    photos: [0, 1].map(() => ({
      id: expect.any(String),
      url: expect.stringMatching(/^\/photos\/[\w-]{24}\/[\w-]{48}\/1080\.jpg$/),
      srcset: expect.stringMatching(/^\/photos\/[\w-]{24}\/[\w-]{48}\/320\.webp 320w, .*1080w$/),
      thumbhash: expect.any(String),
    })),
    myTags: ['hiking', 'yoga'],
    gender: 'He/They',
    onlineUntil: onlineUntil.toISOString(),
    location: cellCentre(snapToCell({ type: 'Point', coordinates: awayFrom(BERLIN, 3, 45) })),
  });
});

test.each<[string, Partial<Member>, boolean]>([
  ['visible', {}, true],
  ['incognito', { status: 'incognito' }, false],
  ['online without end', { minutesLeft: null }, false],
  ['run out a moment ago', { minutesLeft: -0.001 }, false],
  ['suspended', { suspended: true }, false],
  ['at the edge of 50 km', { at: awayFrom(BERLIN, 48, 10) }, true],
  ['beyond 50 km', { at: awayFrom(BERLIN, 52, 10) }, false],
  ['in a corner of the box around 50 km', { at: awayFrom(BERLIN, 55, 45) }, false],
])('someone %s', async (_name, member, seen) => {
  const { id } = await one(member);
  expect(await sees(id)).toBe(seen);
});

test('a person whose presence ends is gone at that moment', async () => {
  const { id } = await one({ minutesLeft: 10 });
  expect(await sees(id)).toBe(true);
  app.clock.moveBy(10 * 60_000);
  expect(await sees(id)).toBe(false);
});

test('users never see themselves', async () => {
  const { id } = await one();
  await app.db
    .insertInto('presences')
    .columns(['user_id', 'status', 'online_until', 'started_at', 'pos', 'date_of_birth', 'gender', 'tags'])
    .expression((eb) =>
      eb
        .selectFrom('presences')
        .select((s) => [
          s.val(ada.id).as('user_id'),
          'status',
          'online_until',
          'started_at',
          'pos',
          'date_of_birth',
          'gender',
          'tags',
        ]),
    )
    .execute();
  expect((await feed()).map((item) => item.id)).toEqual([id]);
});

describe('people with a relation to the viewer', () => {
  test.each([
    ['blocked by oneself', (id: string) => block(ada.id, id)],
    ['who blocked oneself', (id: string) => block(id, ada.id)],
    ['one’s pending pin', (id: string) => chat(ada.id, id, 'pending')],
    ['someone whose pin waits', (id: string) => chat(id, ada.id, 'pending')],
    ['an accepted chat', (id: string) => chat(ada.id, id, 'accepted')],
    ['someone who rejected', (id: string) => chat(ada.id, id, 'rejected')],
    ['someone rejected', (id: string) => chat(id, ada.id, 'rejected')],
  ])('%s is not shown', async (_name, relate) => {
    const [{ id }, other] = [await one(), await one()];
    expect(await sees(id)).toBe(true);
    await relate(id);
    expect((await feed()).map((item) => item.id)).toEqual([other.id]);
  });

  test.each(['blockedUsers', 'blockedByOthers', 'rejectedUsers', 'pinnedUsers'])(
    '%s of the request hides more',
    async (list) => {
      const [{ id }, other] = [await one(), await one()];
      expect((await feed({ [list]: [id, newId()] })).map((item) => item.id)).toEqual([other.id]);
      expect(await feed({ [list]: [] })).toHaveLength(2);
      // Such as the ids of a client's sample people, and what a list in its store can hold besides.
      const strange = ['1', 'sample-1', null, { id }, 7];
      expect((await feed({ [list]: [...strange, id.toUpperCase()] })).map((item) => item.id)).toEqual([
        other.id,
      ]);
    },
  );

  const block = (blocker: string, blocked: string) =>
    app.db
      .insertInto('blocks')
      .values({ blocker_id: blocker, blocked_id: blocked, created_at: app.clock.now() })
      .execute();

  async function chat(initiator: string, recipient: string, status: 'pending' | 'accepted' | 'rejected') {
    const [low, high] = [initiator, recipient].toSorted();
    await app.db
      .insertInto('chats')
      .values({
        id: newId(),
        low_id: low!,
        high_id: high!,
        initiated_by: initiator,
        pin_status: status,
        created_at: app.clock.now(),
      })
      .execute();
  }
});

describe('filters', () => {
  test.each<[string, Partial<Member>, object, boolean]>([
    ['the gender asked for', { gender: 'She/They' }, { gender: ['She/They'] }, true],
    ['another gender', { gender: 'He/Him' }, { gender: ['She/They'] }, false],
    ['any of several genders', { gender: 'He/Him' }, { gender: ['She/Her', 'He/Him'] }, true],
    ['no gender asked for', { gender: 'Other' }, { gender: [] }, true],
    ['one idea in common', { tags: ['yoga', 'picnic'] }, { interestedIn: ['Picnic', 'Brunch'] }, true],
    ['no idea in common', { tags: ['yoga'] }, { interestedIn: ['picnic'] }, false],
    ['no ideas of one’s own', { tags: [] }, { interestedIn: ['picnic'] }, false],
    ['no ideas asked for', { tags: [] }, { interestedIn: [] }, true],
    ['within the distance asked for', { at: awayFrom(BERLIN, 8, 0) }, { maxDistanceKm: 10 }, true],
    ['beyond the distance asked for', { at: awayFrom(BERLIN, 12, 0) }, { maxDistanceKm: 10 }, false],
    ['bounds of zero', { dateOfBirth: '1990-01-01' }, { minAge: 0, maxAge: 0 }, true],
    ['bounds of null', {}, { minAge: null, maxAge: null, gender: null, interestedIn: null }, true],
  ])('%s', async (_name, member, preferences, seen) => {
    const { id } = await one(member);
    expect(await sees(id, { preferences })).toBe(seen);
  });

  test.each([
    ['turns 30 today', 0, { minAge: 30 }, true],
    ['turns 30 tomorrow', 1, { minAge: 30 }, false],
    ['turns 30 today', 0, { maxAge: 29 }, false],
    ['turns 30 tomorrow', 1, { maxAge: 29 }, true],
    ['turns 30 today', 0, { minAge: 30, maxAge: 30 }, true],
    ['turned 30 yesterday', -1, { maxAge: 30 }, true],
  ])('someone who %s and %s days, %j', async (_name, days, preferences, seen) => {
    const day = new Date(app.clock.now().getTime() + days * 86_400_000);
    const dateOfBirth = `${day.getUTCFullYear() - 30}${day.toISOString().slice(4, 10)}`;
    const { id } = await one({ dateOfBirth });
    expect(await sees(id, { preferences })).toBe(seen);
  });
});

test.each([
  ['the filter before one’s own preference', 40, { maxDistanceKm: 10 }, false],
  ['one’s own preference without a filter', 40, {}, true],
  ['one’s own preference without a filter', 15, {}, false],
])('distance: %s', async (_name, own, preferences, seen) => {
  await app.db.updateTable('users').set({ max_distance_km: own }).where('id', '=', ada.id).execute();
  const { id } = await one({ at: awayFrom(BERLIN, 20, 200) });
  expect(await sees(id, { preferences })).toBe(seen);
});

test('distance: 50 km without filter and preference', async () => {
  await app.db.updateTable('users').set({ max_distance_km: null }).where('id', '=', ada.id).execute();
  const [near, far] = await crowd(app, [{ at: awayFrom(BERLIN, 49, 0) }, { at: awayFrom(BERLIN, 51, 0) }]);
  expect([await sees(near!.id), await sees(far!.id)]).toEqual([true, false]);
});
