import { acceptPin, pinUser, rejectPin } from '@herenow/contract/pins';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  accept,
  goHidden,
  goVisible,
  leave,
  meet,
  pairWithPin,
  pin,
  reject,
  tryPin,
  visiblePeople,
} from '@herenow/testing/encounters';
import { api, people, person, type Person } from '@herenow/testing/people';
import { block, suspend } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';

const app = sharedApp();

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
      await block(bela, ada);
    },
    404,
    'User not found',
  ],
  [
    'of somebody one has blocked',
    async (ada, bela) => {
      await goVisible(app, ada);
      await goVisible(app, bela);
      await block(ada, bela);
    },
    404,
    'User not found',
  ],
  [
    'of somebody suspended',
    async (ada, bela) => {
      await goVisible(app, ada);
      await goVisible(app, bela);
      await suspend(app, bela);
    },
    404,
    'User not found',
  ],
  ['in a chat', (ada, bela) => meet(app, ada, bela), 409, 'already pinned'],
])('a pin %s is refused', async (_, prepare, status, text) => {
  const [ada, bela] = await people(app, 'ada', 'bela');
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
  const [ada] = await visiblePeople(app, 'ada');
  const answer = await tryPin(ada, { id: target(ada) });
  expect([answer.status, answer.text]).toEqual([status, text]);
});

test.each([
  ['without a token', {}, 401],
  ['for somebody else', { other: true }, 403],
  ['without a body', { body: undefined }, 400],
])('pinning %s is refused', async (_, how, status) => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
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
    [
      'a stranger',
      async (_ada, _bela, chatId) => [await person(app, 'chidi'), chatId],
      400,
      'Chat not found',
    ],
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
        await reject(bela, chatId);
        return [bela, chatId];
      },
      409,
      'This request has already been answered.',
    ],
    [
      'whom its maker blocked',
      async (ada, bela, chatId) => {
        await block(ada, bela);
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
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  const [who, chatId] = await prepare(ada, bela, await pin(ada, bela));
  for (const call of [acceptPin, rejectPin]) {
    const answer = await who.api(call, { params: { chatId } });
    expect([answer.status, answer.text]).toEqual([status, text]);
  }
});

test('of accepting and rejecting at once, one takes effect', async () => {
  const [, bela, chatId] = await pairWithPin(app);
  const answers = await Promise.all(
    [acceptPin, rejectPin, acceptPin].map((call) => bela.api(call, { params: { chatId } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('pins are limited', async () => {
  await using own = await startApp({ rateLimits: true });
  const [ada, bela] = await visiblePeople(own, 'ada', 'bela');
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
