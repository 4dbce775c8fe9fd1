import { listChats } from '@herenow/contract/chats';
import { acceptPin, pinUser, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { goIncognito } from '@herenow/contract/presence';
import { blockUser } from '@herenow/contract/safety';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accept,
  chatsOf,
  goHidden,
  goVisible,
  later,
  leave,
  meet,
  pin,
  signInAgain,
} from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app[Symbol.asyncDispose]());

const someone = (name: string) => person(app, name);
const tryPin = (from: Person, to: { id: string }) =>
  from.api(pinUser, { body: { userId: from.id, pinnedUserId: to.id } });

async function visible(...names: string[]): Promise<Person[]> {
  const people = await Promise.all(names.map(someone));
  await Promise.all(people.map((one) => goVisible(app, one)));
  return people;
}

test('a pin waits at both until the recipient accepts it', async () => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  const answer = await tryPin(ada, bela);
  expect([answer.status, answer.text]).toEqual([200, '']);
  const [[mine], [theirs]] = [await chatsOf(ada), await chatsOf(bela)];
  expect(mine).toMatchObject({
    pinStatus: 'pending',
    initiatedBy: ada.id,
    lastMessage: null,
    unreadCount: 0,
  });
  expect(theirs).toMatchObject({ id: mine!.id, pinStatus: 'pending', initiatedBy: ada.id });
  const accepted = await bela.api(acceptPin, { params: { chatId: mine!.id }, body: { chatId: mine!.id } });
  expect([accepted.status, accepted.text]).toEqual([200, '']);
  for (const one of [ada, bela]) expect((await chatsOf(one))[0]!.pinStatus).toBe('accepted');
});

test('a rejected pin stays for its maker alone', async () => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  const chatId = await pin(ada, bela);
  expect((await bela.api(rejectPin, { params: { chatId } })).status).toBe(200);
  expect((await chatsOf(ada))[0]).toMatchObject({ id: chatId, pinStatus: 'rejected' });
  expect(await chatsOf(bela)).toEqual([]);
  for (const [from, to] of [
    [ada, bela],
    [bela, ada],
  ] as const) {
    const again = await tryPin(from, to);
    expect([again.status, again.text]).toEqual([409, 'already pinned']);
  }
  await leave(ada);
  expect(await chatsOf(ada)).toEqual([]);
  await goVisible(app, ada);
  expect(await chatsOf(ada)).toEqual([]);
  expect((await tryPin(ada, bela)).text).toBe('already pinned');
  expect((await tryPin(bela, ada)).status).toBe(200);
});

const takeBack = async (from: Person, to: Person) => {
  const { status, text } = await from.api(withdrawPin, { body: { userId: from.id, pinnedUserId: to.id } });
  return [status, text];
};

test('a pin can be taken back for five seconds, and both are strangers again', async () => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  await pin(ada, bela);
  expect(await takeBack(bela, ada)).toEqual([404, 'User not found']);
  expect(await takeBack(ada, bela)).toEqual([200, '']);
  expect([await chatsOf(ada), await chatsOf(bela)]).toEqual([[], []]);
  expect(await takeBack(ada, bela)).toEqual([404, 'User not found']);
  expect((await tryPin(ada, bela)).status).toBe(200);
  app.clock.moveBy(5001);
  expect(await takeBack(ada, bela)).toEqual([409, 'It is too late to take this pin back.']);
  expect(await chatsOf(bela)).toHaveLength(1);
});

test('a pin that was answered cannot be taken back', async () => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  await accept(bela, await pin(ada, bela));
  expect(await takeBack(ada, bela)).toEqual([409, 'This request has already been answered.']);
  expect(await chatsOf(bela)).toMatchObject([{ pinStatus: 'accepted' }]);
});

test('pinning someone whose own pin waits accepts it', async () => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  const chatId = await pin(ada, bela);
  expect((await tryPin(bela, ada)).status).toBe(200);
  expect(await chatsOf(ada)).toMatchObject([{ id: chatId, pinStatus: 'accepted', initiatedBy: ada.id }]);
  expect((await tryPin(bela, ada)).text).toBe('already pinned');
});

