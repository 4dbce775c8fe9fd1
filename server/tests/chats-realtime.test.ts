import { logout } from '@herenow/contract/accounts';
import { TYPING_INTERVAL_MS } from '@herenow/contract/constants';
import type { Message } from '@herenow/contract/entities';
import type { DestinationName } from '@herenow/contract/queue';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { goVisible, leave, messagesOf, ok, pairInChat, pin, send } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';

const app = sharedApp();

const open = ({ token }: Person) => connectStomp({ url: app.url, token });

async function pair(): Promise<{ ada: Person; bela: Person; chatId: string; message: Message }> {
  const [ada, bela, chatId] = await pairInChat(app);
  return { ada, bela, chatId, message: await send(ada, chatId, 'hello') };
}

interface Attempt {
  ada: Person;
  bela: Person;
  chatId: string;
  message: Message;
}

type Who = (attempt: Attempt) => Promise<Person> | Person;
const SEEN = '/app/chat.seen';
const DELETE = '/app/chat.delete';
const TYPING = '/app/chat.typing';
const stranger = () => person(app, 'chidi');

test.each<[DestinationName, string, Who, (attempt: Attempt) => object, string]>([
  [
    SEEN,
    'by its sender',
    ({ ada }) => ada,
    ({ message: { id, chatId } }) => ({ id, chatId }),
    'Only the person who receives a message can mark it as seen.',
  ],
  [SEEN, 'by a stranger', stranger, ({ message: { id, chatId } }) => ({ id, chatId }), 'Chat not found'],
  [
    SEEN,
    'in another chat',
    ({ bela }) => bela,
    ({ message: { id } }) => ({ id, chatId: randomUUID() }),
    'Chat not found',
  ],
  [
    SEEN,
    'of no message',
    ({ bela }) => bela,
    ({ chatId }) => ({ id: randomUUID(), chatId }),
    'Message not found',
  ],
  [
    DELETE,
    'by its recipient',
    ({ bela }) => bela,
    ({ message: { id, chatId } }) => ({ id, chatId }),
    'You can only delete your own messages.',
  ],
  [
    DELETE,
    'by its recipient in the sender’s name',
    ({ bela }) => bela,
    ({ message }) => message,
    'You can only do this for yourself.',
  ],
  [DELETE, 'by a stranger', stranger, ({ message: { id, chatId } }) => ({ id, chatId }), 'Chat not found'],
  [
    DELETE,
    'of no message',
    ({ ada }) => ada,
    ({ chatId }) => ({ id: randomUUID(), chatId }),
    'Message not found',
  ],
  [
    DELETE,
    'after a block',
    async ({ ada, bela }) => {
      await block(bela, ada);
      return ada;
    },
    ({ message: { id, chatId } }) => ({ id, chatId }),
    'Chat not found',
  ],
  [TYPING, 'by a stranger', stranger, ({ chatId }) => ({ chatId }), 'Chat not found'],
  [
    TYPING,
    'to somebody who left',
    async ({ ada, bela }) => [ada, await leave(bela)][0] as Person,
    ({ chatId }) => ({ chatId }),
    'Chat not found',
  ],
  [
    TYPING,
    'after leaving',
    async ({ ada }) => [ada, await leave(ada)][0] as Person,
    ({ chatId }) => ({ chatId }),
    'Go visible or incognito to chat.',
  ],
])('%s %s is refused on the errors queue and tells nobody', async (destination, _, who, body, message) => {
  const attempt = await pair();
  const sender = await who(attempt);
  await using own = await open(sender);
  await using other = await open(sender === attempt.ada ? attempt.bela : attempt.ada);
  const sent = body(attempt);
  own.send(destination, sent);
  const id = 'id' in sent ? { id: sent.id } : {};
  expect(await own.nextEvent('errors')).toEqual({ destination, ...id, message });
  await other.roundTrip();
  expect([...own.events.slice(1), ...other.events]).toEqual([]);
  const row = await app.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', attempt.message.id)
    .executeTakeFirst();
  if (row) expect(row).toMatchObject({ content: 'hello', seen: false, deleted: false });
});

test.each<[DestinationName, unknown, string]>([
  [SEEN, { id: '1', chatId: randomUUID() }, 'id'],
  [SEEN, { id: randomUUID() }, 'chatId'],
  [SEEN, [], 'body'],
  [SEEN, null, 'body'],
  [DELETE, { chatId: 7 }, 'id'],
  [DELETE, 'message', 'body'],
  [TYPING, {}, 'chatId'],
  [TYPING, { chatId: 'chat' }, 'chatId'],
])('%s with %j says what is wrong', async (destination, body, names) => {
  const ada = await person(app, 'ada');
  await using tab = await open(ada);
  tab.send(destination, body);
  const error = await tab.nextEvent('errors');
  expect(error.destination).toBe(destination);
  expect(error.message).toContain(names);
});

