import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { updateLocation, updateUser } from '@herenow/contract/profile';
import { listFeed } from '@herenow/contract/feed';
import { describe, expect, test } from 'vitest';
import { snapToCell } from '../src/lib/cells.ts';
import { newId } from '../src/lib/ids.ts';
import { api, BERLIN, person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { whileLocked } from './while-locked.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BAD_END = 'The end of the session must be within the next 3 hours.';
const BAD_TIME = 'The end of the session must be a time like 2026-01-31T20:00:00Z.';

const app = sharedApp();
let count = 0;

/** Makes a new user for each test. */
const somebody = (options?: Parameters<typeof person>[2]) => person(app, `ada${(count += 1)}`, options);
const ahead = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
const session = (userId: string) =>
  app.db.selectFrom('presences').selectAll().where('user_id', '=', userId).executeTakeFirst();

describe.each([
  ['go-online', goOnline, 'online'],
  ['go-incognito', goIncognito, 'incognito'],
] as const)('%s', (_name, call, status) => {
  test.each([1, 2, 3])('for %i hours answers the own record', async (hours) => {
    const ada = await somebody();
    const onlineUntil = ahead(hours * HOUR - 1000);
    const answer = await ada.api(call, { body: { userId: ada.id, onlineUntil, dateOfBirth: '1996-05-14' } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ id: ada.id, status, online: true, onlineUntil });
    expect(await session(ada.id)).toMatchObject({
      status,
      online_until: new Date(onlineUntil),
      date_of_birth: '1996-05-14',
      gender: 'They/Them',
      tags: ['coffee'],
    });
  });

  test.each([
    ['null', { onlineUntil: null }],
    ['nothing', {}],
  ])('%s has no expiry', async (_what, end) => {
    const ada = await somebody();
    const answer = await ada.api(call, { body: { userId: ada.id, ...end } });
    expect(answer.json).toMatchObject({ status, online: true, onlineUntil: null });
  });

  test('accepts the end as milliseconds since 1970', async () => {
    const ada = await somebody();
    const end = app.clock.now().getTime() + HOUR;
    const answer = await ada.api(call, { body: { userId: ada.id, onlineUntil: end } });
    expect(answer.json).toMatchObject({ status, onlineUntil: new Date(end).toISOString() });
  });

  test('an end requested by a clock that is ahead is cut to 3 hours', async () => {
    const ada = await somebody();
    const answer = await ada.api(call, { body: { userId: ada.id, onlineUntil: ahead(3 * HOUR + 50_000) } });
    expect(answer.status).toBe(200);
    expect(Date.parse(answer.json.onlineUntil!)).toBeLessThanOrEqual(Date.parse(ahead(3 * HOUR)));
  });

  test.each<[string, () => unknown, string]>([
    ['in the past', () => ahead(-1000), BAD_END],
    ['now', () => ahead(0), BAD_END],
    ['too far ahead', () => ahead(3 * HOUR + 70_000), BAD_END],
    ['a day ahead', () => ahead(24 * HOUR), BAD_END],
    ['no time', () => 'tomorrow', BAD_TIME],
    ['a date only', () => '2026-01-31', BAD_TIME],
    ['in seconds', () => Math.round(app.clock.now().getTime() / 1000) + 3600, BAD_END],
    ['true', () => true, BAD_TIME],
  ])('refuses an end %s', async (_what, end, text) => {
    const ada = await somebody();
    const body = { userId: ada.id, onlineUntil: end() as string };
    const answer = await ada.api(call, { body });
    expect([answer.status, answer.text]).toEqual([400, text]);
    expect(await session(ada.id)).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['another one', '1996-05-15', 'The date of birth doesn’t match the one in your profile.'],
    ['too young', '2020-01-01', 'You must be 18 years or older to use this app'],
    ['no date', 'yesterday', 'Please enter a real date of birth'],
    ['a number', 1996, 'Please enter your date of birth'],
  ])('refuses a date of birth that is %s', async (_what, dateOfBirth, text) => {
    const ada = await somebody();
    const body = { userId: ada.id, onlineUntil: ahead(HOUR), dateOfBirth: dateOfBirth as string };
    const answer = await ada.api(call, { body });
    expect([answer.status, answer.text]).toEqual([400, text]);
    expect(await session(ada.id)).toBeUndefined();
    const { date_of_birth } = await app.db
      .selectFrom('users')
      .select('date_of_birth')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
    expect(date_of_birth).toBe('1996-05-14');
  });

  test('accepts the date of birth as a timestamp', async () => {
    const ada = await somebody();
    const body = { userId: ada.id, dateOfBirth: '1996-05-14T00:00:00.000Z' };
    expect((await ada.api(call, { body })).status).toBe(200);
  });

  test('refuses a user who is under 18 by the stored date', async () => {
    const year = app.clock.now().getUTCFullYear();
    const ada = await somebody({ dateOfBirth: `${year - 17}-01-01` });
    const answer = await ada.api(call, { body: { userId: ada.id, onlineUntil: ahead(HOUR) } });
    expect([answer.status, answer.text]).toEqual([400, 'You must be 18 years or older to use this app']);
  });

  test('accepts a user who has turned 81 since', async () => {
    const ada = await somebody({ dateOfBirth: `${app.clock.now().getUTCFullYear() - 82}-01-01` });
    expect((await ada.api(call, { body: { userId: ada.id, onlineUntil: ahead(HOUR) } })).status).toBe(200);
  });

  test.each([1, 2, 3, 4, 5] as const)('needs a finished registration, not step %i', async (step) => {
    const ada = await somebody({ step });
    const answer = await ada.api(call, { body: { userId: ada.id, onlineUntil: ahead(HOUR) } });
    expect([answer.status, answer.text]).toEqual([409, 'Please finish your registration first.']);
  });
});

describe.each([
  ['go-online', goOnline],
  ['go-incognito', goIncognito],
  ['go-offline', goOffline],
] as const)('%s: who may', (_name, call) => {
  test.each([
    ['no id', {}, 400],
    ['no real id', { userId: 'me' }, 400],
    ['a number', { userId: 7 }, 400],
    ['a list', [], 400],
    ['somebody else', { userId: newId() }, 403],
  ])('%s', async (_what, body, status) => {
    const ada = await somebody();
    const answer = await ada.api(call, { body: body as { userId: string } });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.text).toBe('You can only do this for yourself.');
  });

  test('no visitor', async () => {
    const answer = await api(app, call, { body: { userId: newId() } });
    expect([answer.status, answer.text]).toEqual([401, 'Please log in again.']);
  });
});