test('Quiet Drop: an incognito person pins, and the pinned one may pin back', async () => {
  const [ada, bela] = [await someone('ada'), await someone('bela')];
  await goHidden(app, ada);
  await goVisible(app, bela);
  const chatId = await pin(ada, bela);
  expect(await chatsOf(bela)).toMatchObject([{ id: chatId, otherUserOnline: true }]);
  expect((await tryPin(bela, ada)).status).toBe(200);
  expect((await chatsOf(bela))[0]!.pinStatus).toBe('accepted');
});

test.each([
  ['two people who pin each other at once', [0, 1, 0, 1, 0, 1]],
  ['taps in quick succession', [0, 0, 0, 0, 0, 0]],
])('%s make one chat', async (_, taps) => {
  const pair = (await visible('ada', 'bela')) as [Person, Person];
  const statuses = await Promise.all(
    taps.map(async (from) => (await tryPin(pair[from]!, pair[1 - from]!)).status),
  );
  const mutual = taps.includes(1);
  expect(statuses.filter((status) => status === 200)).toHaveLength(mutual ? 2 : 1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(mutual ? 4 : 5);
  expect(await chatsOf(pair[0])).toMatchObject([{ pinStatus: mutual ? 'accepted' : 'pending' }]);
});

test.each<[string, (ada: Person, bela: Person) => Promise<unknown>, number, string]>([
  ['who is offline', async () => {}, 403, 'Go visible or incognito to pin people.'],
  [
    'who is active without end',
    (ada) => goHidden(app, ada, null),
    403,
    'Go visible or incognito to pin people.',
  ],
  ['of somebody offline', (ada) => goVisible(app, ada), 404, 'User not found'],
  [
    'of somebody incognito',
    async (ada, bela) => {
      await goVisible(app, ada);
      await goHidden(app, bela);
    },
    404,
    'User not found',
  ],
  [
    'of somebody who blocked',
    async (ada, bela) => {
      await goVisible(app, ada);
      await goVisible(app, bela);
      await bela.api(blockUser, { body: { userId: bela.id, userToBlockId: ada.id } });
    },
    404,
    'User not found',
  ],
  [
    'of somebody one has blocked',
    async (ada, bela) => {
      await goVisible(app, ada);
      await goVisible(app, bela);
      await ada.api(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
    },
    404,
    'User not found',
  ],
  [
    'of somebody suspended',
    async (ada, bela) => {
      await goVisible(app, ada);
      await goVisible(app, bela);
      await app.db
        .updateTable('users')
        .set({ suspended_at: app.clock.now() })
        .where('id', '=', bela.id)
        .execute();
    },
    404,
    'User not found',
  ],
  ['in a chat', (ada, bela) => meet(app, ada, bela), 409, 'already pinned'],
])('a pin %s is refused', async (_, prepare, status, text) => {
  const [ada, bela] = [await someone('ada'), await someone('bela')];
  await prepare(ada, bela);
  const before = await app.db.selectFrom('chats').selectAll().execute();
  const answer = await tryPin(ada, bela);
  expect([answer.status, answer.text]).toEqual([status, text]);
  expect(await app.db.selectFrom('chats').selectAll().execute()).toEqual(before);
});

test.each([
  ['oneself', (ada: Person) => ada.id, 404, 'User not found'],
  ['nobody', () => randomUUID(), 404, 'User not found'],
  ['what is no id', () => 'bela', 400, 'This id is not valid.'],
])('pinning %s is refused', async (_, target, status, text) => {
  const [ada] = (await visible('ada')) as [Person];
  const answer = await tryPin(ada, { id: target(ada) });
  expect([answer.status, answer.text]).toEqual([status, text]);
});

test.each([
  ['without a token', {}, 401],
  ['for somebody else', { other: true }, 403],
  ['without a body', { body: undefined }, 400],
])('pinning %s is refused', async (_, how, status) => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  const body = { userId: bela.id, pinnedUserId: ada.id };
  const token = status === 401 ? {} : { token: ada.token };
  const answer = await api(app, pinUser, { ...('body' in how ? {} : { body }), ...token });
  expect(answer.status).toBe(status);
});

test.each<[string, (ada: Person, bela: Person, chatId: string) => Promise<[Person, string]>, number, string]>(
  [
    [
      'its maker',
      async (ada, _bela, chatId) => [ada, chatId],
      403,
      'Only the person who was pinned can answer this request.',
    ],
    ['a stranger', async (_ada, _bela, chatId) => [await someone('chidi'), chatId], 400, 'Chat not found'],
    ['nobody, as there is no such pin', async (_ada, bela) => [bela, randomUUID()], 400, 'Chat not found'],
    ['who names no id', async (_ada, bela) => [bela, 'chat'], 400, 'Chat not found'],
    [
      'who accepted it',
      async (_ada, bela, chatId) => {
        await accept(bela, chatId);
        return [bela, chatId];
      },
      409,
      'This request has already been answered.',
    ],
    [
      'who rejected it',
      async (_ada, bela, chatId) => {
        await bela.api(rejectPin, { params: { chatId } });
        return [bela, chatId];
      },
      409,
      'This request has already been answered.',
    ],
    [
      'whom its maker blocked',
      async (ada, bela, chatId) => {
        await ada.api(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
        return [bela, chatId];
      },
      400,
      'Chat not found',
    ],
    [
      'after its maker left',
      async (ada, bela, chatId) => {
        await leave(ada);
        return [bela, chatId];
      },
      400,
      'Chat not found',
    ],
  ],
)('a pin is not answered by %s', async (_, prepare, status, text) => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  const [who, chatId] = await prepare(ada, bela, await pin(ada, bela));
  for (const call of [acceptPin, rejectPin]) {
    const answer = await who.api(call, { params: { chatId } });
    expect([answer.status, answer.text]).toEqual([status, text]);
  }
});

test('of accepting and rejecting at once, one holds', async () => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  const chatId = await pin(ada, bela);
  const answers = await Promise.all(
    [acceptPin, rejectPin, acceptPin].map((call) => bela.api(call, { params: { chatId } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('a pin ends with the session of its maker, by the clock, and not with that of the pinned', async () => {
  await using own = await startApp();
  let [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  await goVisible(own, ada, 2);
  await goVisible(own, bela, 1);
  const chatId = await pin(ada, bela);
  own.clock.moveBy(90 * 60_000);
  [ada, bela] = await signInAgain(own, ada, bela);
  expect(await chatsOf(ada)).toMatchObject([{ id: chatId, otherUserOnline: false }]);
  expect(await chatsOf(bela)).toMatchObject([{ id: chatId, otherUserOnline: true }]);
  own.clock.moveBy(31 * 60_000);
  [ada, bela] = await signInAgain(own, ada, bela);
  expect(await chatsOf(ada)).toEqual([]);
  expect(await chatsOf(bela)).toEqual([]);
  const late = await bela.api(acceptPin, { params: { chatId } });
  expect([late.status, late.text]).toEqual([400, 'Chat not found']);
});

test('who goes visible while active keeps their pins', async () => {
  const [ada, bela] = (await visible('ada', 'bela')) as [Person, Person];
  const chatId = await pin(ada, bela);
  await ada.api(goIncognito, { body: { userId: ada.id, onlineUntil: later(app, 1) } });
  expect(await ada.api(listChats, { params: { userId: ada.id } })).toMatchObject({ json: [{ id: chatId }] });
});

test('pins are limited', async () => {
  await using own = await startApp({ rateLimits: true });
  const [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  for (const one of [ada, bela]) await goVisible(own, one);
  const statuses = new Map<number, number>();
  for (let tap = 0; tap <= 60; tap++) {
    const { status } = await tryPin(ada, bela);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 1],
    [409, 59],
    [429, 1],
  ]);
});
