import { ageOn } from '@herenow/contract/ages';
import type { Call } from '@herenow/contract/call';
import { listFeed } from '@herenow/contract/feed';
import type { BlockedUser } from '@herenow/contract/entities';
import { getUser, updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { blockUser, listBlockedUsers, reportUser, unblockUser } from '@herenow/contract/safety';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  chatsOf,
  goVisible,
  leave,
  meet,
  messagesOf,
  ok,
  pairInChat,
  pin,
  recordOf,
  send,
  signInAgain,
} from '@herenow/testing/encounters';
import { api, people, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { deleteAccount, suspend } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { blockMost } from './block-most.ts';
import { registered } from './registered.ts';

const app = sharedApp();

const block = (from: Person, to: { id: string }, userId = from.id) =>
  from.api(blockUser, { body: { userId, userToBlockId: to.id } });
const unblock = (from: Person, to: { id: string }, userId = from.id) =>
  from.api(unblockUser, { body: { userId, userToBlockId: to.id } });
const blockedBy = async (one: Person) =>
  ok(await one.api(listBlockedUsers, { params: { id: one.id } })).json as { id: string }[];
const listOf = async (one: Person) =>
  (ok(await one.api(listBlockedUsers, { params: { id: one.id } })).json as BlockedUser[]).map(
    ({ name, age, photos }) => ({ name, age, photos }),
  );
const seesInFeed = async (one: Person, other: Person) => {
  const feed = ok(await one.api(listFeed, { body: { userId: one.id, limit: 50 } })).json as { id: string }[];
  return feed.some(({ id }) => id === other.id);
};

test('a block hides both users from each other everywhere and removes their chat', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  await send(bela, chatId, 'hello');
  const answer = await block(ada, bela);
  expect([answer.status, answer.text]).toEqual([200, '']);
  for (const [one, other] of [
    [ada, bela],
    [bela, ada],
  ] as const) {
    expect(await chatsOf(one)).toEqual([]);
    await expect(messagesOf(one, chatId)).rejects.toThrow('404 Chat not found');
    expect(await seesInFeed(one, other)).toBe(false);
    const profile = await one.api(getUser, { params: { id: other.id } });
    expect([profile.status, profile.text]).toEqual([404, 'User not found']);
  }
  expect(await app.db.selectFrom('messages').select('id').where('chat_id', '=', chatId).execute()).toEqual(
    [],
  );
  const own = await bela.api(getUser, { params: { id: bela.id } });
  expect(own.json).toMatchObject({ blockedUsers: [], blockedByOthers: [] });
  expect(await recordOf(ada)).toMatchObject({
    blockedUsers: [bela.id],
  });
});

test('an account can have blocked ten thousand people; then it can still block again and let in', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const chidi = await person(app, 'chidi');
  await block(ada, bela);
  await blockMost(app, ada);
  for (const answer of [await block(ada, bela), await unblock(ada, bela)]) expect(answer.status).toBe(200);
  const refused = await block(ada, bela);
  expect([refused.status, refused.text]).toEqual([409, refusals.blocksFull.text]);
  const report = { reporterId: ada.id, reportedUserId: chidi.id, reason: 'Other' as const };
  expect((await ada.api(reportUser, { body: { ...report, alsoBlock: true } })).status).toBe(409);
  ok(await ada.api(reportUser, { body: report }));
  // Whom others have blocked does not matter.
  ok(await block(bela, ada));
  await sql`DELETE FROM blocks WHERE blocker_id = ${ada.id} AND blocked_id IN (
    SELECT blocked_id FROM blocks WHERE blocker_id = ${ada.id} LIMIT 1)`.execute(app.db);
  ok(await block(ada, chidi));
});