test('going online or incognito while active replaces status and end of the same session', async () => {
  const ada = await somebody();
  await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: ahead(HOUR) } });
  const before = await session(ada.id);
  const onlineUntil = ahead(2 * HOUR);
  const answer = await ada.api(goIncognito, { body: { userId: ada.id, onlineUntil } });
  expect(answer.json).toMatchObject({ status: 'incognito', onlineUntil });
  expect((await session(ada.id))!.started_at).toEqual(before!.started_at);
  const endless = await ada.api(goOnline, { body: { userId: ada.id } });
  expect(endless.json).toMatchObject({ status: 'online', onlineUntil: null });
  expect((await session(ada.id))!.started_at).toEqual(before!.started_at);
});

test('going offline ends the session, and ending none is fine', async () => {
  const ada = await somebody();
  const offline = { status: 'offline', online: false, onlineUntil: null, pinnedUsers: [], rejectedUsers: [] };
  await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: ahead(HOUR) } });
  for (let time = 0; time < 2; time += 1) {
    const answer = await ada.api(goOffline, { body: { userId: ada.id } });
    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining(offline)]);
    expect(await session(ada.id)).toBeUndefined();
  }
});

test('a session that begins while the record changes shows the changed data', async () => {
  const ada = await somebody();
  const lock = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
  const change = `UPDATE users SET my_tags = '{yoga}' WHERE id = $1`;
  const begin = () => ada.api(goOnline, { body: { userId: ada.id } });
  await whileLocked(app, { lock, change, values: [ada.id] }, begin);
  expect((await session(ada.id))!.tags).toEqual(['yoga']);
});

test('a session shows the data of the record, even after a change', async () => {
  const [ada, bela] = [await somebody({ at: BERLIN }), await somebody({ at: BERLIN })];
  await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: ahead(HOUR) } });
  const place = { type: 'Point' as const, coordinates: [2.3522, 48.8566] as [number, number] };
  await ada.api(updateUser, {
    body: { id: ada.id, gender: 'He/They', myTags: ['Jazz night'], dateOfBirth: '1980-02-03' },
  });
  await ada.api(updateLocation, { params: { id: ada.id }, body: place });
  const shown = await app.db
    .selectFrom('presences')
    .select(['gender', 'tags', 'date_of_birth', 'cell', 'next_cell'])
    .where('user_id', '=', ada.id)
    .executeTakeFirst();
  expect(shown).toMatchObject({ gender: 'He/They', tags: ['jazz night'], date_of_birth: '1980-02-03' });
  // The place at which a user is seen follows some time later.
  const berlin = snapToCell({ type: 'Point', coordinates: BERLIN });
  expect(shown).toMatchObject({ cell: berlin, next_cell: snapToCell(place) });
  const answer = await bela.api(listFeed, { body: { userId: bela.id } });
  expect(answer.json.find(({ id }) => id === ada.id)).toMatchObject({
    gender: 'He/They',
    myTags: ['jazz night'],
  });
});
