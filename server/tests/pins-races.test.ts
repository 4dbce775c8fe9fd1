import { deleteUser } from '@herenow/contract/accounts';
import { acceptPin, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { goOffline } from '@herenow/contract/presence';
import { blockUser, listBlockedUsers } from '@herenow/contract/safety';
import { chatsOf, goHidden, goVisible, leave, ok, pin, visiblePeople } from '@herenow/testing/encounters';
import type { ApiAnswer, Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { registered } from './registered.ts';
import { countDeadlocks, inTheMiddleOf } from './while-locked.ts';

const app = sharedApp();

const ROUNDS = 5;

const accept = (bela: Person, chatId: string) => bela.api(acceptPin, { params: { chatId } });

const withdraw = (ada: Person, bela: Person) =>
  ada.api(withdrawPin, { body: { userId: ada.id, pinnedUserId: bela.id } });

/** Returns what each person sees of the other's pin. */
const seen = async (...people: Person[]) =>
  await Promise.all(people.map(async (one) => (await chatsOf(one)).map(({ pinStatus }) => pinStatus)));

/** Makes Bela accept Ada's pending pin while something else happens, in either order. */
async function race(other: (ada: Person, bela: Person) => Promise<ApiAnswer>, round: number) {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  const chatId = await pin(ada, bela);
  const acts = [() => accept(bela, chatId), () => other(ada, bela)];
  if (round % 2) acts.reverse();
  const answers = await Promise.all(acts.map((act) => act()));
  if (round % 2) answers.reverse();
  return { accepted: answers[0]!.status, other: answers[1]!.status, seen: await seen(ada, bela) };
}

test('of accepting and withdrawing a pin at once, one takes effect, and both users see which', async () => {
  for (let round = 0; round < ROUNDS; round++)
    expect([
      { accepted: 200, other: 409, seen: [['accepted'], ['accepted']] },
      { accepted: 400, other: 200, seen: [[], []] },
    ]).toContainEqual(await race(withdraw, round));
});

test('a pin accepted while its sender leaves is a chat for both or for neither', async () => {
  for (let round = 0; round < ROUNDS; round++)
    expect([
      { accepted: 200, other: 200, seen: [['accepted'], ['accepted']] },
      { accepted: 400, other: 200, seen: [[], []] },
    ]).toContainEqual(await race((ada) => ada.api(goOffline, { body: { userId: ada.id } }), round));
});

test('a block concurrent with an acceptance leaves no chat for either', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const block = (ada: Person, bela: Person) =>
      ada.api(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
    const { accepted, ...rest } = await race(block, round);
    expect([200, 400]).toContain(accepted);
    expect(rest).toEqual({ other: 200, seen: [[], []] });
  }
});

test('of somebody incognito whose pin is being withdrawn, a block shows no more than one after that', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  await goHidden(app, ada);
  // The second time the withdrawal has a row to wait for.
  for (let time = 0; time < 2; time++) {
    await pin(ada, bela);
    if (time === 0) ok(await withdraw(ada, bela));
  }
  const lock = { text: 'SELECT FROM former_chats WHERE other_id = $1 FOR UPDATE', values: [ada.id] };
  ok(
    await inTheMiddleOf(
      app,
      lock,
      () => withdraw(ada, bela),
      () => block(bela, ada),
    ),
  );
  expect(ok(await bela.api(listBlockedUsers, { params: { id: bela.id } })).json).toMatchObject([
    { id: ada.id, age: null },
  ]);
});

test('two people of a chat who delete their accounts at once are both deleted, with the chat', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
    const chatId = await pin(ada, bela);
    await accept(bela, chatId);
    const gone = await Promise.all([ada, bela].map((one) => one.api(deleteUser, { params: { id: one.id } })));
    expect(gone.map(({ status }) => status)).toEqual([200, 200]);
    expect(await app.db.selectFrom('chats').select('id').where('id', '=', chatId).execute()).toEqual([]);
  }
});

test('a pin of somebody who deletes the account in that moment locks the person before the presence', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  const before = await countDeadlocks(app);
  const lock = { text: 'SELECT FROM presences WHERE user_id = $1 FOR UPDATE', values: [bela.id] };
  await inTheMiddleOf(
    app,
    lock,
    () => pin(ada, bela),
    async () => ok(await bela.api(deleteUser, { params: { id: bela.id } })),
  );
  expect(await countDeadlocks(app)).toBe(before);
});

