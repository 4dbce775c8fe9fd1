import { sendMessage } from '@herenow/contract/chats';
import { MESSAGE_MAX } from '@herenow/contract/constants';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  accept,
  chatsOf,
  goHidden,
  goVisible,
  leave,
  meet,
  messagesOf,
  pairInChat,
  pin,
  send,
  trySend,
  visiblePeople,
} from '@herenow/testing/encounters';
import { api, people, person, type Person } from '@herenow/testing/people';
import { suspend, tryBlock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';

const app = sharedApp();

async function pair(): Promise<[Person, Person, string]> {
  const [ada, bela] = await people(app, 'ada', 'bela');
  return [ada, bela, await meet(app, ada, bela)];
}

test('a message is stored with the chat’s own data, whatever the body says', async () => {
  const [ada, bela, chatId] = await pair();
  const id = randomUUID();
  const before = app.clock.now().getTime();
  const answer = await ada.api(sendMessage, {
    body: {
      id: id.toUpperCase(),
      senderId: ada.id,
      chatId,
      content: '  Hello\n👋🏽 \u2028 \'"; DROP  ',
      recipientId: ada.id,
      sentAt: '1999-01-01T00:00:00Z',
      senderUsername: 'somebody',
      recipientUsername: 'else',
      deleted: true,
    },
  });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    id,
    senderId: ada.id,
    recipientId: bela.id,
    chatId,
    content: 'Hello\n👋🏽 \u2028 \'"; DROP',
    sentAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    senderUsername: 'ada',
    recipientUsername: 'bela',
    deleted: false,
    status: 'sent',
  });
  expect(Date.parse(answer.json.sentAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(answer.json.sentAt)).toBeLessThanOrEqual(app.clock.now().getTime());
  for (const one of [ada, bela]) expect(await messagesOf(one, chatId)).toEqual([answer.json]);
});

test('names that JSON has to escape arrive unchanged', async () => {
  const [ada, bela, chatId] = await pair();
  const [senderUsername, recipientUsername] = ['ada "\\" \u2028\tL.', '{"bela"}'];
  for (const [{ id }, username] of [
    [ada, senderUsername],
    [bela, recipientUsername],
  ] as const)
    await app.db.updateTable('users').set({ username }).where('id', '=', id).execute();
  await using tab = await connectStomp({ url: app.url, token: bela.token });
  const message = await send(ada, chatId, 'Tea?');
  expect(message).toMatchObject({ senderUsername, recipientUsername });
  expect(await tab.nextEvent('messages')).toEqual(message);
});

test('sending the same id again returns the stored message and changes nothing', async () => {
  const [ada, bela, chatId] = await pair();
  const id = randomUUID();
  const first = await trySend(ada, chatId, 'one', id);
  const second = await trySend(ada, chatId, 'two', id);
  expect([second.status, second.json]).toEqual([200, first.json]);
  await leave(bela);
  expect((await trySend(ada, chatId, 'three', id)).json).toEqual(first.json);
  await leave(ada);
  expect((await trySend(ada, chatId, 'four', id)).json).toEqual(first.json);
  expect(await messagesOf(ada, chatId)).toEqual([first.json]);
});

test('the same id many times at once is stored once', async () => {
  const [ada, bela, chatId] = await pair();
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 12 }, () => trySend(ada, chatId, 'once', id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(new Set(answers.map(({ text }) => JSON.stringify(JSON.parse(text).sentAt))).size).toBe(1);
  expect(await messagesOf(bela, chatId)).toHaveLength(1);
  expect((await chatsOf(bela))[0]).toMatchObject({ lastMessage: 'once', unreadCount: 1 });
});

test('an id of another message is refused', async () => {
  const [ada, bela, chatId] = await pair();
  const chidi = await person(app, 'chidi');
  const other = await meet(app, ada, chidi);
  const { id } = await send(ada, chatId, 'mine');
  for (const [from, chat] of [
    [bela, chatId],
    [ada, other],
    [chidi, other],
  ] as const) {
    const answer = await trySend(from, chat, 'mine', id);
    expect([answer.status, answer.text]).toEqual([409, 'This message id is already in use.']);
  }
  expect(await messagesOf(ada, other)).toEqual([]);
  expect(await messagesOf(ada, chatId)).toHaveLength(1);
});

test('sentAt increases strictly within a chat, however fast both send, even if the clock is set back', async () => {
  await using own = await startApp();
  const [ada, bela, chatId] = await pairInChat(own);
  own.clock.stop();
  const sent = await Promise.all(
    Array.from({ length: 60 }, (_, n) => send(n % 2 ? ada : bela, chatId, `message ${n}`)),
  );
  const times = sent.map(({ sentAt }) => sentAt).toSorted();
  expect(new Set(times).size).toBe(60);
  own.clock.moveBy(-60_000);
  const last = await send(bela, chatId, 'last');
  expect(Date.parse(last.sentAt)).toBe(Date.parse(times.at(-1)!) + 1);
  expect((await messagesOf(ada, chatId)).map(({ sentAt }) => sentAt)).toEqual([...times, last.sentAt]);
});

const CHAT_NOT_FOUND = [400, 'Chat not found'] as const;
const GO_VISIBLE = [409, 'Go visible or incognito to chat.'] as const;

test.each<
  [string, (ada: Person, bela: Person, chatId: string) => Promise<unknown>, readonly [number, string]]