test('blocking twice, even at once, is one block; unblocking shows the people again, without their chat', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await meet(app, ada, bela);
  const answers = await Promise.all(Array.from({ length: 5 }, () => block(ada, bela)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await blockedBy(ada)).toHaveLength(1);
  for (const answer of [await unblock(ada, bela), await unblock(ada, bela)])
    expect([answer.status, answer.text]).toEqual([200, '']);
  expect(await blockedBy(ada)).toEqual([]);
  expect(await chatsOf(ada)).toEqual([]);
  expect(await seesInFeed(bela, ada)).toBe(true);
  await pin(ada, bela);
});

test('a suspended user can be blocked, and stays blocked after the suspension', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await suspend(app, bela);
  ok(await block(ada, bela));
  await app.db.updateTable('users').set({ suspended_at: null }).where('id', '=', bela.id).execute();
  await goVisible(app, bela);
  expect(await seesInFeed(ada, bela)).toBe(false);
});

test('only the blocker can unblock', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await goVisible(app, ada);
  await block(ada, bela);
  await unblock(bela, ada);
  expect(await seesInFeed(bela, ada)).toBe(false);
  expect(await blockedBy(ada)).toHaveLength(1);
});

test('two people who block each other at once are both blocked', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await meet(app, ada, bela);
  const statuses = (await Promise.all([block(ada, bela), block(bela, ada)])).map(({ status }) => status);
  expect(statuses).toEqual([200, 200]);
  expect(await chatsOf(ada)).toEqual([]);
  expect([await blockedBy(ada), await blockedBy(bela)]).toMatchObject([[{ id: bela.id }], [{ id: ada.id }]]);
  // Each block stands on its own.
  await unblock(ada, bela);
  await goVisible(app, ada);
  expect(await seesInFeed(bela, ada)).toBe(false);
});

test('a pin and a block at once never leave a chat', async () => {
  for (let round = 0; round < 5; round++) {
    const [ada, bela] = await people(app, 'ada', 'bela');
    await goVisible(app, ada);
    await goVisible(app, bela);
    await Promise.all([pin(ada, bela).catch(() => {}), block(bela, ada)]);
    expect(await chatsOf(bela)).toEqual([]);
    expect(await chatsOf(ada)).toEqual([]);
  }
});

test('the list shows the blocked people as cards, latest first', async () => {
  const ada = await person(app, 'ada');
  const bela = await person(app, 'bela', { dateOfBirth: '1990-01-01', photos: 2 });
  const chidi = await person(app, 'chidi', { step: 1 });
  const dana = await person(app, 'dana');
  await goVisible(app, bela);
  for (const other of [bela, chidi, dana]) await block(ada, other);
  await suspend(app, dana);
  const name = 'Somebody';
  const blocked = ok(await ada.api(listBlockedUsers, { params: { id: ada.id } })).json;
  expect(blocked).toEqual([
    { id: chidi.id, username: name, name, photos: [], age: null },
    {
      id: bela.id,
      username: 'bela',
      name: 'bela',
      photos: [expect.anything()],
      age: expect.any(Number),
    },
  ]);
});

test('the list shows people as the blocker saw them at that time, and does not follow their changes', async () => {
  const [ada, bela] = [
    await person(app, 'ada'),
    await person(app, 'bela', { dateOfBirth: '1990-01-01', photos: 2 }),
  ];
  const [chidi, dana] = [await person(app, 'chidi'), await person(app, 'dana')];
  await goVisible(app, bela);
  await goVisible(app, chidi);
  await block(chidi, ada);
  // The first is visible, the second has blocked the blocker, and the third is offline.
  for (const other of [bela, chidi, dana]) await block(ada, other);
  const shown = async () =>
    (await listOf(ada)).map((one) => ({ ...one, photos: one.photos.map(({ id }) => id) })).toReversed();
  const [first, second] = (await recordOf(bela)).photos;
  const seen = { name: 'bela', age: ageOn('1990-01-01', app.clock.now()) };
  const others = [
    { name: 'Somebody', photos: [], age: null },
    { name: 'Somebody', photos: [], age: null },
  ];
  expect(await shown()).toEqual([{ ...seen, photos: [first!.id] }, ...others]);
  const change = async (fields: object, ...photos: { id: string }[]) =>
    ok(await bela.api(updateUser, { body: { username: 'Bela again', ...fields, photos: photos as never } }));
  await change({}, second!, first!);
  expect(await shown()).toEqual([{ ...seen, photos: [first!.id] }, ...others]);
  await change({ dateOfBirth: '1980-01-01' }, second!);
  expect(await shown()).toEqual([{ ...seen, photos: [] }, ...others]);
});