test('a user who becomes visible while accepting a pin has a live chat, and the other is told', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  const chatId = await pin(ada, bela);
  await leave(bela);
  await using adaTab = await connectStomp({ url: app.url, token: ada.token });
  await inTheMiddleOf(
    app,
    { text: 'SELECT FROM chats WHERE id = $1 FOR UPDATE', values: [chatId] },
    () => goVisible(app, bela),
    async () => ok(await accept(bela, chatId)),
  );
  const chat = app.db.selectFrom('chats').select(['pin_status', 'paused_at']).where('id', '=', chatId);
  expect(await chat.execute()).toEqual([{ pin_status: 'accepted', paused_at: null }]);
  await adaTab.nextEvent('notifications', ({ type }) => type === 'PIN_ACCEPT');
  await adaTab.roundTrip();
  const presences = adaTab.events.filter(({ queue }) => queue === 'presence');
  expect(presences.at(-1)!.body).toMatchObject({ userId: bela.id, online: true });
});

test('two accounts of one mailbox that reject a user at once count as two rejections', async () => {
  const [mallory, first, second] = [
    await registered(app, 'mallory@example.org'),
    await registered(app, 'ada+1@example.org'),
    await registered(app, 'ada+2@example.org'),
  ];
  for (const one of [mallory, first, second]) await goVisible(app, one);
  const chatIds = [await pin(mallory, first), await pin(mallory, second)];
  const reject = async (who: Person, at: number) =>
    ok(await who.api(rejectPin, { params: { chatId: chatIds[at]! } }));
  const text = 'SELECT FROM pin_memories WHERE pinner = (SELECT mailbox FROM users WHERE id = $1) FOR UPDATE';
  const lock = { text, values: [mallory.id] };
  await inTheMiddleOf(
    app,
    lock,
    () => reject(first, 0),
    () => reject(second, 1),
  );
  const { rows } = await app.pool.query(
    'SELECT rejections FROM pin_memories WHERE pinner = (SELECT mailbox FROM users WHERE id = $1)',
    [mallory.id],
  );
  expect(rows).toEqual([{ rejections: 2 }]);
});

test('a rejection ends in time, although two accounts of the mailbox leave at once', async () => {
  const [mallory, ada, twin] = [
    await registered(app, 'mallory@example.com'),
    await registered(app, 'ada@example.com'),
    await registered(app, 'ada+2@example.com'),
  ];
  const [carl] = await visiblePeople(app, 'carl');
  for (const one of [mallory, ada, twin]) await goVisible(app, one);
  const chatId = await pin(mallory, ada);
  ok(await ada.api(rejectPin, { params: { chatId } }));
  // The first one to leave has still to pause this chat.
  const lock = { text: 'SELECT FROM chats WHERE id = $1 FOR UPDATE', values: [await pin(carl, ada)] };
  await inTheMiddleOf(
    app,
    lock,
    () => leave(ada),
    () => leave(twin),
  );
  const { rows } = await app.pool.query(
    `SELECT closed_until IS NOT NULL AS ends FROM pin_memories
     WHERE pinner = (SELECT mailbox FROM users WHERE id = $1)`,
    [mallory.id],
  );
  expect(rows).toEqual([{ ends: true }]);
});

test('the chats of a user who leaves are locked by id, pins included, so that no two users deadlock', async () => {
  const [ada, bela, chidi] = await visiblePeople(app, 'ada', 'bela', 'chidi');
  const [first, second] = [await pin(ada, bela), await pin(ada, chidi)];
  expect(first < second).toBe(true);
  await accept(bela, first);
  let free = false;
  await inTheMiddleOf(
    app,
    { text: 'SELECT FROM chats WHERE id = $1 FOR UPDATE', values: [first] },
    () => leave(ada),
    async () => {
      const found = await app.pool.query('SELECT FROM chats WHERE id = $1 FOR UPDATE SKIP LOCKED', [second]);
      free = found.rowCount === 1;
    },
  );
  expect(free).toBe(true);
  expect(await seen(ada, bela, chidi)).toEqual([['accepted'], ['accepted'], []]);
});