test('seen is set once, by the recipient, in a paused chat too', async () => {
  const { ada, bela, chatId, message } = await pair();
  await leave(ada);
  await using adaTab = await open(ada);
  await using belaTab = await open(bela);
  for (let time = 0; time < 3; time++) belaTab.send(SEEN, { id: message.id, chatId });
  await belaTab.roundTrip();
  await adaTab.roundTrip();
  const event = { queue: 'status', body: { id: message.id, chatId, status: 'seen' } };
  for (const tab of [adaTab, belaTab]) expect(tab.events).toEqual([event]);
  expect((await messagesOf(ada, chatId))[0]!.status).toBe('seen');
});

test('a deleted message keeps its empty row and its seen mark', async () => {
  const { ada, bela, chatId, message } = await pair();
  await using adaTab = await open(ada);
  await using belaTab = await open(bela);
  belaTab.send(SEEN, { id: message.id, chatId });
  await belaTab.nextEvent('status');
  adaTab.send(DELETE, { id: message.id, chatId, senderId: ada.id, recipientId: bela.id });
  const deleted = { ...message, content: '', deleted: true, status: 'seen' };
  for (const tab of [adaTab, belaTab]) expect(await tab.nextEvent('messages-delete')).toEqual(deleted);
  expect(await messagesOf(bela, chatId)).toEqual([deleted]);
});

async function typingsAfter(tab: StompClient): Promise<number> {
  await tab.roundTrip();
  return tab.events.filter(({ queue }) => queue === 'typing').length;
}

test('typing reaches only the other user, at most once in two seconds', async () => {
  await using own = await startApp();
  const [ada, bela, chatId] = await pairInChat(own);
  const connect = ({ token }: Person) => connectStomp({ url: own.url, token });
  await using adaTab = await connect(ada);
  await using adaOther = await connect(ada);
  await using belaTab = await connect(bela);
  const type = async (tab: StompClient) => {
    tab.send(TYPING, { chatId });
    await tab.roundTrip();
  };
  await type(adaTab);
  await type(adaOther);
  await type(adaTab);
  expect(await belaTab.nextEvent('typing')).toEqual({ chatId, userId: ada.id });
  expect(await typingsAfter(belaTab)).toBe(1);
  await type(belaTab);
  expect(await adaOther.nextEvent('typing')).toEqual({ chatId, userId: bela.id });
  own.clock.moveBy(TYPING_INTERVAL_MS);
  await type(adaOther);
  expect(await typingsAfter(belaTab)).toBe(2);
  expect(await typingsAfter(adaTab)).toBe(1);
  expect(await own.db.selectFrom('outbox').select('id').where('queue', '=', 'typing').execute()).toEqual([]);
});

test('the sockets of a session close with it; those of other sessions stay', async () => {
  const { ada, bela, chatId } = await pair();
  await using adaTab = await open(ada);
  await using belaTab = await open(bela);
  ok(await ada.api(logout));
  expect((await adaTab.closed).code).toBe(1008);
  await expect(open(ada)).rejects.toThrow('401');
  await send(bela, chatId, 'are you there?');
  expect((await belaTab.nextEvent('messages')).content).toBe('are you there?');
});

test('a notification of a pin has name, photo and a text for each side', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela', { photos: 0 })];
  await goVisible(app, ada);
  await goVisible(app, bela);
  await using adaTab = await open(ada);
  await using belaTab = await open(bela);
  const chatId = await pin(ada, bela);
  const from = (one: Person) => ({ chatId, senderId: one.id, senderUsername: one.name });
  expect(await belaTab.nextEvent('notifications')).toEqual({
    ...from(ada),
    type: 'PIN_REQUEST',
    content: 'ada pinned you.',
    senderPhotoUrl: expect.stringMatching(/^\/photos\//),
  });
  expect(await adaTab.nextEvent('pins')).toMatchObject({
    ...from(ada),
    content: 'You pinned bela.',
    otherId: bela.id,
  });
  await leave(ada);
  const withdrawn = { ...from(ada), type: 'PIN_WITHDRAWN' };
  expect(await belaTab.nextEvent('notifications')).toMatchObject({
    ...withdrawn,
    content: 'ada took their pin back.',
  });
  expect(await adaTab.nextEvent('pins')).toMatchObject(withdrawn);
});