test('unblocking and blocking again shows no more of a person who is no longer visible', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await meet(app, ada, bela);
  await block(bela, ada);
  ok(await bela.api(updateUser, { body: { username: 'Bela again' } }));
  await block(ada, bela);
  expect(await listOf(ada)).toEqual([{ name: 'bela', age: null, photos: [] }]);
  await unblock(ada, bela);
  await block(ada, bela);
  expect(await listOf(ada)).toEqual([{ name: 'bela', age: null, photos: [] }]);
});

test('a block does not reveal the name of a person not seen that day, nor does a restored block', async () => {
  await using own = await startApp({ rateLimits: true });
  let [mallory, ada] = [
    await registered(own, 'mallory@example.org'),
    await registered(own, 'ada@example.org'),
  ];
  const names = async () => (await listOf(mallory)).map(({ name }) => name);
  const rename = async (username: string) => ok(await ada.api(updateUser, { body: { username } }));
  await goVisible(own, ada);
  expect(await seesInFeed(mallory, ada)).toBe(true);
  await leave(ada);
  await block(mallory, ada);
  expect(await names()).toEqual(['ada']);
  await unblock(mallory, ada);
  own.clock.moveBy(25 * 3_600_000);
  [mallory, ada] = await signInAgain(own, mallory, ada);
  await rename('Another');
  await block(mallory, ada);
  expect(await names()).toEqual(['Somebody']);
  await deleteAccount(mallory);
  mallory = await registered(own, 'mallory@example.org');
  expect(await names()).toEqual(['Somebody']);
});

test.each<[string, (ada: Person, bela: Person) => Promise<ApiAnswer>, number, string]>([
  ['oneself', (ada) => block(ada, ada), 400, 'You cannot block yourself.'],
  ['nobody', (ada) => block(ada, { id: randomUUID() }), 404, 'User not found'],
  ['what is no id', (ada) => block(ada, { id: 'bela' }), 400, 'This id is not valid.'],
  ['for somebody else', (ada, bela) => block(ada, bela, bela.id), 403, 'You can only do this for yourself.'],
  [
    '(back) for somebody else',
    (ada, bela) => unblock(ada, bela, bela.id),
    403,
    'You can only do this for yourself.',
  ],
  ['(back) what is no id', (ada) => unblock(ada, { id: '' }), 400, 'This id is not valid.'],
])('blocking %s is refused', async (_, attempt, status, text) => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const answer = await attempt(ada, bela);
  expect([answer.status, answer.text]).toEqual([status, text]);
  const blocks = await app.db.selectFrom('blocks').selectAll().where('blocker_id', '=', ada.id).execute();
  expect(blocks).toEqual([]);
});

test.each<[string, Call, object]>([
  ['block', blockUser, { userId: randomUUID(), userToBlockId: randomUUID() }],
  ['unblock', unblockUser, { userId: randomUUID(), userToBlockId: randomUUID() }],
])('a visitor cannot %s', async (_, call, body) => {
  const answer = await api(app, call, { body: body as never });
  expect([answer.status, answer.text]).toEqual([401, 'Please log in again.']);
});

test('a list of blocked people is for its owner only', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const answer = await ada.api(listBlockedUsers, { params: { id: bela.id } });
  expect([answer.status, answer.text]).toEqual([403, 'You can only do this for yourself.']);
  expect((await api(app, listBlockedUsers, { params: { id: ada.id } })).status).toBe(401);
});
