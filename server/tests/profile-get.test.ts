import { DEFAULT_NOTIFICATION_SETTINGS, otherUser } from '@herenow/contract/entities';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { tellPosition } from '@herenow/testing/encounters';
import { api, people, person, type Person, type PersonOptions } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp, type TestApp } from '@herenow/testing/start-app';

const app = sharedApp();

const inAnHour = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString();
const get = (viewer: Person, who: Pick<Person, 'id'>) => viewer.api(getUser, { params: { id: who.id } });

async function chat(
  initiator: Person,
  other: Person,
  status: 'pending' | 'accepted' | 'rejected',
  server: TestApp = app,
) {
  const [low, high] = [initiator.id, other.id].toSorted();
  await server.pool.query(
    `INSERT INTO chats (id, low_id, high_id, initiated_by, pin_status, created_at, answered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [newId(), low, high, initiator.id, status, server.clock.now()],
  );
}

test('a new record has every field with its default', async () => {
  const ada = await person(app, 'ada', { step: 1 });
  const { status, json } = await get(ada, ada);
  expect(status).toBe(200);
  const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(json).toEqual({
    id: ada.id,
    email: ada.email,
    verified: false,
    username: 'ada',
    gender: null,
    bio: '',
    myTags: [],
    photos: [],
    age: null,
    dateOfBirth: null,
    online: false,
    onlineUntil: null,
    status: 'offline',
    emailValidated: false,
    location: { type: 'Point', coordinates: [expect.any(Number), expect.any(Number)] },
    lastActiveAt: now,
    blockedUsers: [],
    blockedByOthers: [],
    rejectedUsers: [],
    reportedUsers: [],
    pinnedUsers: [],
    favourites: [],
    created: now,
    updated: now,
    registrationStep: 1,
    preferences: { maxDistanceKm: null },
    notificationSettings: DEFAULT_NOTIFICATION_SETTINGS,
  });
});

test('a finished record contains what was saved', async () => {
  const about = { gender: 'She/They', dateOfBirth: '1990-01-01' } as const;
  const ada = await person(app, 'ada', { ...about, tags: ['coffee', 'yoga'], photos: 2, maxDistanceKm: 15 });
  const { json } = await get(ada, ada);
  const age = app.clock.now().getUTCFullYear() - 1990;
  expect(json).toMatchObject({ ...about, username: 'ada', myTags: ['coffee', 'yoga'], age });
  expect(json).toMatchObject({
    registrationStep: 6,
    emailValidated: true,
    preferences: { maxDistanceKm: 15 },
  });
  expect(json.photos).toHaveLength(2);
});

test('the age changes at midnight of the birthday by the server’s clock', async () => {
  await using later = await startApp();
  const now = later.clock.now();
  const birthday = new Date(Date.UTC(now.getUTCFullYear() - 30, now.getUTCMonth(), now.getUTCDate() + 1));
  const ada = await person(later, 'ada', { dateOfBirth: birthday.toISOString().slice(0, 10) });
  const age = async () => (await get(ada, ada)).json.age;
  expect(await age()).toBe(29);
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  later.clock.moveBy(midnight - now.getTime());
  const { token } = await later.work((tx) => later.accounts.sessions.open(tx, ada.id, { userAgent: '' }));
  expect((await api(later, getUser, { params: { id: ada.id }, token })).json.age).toBe(30);
});

test('other users’ records contain only what anyone may know', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela', { dateOfBirth: '1990-01-01' })];
  await bela.api(goOnline, { body: { userId: bela.id, onlineUntil: inAnHour() } });
  const { json } = await get(ada, bela);
  expect(Object.keys(json).toSorted()).toEqual(Object.keys(otherUser.shape).toSorted());
  expect(json).toMatchObject({ id: bela.id, username: 'bela', online: true });
});

test('the user’s own session is shown as it is', async () => {
  const ada = await person(app, 'ada');
  const onlineUntil = inAnHour();
  const body = { userId: ada.id, onlineUntil };
  expect((await ada.api(goOnline, { body })).json).toMatchObject({
    online: true,
    status: 'online',
    onlineUntil,
  });
  expect((await ada.api(goIncognito, { body: { userId: ada.id } })).json).toMatchObject({
    online: true,
    status: 'incognito',
    onlineUntil: null,
  });
  expect((await ada.api(goOffline, { body: { userId: ada.id } })).json).toMatchObject({
    online: false,
    status: 'offline',
    onlineUntil: null,
  });
});

describe('who can see a profile', () => {
  type Chat = 'pending' | 'accepted' | 'rejected' | undefined;
  type Seen = 'place' | 'session' | 'person' | 'nobody';
  /** A visible user looks at another user. */
  test.each<[string, 'online' | 'incognito' | 'offline', Chat, 'theirs' | 'mine', Seen]>([
    ['a stranger who is visible', 'online', undefined, 'theirs', 'place'],
    ['a stranger who is incognito', 'incognito', undefined, 'theirs', 'nobody'],
    ['a stranger who is offline', 'offline', undefined, 'theirs', 'nobody'],
    ['a chat partner who is visible', 'online', 'accepted', 'theirs', 'place'],
    ['a chat partner who is incognito', 'incognito', 'accepted', 'theirs', 'session'],
    ['a chat partner who is incognito, whoever began', 'incognito', 'accepted', 'mine', 'session'],
    ['a chat partner who is offline', 'offline', 'accepted', 'mine', 'person'],
    ['who has pinned one, visible', 'online', 'pending', 'theirs', 'place'],
    ['who has pinned one, incognito', 'incognito', 'pending', 'theirs', 'session'],
    ['whom one has pinned, visible', 'online', 'pending', 'mine', 'place'],
    ['whom one has pinned, incognito', 'incognito', 'pending', 'mine', 'person'],
    ['whom one has pinned, offline', 'offline', 'pending', 'mine', 'person'],
    ['who has rejected one, visible', 'online', 'rejected', 'mine', 'person'],
    ['who has rejected one, incognito', 'incognito', 'rejected', 'mine', 'person'],
    ['whom one has rejected', 'online', 'rejected', 'theirs', 'nobody'],
  ])('%s', async (_, status, pin, whose, seen) => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    const onlineUntil = inAnHour();
    await ada.api(goOnline, { body: { userId: ada.id, onlineUntil } });
    const go = { online: goOnline, incognito: goIncognito, offline: undefined }[status];
    if (go) await bela.api(go, { body: { userId: bela.id, onlineUntil } });
    if (pin) await (whose === 'theirs' ? chat(bela, ada, pin) : chat(ada, bela, pin));
    const answer = await get(ada, bela);
    if (seen === 'nobody')
      return expect(answer).toMatchObject({ status: 404, text: refusals.userNotFound.text });
    const there = seen === 'place' || seen === 'session';
    expect(answer.json).toMatchObject({
      online: there,
      onlineUntil: there ? onlineUntil : null,
      location: seen === 'place' ? { type: 'Point' } : null,
    });
  });

  test('nobody further away than a feed reaches, and nobody before the viewer’s registration is finished', async () => {
    const bela = await person(app, 'bela', { at: [13.405, 52.52] });
    await bela.api(goOnline, { body: { userId: bela.id, onlineUntil: inAnHour() } });
    const status = async (options: PersonOptions) =>
      (await get(await person(app, 'ada', options), bela)).status;
    expect(await status({ at: [13.405, 52.92] })).toBe(200);
    expect(await status({ at: [13.405, 53.02] })).toBe(404);
    expect(await status({ step: 5 })).toBe(404);
  });

  test('the session of a chat partner only until it ends', async () => {
    await using own = await startApp();
    const [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
    const onlineUntil = new Date(own.clock.now().getTime() + 60_000).toISOString();
    await bela.api(goOnline, { body: { userId: bela.id, onlineUntil } });
    await chat(ada, bela, 'accepted', own);
    expect((await get(ada, bela)).json).toMatchObject({ online: true, location: { type: 'Point' } });
    own.clock.moveBy(60_001);
    expect((await get(ada, bela)).json).toMatchObject({ online: false, onlineUntil: null, location: null });
  });

  test('moves of an invisible user change not a byte', async () => {
    const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
    await chat(ada, bela, 'accepted');
    await chidi.api(goIncognito, { body: { userId: chidi.id, onlineUntil: inAnHour() } });
    const seen = new Set<string>();
    for (const longitude of [13.4, 13.42, 13.5, 14.2]) {
      for (const who of [bela, chidi]) await tellPosition(who, [longitude, 52.5]);
      const [ofBela, ofChidi] = [await get(ada, bela), await get(ada, chidi)];
      seen.add(`${ofBela.status} ${ofBela.text} ${ofChidi.status} ${ofChidi.text}`);
    }
    expect(seen.size).toBe(1);
  });
});

describe('a forbidden profile looks like a missing one', () => {
  const block = (by: Person, whom: Person) =>
    app.pool.query('INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, now())', [
      by.id,
      whom.id,
    ]);
  test.each<[string, (ada: Person, bela: Person) => Promise<unknown>]>([
    ['blocked by the other', (ada, bela) => block(bela, ada)],
    ['blocked by oneself', (ada, bela) => block(ada, bela)],
    ['suspended', (_, bela) => suspend(app, bela)],
    ['deleted', (_, bela) => app.pool.query('DELETE FROM users WHERE id = $1', [bela.id])],
  ])('%s', async (_, hide) => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    await bela.api(goOnline, { body: { userId: bela.id, onlineUntil: inAnHour() } });
    expect((await get(ada, bela)).status).toBe(200);
    await chat(ada, bela, 'accepted');
    await hide(ada, bela);
    expect(await get(ada, bela)).toMatchObject({ status: 404, text: refusals.userNotFound.text });
  });

  test.each(['nobody', '00000000-0000-4000-8000-000000000000', '1', "';--"])('id %s', async (id) => {
    const ada = await person(app, 'ada');
    expect(await get(ada, { id })).toMatchObject({ status: 404, text: refusals.userNotFound.text });
  });

  test('a visitor is asked to log in', async () => {
    const ada = await person(app, 'ada');
    expect(await api(app, getUser, { params: { id: ada.id } })).toMatchObject({
      status: 401,
      text: refusals.signInAgain.text,
    });
  });
});