>([
  ['the other has left', (_ada, bela) => leave(bela), CHAT_NOT_FOUND],
  ['the sender has left', (ada) => leave(ada), GO_VISIBLE],
  ['both have left', async (ada, bela) => [await leave(ada), await leave(bela)], CHAT_NOT_FOUND],
  ['the other has blocked', (ada, bela) => tryBlock(bela, ada), CHAT_NOT_FOUND],
  ['the sender has blocked', (ada, bela) => tryBlock(ada, bela), CHAT_NOT_FOUND],
  ['the other is suspended', (_ada, bela) => suspend(app, bela), CHAT_NOT_FOUND],
  [
    'the chat is gone',
    (_ada, _bela, chatId) => app.db.deleteFrom('chats').where('id', '=', chatId).execute(),
    CHAT_NOT_FOUND,
  ],
])('nothing is sent when %s', async (_, prepare, expected) => {
  const [ada, bela, chatId] = await pair();
  await prepare(ada, bela, chatId);
  const answer = await trySend(ada, chatId, 'hello');
  expect([answer.status, answer.text]).toEqual(expected);
  const stored = await app.db.selectFrom('messages').select('id').where('chat_id', '=', chatId).execute();
  expect(stored).toEqual([]);
});

test('a stranger cannot send, nor can anybody before the pin is accepted or to an unknown chat', async () => {
  const [ada, bela, chatId] = await pair();
  const [chidi, dana] = await visiblePeople(app, 'chidi', 'dana');
  const pending = await pin(chidi, dana);
  const cases = [
    [chidi, chatId],
    [chidi, pending],
    [dana, pending],
    [bela, randomUUID()],
  ] as const;
  for (const [from, chat] of cases) {
    const answer = await trySend(from, chat, 'hello');
    expect([answer.status, answer.text]).toEqual(CHAT_NOT_FOUND);
  }
  await accept(dana, pending);
  await send(dana, pending, 'now');
  expect(await messagesOf(ada, chatId)).toEqual([]);
});

test('people who are incognito, even without an end, can chat', async () => {
  const [ada, bela, chatId] = await pair();
  await goHidden(app, ada, null);
  await goHidden(app, bela, 1);
  expect((await send(ada, chatId, 'still here')).content).toBe('still here');
  expect((await send(bela, chatId, 'me too')).content).toBe('me too');
});

test('the end of a session applies at once, before any clean-up', async () => {
  await using own = await startApp();
  const [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  await goVisible(own, ada, 1);
  await goVisible(own, bela, 0.1);
  const chatId = await pin(ada, bela);
  await accept(bela, chatId);
  await send(ada, chatId, 'hello');
  own.clock.moveBy(7 * 60_000);
  const answer = await trySend(ada, chatId, 'still there?');
  expect([answer.status, answer.text]).toEqual(CHAT_NOT_FOUND);
  expect((await trySend(bela, chatId, 'yes')).text).toBe(GO_VISIBLE[1]);
});

const EMPTY = 'Please write a message.';
const LONG = 'Messages can have up to 2,000 characters.';
const ID = 'This id is not valid.';
test.each<[string, Record<string, unknown>, number, string]>([
  ['no content', { content: undefined }, 400, EMPTY],
  ['an empty content', { content: '' }, 400, EMPTY],
  ['blanks', { content: ' \n\t\u00a0 ' }, 400, EMPTY],
  ['a number', { content: 7 }, 400, EMPTY],
  ['too much', { content: 'x'.repeat(MESSAGE_MAX + 1) }, 400, LONG],
  ['far too much', { content: 'x'.repeat(10 * MESSAGE_MAX) }, 400, LONG],
  [
    'a character no text has',
    { content: 'a\0b' },
    400,
    'The request contains a character that cannot be stored.',
  ],
  ['an id that is none', { id: '7' }, 400, ID],
  ['no id', { id: undefined }, 400, ID],
  ['a chat that is none', { chatId: 'chat' }, 400, ID],
  ['no chat', { chatId: undefined }, 400, ID],
  ['no sender', { senderId: undefined }, 400, ID],
  ['another sender', { senderId: randomUUID() }, 403, 'You can only do this for yourself.'],
])('a message with %s is refused', async (_, fields, status, text) => {
  const [ada, bela, chatId] = await pair();
  const body = { id: randomUUID(), senderId: ada.id, chatId, content: 'hello', ...fields };
  const answer = await ada.api(sendMessage, { body });
  expect([answer.status, answer.text]).toEqual([status, text]);
  expect(await messagesOf(bela, chatId)).toEqual([]);
});

test('the longest message, counted in characters, is accepted', async () => {
  const [ada, , chatId] = await pair();
  expect((await send(ada, chatId, '😀'.repeat(MESSAGE_MAX))).content).toHaveLength(2 * MESSAGE_MAX);
});

test('the longest message is accepted from clients that escape non-ASCII characters', async () => {
  const [ada, bela, chatId] = await pair();
  const body = JSON.stringify({
    id: randomUUID(),
    senderId: ada.id,
    chatId,
    content: '😀'.repeat(MESSAGE_MAX),
  });
  const escaped = body.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16)}`,
  );
  const answer = await fetch(new URL(sendMessage.path, app.url), {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'application/json' },
    body: escaped,
  });
  expect([answer.status, (await messagesOf(bela, chatId))[0]?.content.length]).toEqual([
    200,
    2 * MESSAGE_MAX,
  ]);
});

test('an escaped backslash-u0000 is plain text', async () => {
  const [ada, , chatId] = await pair();
  expect((await send(ada, chatId, String.raw`C:\u0000 \\u0000`)).content).toBe(String.raw`C:\u0000 \\u0000`);
});

test('a visitor cannot send', async () => {
  const [ada, , chatId] = await pair();
  const body = { id: randomUUID(), senderId: ada.id, chatId, content: 'hello' };
  const answer = await api(app, sendMessage, { body });
  expect([answer.status, answer.text]).toEqual([401, 'Please log in again.']);
});
