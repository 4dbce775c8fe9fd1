import { listChats } from '@herenow/contract/chats';
import { wholeKm } from '@herenow/contract/geo';
import { ageOn } from '@herenow/contract/ages';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  accept,
  chatsOf,
  goHidden,
  goVisible,
  leave,
  meet,
  pairInChat,
  pairWithPin,
  pin,
  send,
} from '@herenow/testing/encounters';
import { api, people, person, type Person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';

const app = sharedApp();

test('a row shows name, distance, last message and presence of the other user', async () => {
  const ada = await person(app, 'ada', { at: [13.405, 52.52], dateOfBirth: '1990-12-30' });
  const bela = await person(app, 'bela', { at: [13.45, 52.52], dateOfBirth: '2001-03-09', photos: 2 });
  const chatId = await meet(app, ada, bela);
  const [row] = await chatsOf(ada);
  const [ofAda, ofBela] = row!.participants;
  expect(row).toEqual({
    id: chatId,
    participants: [
      {
        userId: ada.id,
        name: 'ada',
        photoUrl: expect.stringMatching(/^\/photos\/[\w-]{24}\/[\w-]{48}\/1080\.jpg$/),
        dateOfBirth: '1990-12-30',
      },
      { userId: bela.id, name: 'bela', photoUrl: expect.any(String), dateOfBirth: expect.any(String) },
    ],
    distance: 3,
    lastMessage: null,
    lastMessageTime: null,
    otherUserOnline: true,
    otherUserOnlineUntil: expect.any(String),
    pinStatus: 'accepted',
    initiatedBy: ada.id,
    unreadCount: 0,
    created: expect.any(String),
  });
  const first = await app.db
    .selectFrom('photos')
    .select('key')
    .where('user_id', '=', bela.id)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow();
  expect(ofBela.photoUrl).toContain(first.key);
  const [theirs] = await chatsOf(bela);
  expect(theirs!.participants.map(({ userId }) => userId)).toEqual([ada.id, bela.id]);
  expect(theirs!.participants[1].dateOfBirth).toBe('2001-03-09');
  expect(theirs!.participants[0]).toEqual({
    ...ofAda,
    photoUrl: expect.stringContaining(ofAda.photoUrl!.split('/')[2]!),
    dateOfBirth: expect.not.stringContaining('1990-12-30'),
  });
  expect(theirs!.distance).toBe(3);
});

test('the distance is that of the two cells', async () => {
  const at: [number, number][] = [
    [13.405, 52.52],
    [13.3, 52.45],
  ];
  const [ada, bela] = [await person(app, 'ada', { at: at[0]! }), await person(app, 'bela', { at: at[1]! })];
  await meet(app, ada, bela);
  const exact = wholeKm({ type: 'Point', coordinates: at[0]! }, { type: 'Point', coordinates: at[1]! });
  expect(Math.abs((await chatsOf(ada))[0]!.distance! - exact)).toBeLessThanOrEqual(1);
});

test('other users’ date of birth shows only the age: 1 January of this year less the age', async () => {
  const born = ['1980-01-01', '1999-12-31', '2004-02-29', '2000-06-15'];
  for (const dateOfBirth of born) {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela', { dateOfBirth })];
    await meet(app, ada, bela);
    const shown = (await chatsOf(ada))[0]!.participants[1].dateOfBirth;
    const now = app.clock.now();
    expect(shown).toBe(`${now.getUTCFullYear() - ageOn(dateOfBirth, now)}-01-01`);
    expect(ageOn(shown, now)).toBe(ageOn(dateOfBirth, now));
  }
});

test('the last message and the unread count follow new messages', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  await send(ada, chatId, 'one');
  await send(ada, chatId, 'two');
  const last = await send(bela, chatId, 'three');
  const shown = { lastMessage: 'three', lastMessageTime: last.sentAt };
  expect((await chatsOf(ada))[0]).toMatchObject({ ...shown, unreadCount: 1 });
  expect((await chatsOf(bela))[0]).toMatchObject({ ...shown, unreadCount: 2 });
});

test('the chat with the latest activity comes first', async () => {
  const ada = await person(app, 'ada');
  const [bela, chidi, dana] = await people(app, 'bela', 'chidi', 'dana');
  const names = async () =>
    (await chatsOf(ada)).map(
      ({ participants }) => participants.find(({ userId }) => userId !== ada.id)!.name,
    );
  const withBela = await meet(app, ada, bela);
  await goVisible(app, chidi);
  await goVisible(app, dana);
  const withChidi = await pin(ada, chidi);
  await pin(ada, dana);
  expect(await names()).toEqual(['dana', 'chidi', 'bela']);
  await send(bela, withBela, 'hello');
  expect(await names()).toEqual(['bela', 'dana', 'chidi']);
  await accept(chidi, withChidi);
  expect(await names()).toEqual(['chidi', 'bela', 'dana']);
});

test.each<
  [string, (bela: Person) => Promise<unknown>, { pending: boolean; accepted: boolean; until: boolean }]
>([
  ['visible', (bela) => goVisible(app, bela), { pending: true, accepted: true, until: true }],
  ['incognito', (bela) => goHidden(app, bela), { pending: false, accepted: true, until: true }],
  [
    'incognito without end',
    (bela) => goHidden(app, bela, null),
    { pending: false, accepted: true, until: false },
  ],
  ['offline', (bela) => leave(bela), { pending: false, accepted: false, until: false }],
])('who is %s shows as such to whom they accepted', async (_, become, { pending, accepted, until }) => {
  const [ada, bela, chatId] = await pairWithPin(app);
  await become(bela);
  const shown = (online: boolean) => ({
    otherUserOnline: online,
    otherUserOnlineUntil: online && until ? expect.any(String) : null,
  });
  expect((await chatsOf(ada))[0]).toMatchObject(shown(pending));
  await accept(bela, chatId);
  expect((await chatsOf(ada))[0]).toMatchObject(shown(accepted));
});

test('chats with a suspended user are not listed', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await meet(app, ada, bela);
  await suspend(app, bela);
  expect(await chatsOf(ada)).toEqual([]);
});

test.each([
  ['a visitor', false, (ada: Person) => ada.id, 401, 'Please log in again.'],
  ['of somebody else', true, () => randomUUID(), 403, 'You can only do this for yourself.'],
  ['of what is no id', true, () => 'me', 403, 'You can only do this for yourself.'],
])('%s cannot list chats', async (_, signedIn, userId, status, text) => {
  const ada = await person(app, 'ada');
  const params = { userId: userId(ada) };
  const answer = signedIn ? await ada.api(listChats, { params }) : await api(app, listChats, { params });
  expect([answer.status, answer.text]).toEqual([status, text]);
});
