import { editMessage, listMessages } from '@herenow/contract/chats';
import { MESSAGE_MAX, MESSAGE_PAGE_MAX } from '@herenow/contract/constants';
import type { Message } from '@herenow/contract/entities';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chatsOf, goVisible, leave, messagesOf, pairInChat, pin, send } from '@herenow/testing/encounters';
import { api, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { block, suspend } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';

const app = sharedApp();

const page = (one: Person, chatId: string, query: { before?: string; limit?: number }): Promise<ApiAnswer> =>
  one.api(listMessages, { params: { chatId }, query });
const contents = ({ json }: ApiAnswer) => (json as Message[]).map(({ content }) => content);

test('messages are listed by ascending sentAt, all or by page', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  expect(await messagesOf(ada, chatId)).toEqual([]);
  const sent: Message[] = [];
  for (const n of Array(7).keys()) sent.push(await send(n % 3 ? ada : bela, chatId, `${n}`));
  expect(await messagesOf(bela, chatId)).toEqual(sent);
  expect(contents(await page(ada, chatId, { limit: 3 }))).toEqual(['4', '5', '6']);
  expect(contents(await page(ada, chatId, { limit: 3, before: sent[4]!.id }))).toEqual(['1', '2', '3']);
  expect(contents(await page(ada, chatId, { limit: 3, before: sent[1]!.id }))).toEqual(['0']);
  expect(contents(await page(ada, chatId, { limit: 3, before: sent[0]!.id }))).toEqual([]);
  expect(contents(await page(ada, chatId, { before: sent[2]!.id }))).toEqual(['0', '1']);
  expect(contents(await page(ada, chatId, { limit: 200 }))).toHaveLength(7);
});

/** Returns the address of the previous page, as a client follows it. */
const linkOf = ({ headers }: ApiAnswer) => /^<([^>]+)>; rel="prev"$/.exec(headers.get('link') ?? '')?.[1];

test('a request without a page gets the latest 1,000 messages and a link to older ones', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  await sql`
    INSERT INTO messages (id, chat_id, sender_id, content, sent_at)
    SELECT gen_random_uuid(), ${chatId}, ${bela.id}, n, ${app.clock.now()}::timestamptz + n * interval '1 millisecond'
    FROM generate_series(0, 2499) AS n`.execute(app.db);
  const all = contents(await page(ada, chatId, {}));
  expect(all).toEqual(Array.from({ length: 1000 }, (_, n) => `${1500 + n}`));

  const seen = [...all];
  let link = linkOf(await page(ada, chatId, {}));
  while (link !== undefined) {
    const response = await fetch(new URL(link, app.url), { headers: ada.headers });
    const older = (await response.json()) as Message[];
    seen.unshift(...older.map(({ content }) => content));
    link = linkOf({ headers: response.headers } as ApiAnswer);
  }
  expect(seen).toEqual(Array.from({ length: 2500 }, (_, n) => `${n}`));
});

test('a page says whether there are older messages', async () => {
  const [ada, , chatId] = await pairInChat(app);
  const [first, second] = [await send(ada, chatId, '0'), await send(ada, chatId, '1')];
  expect(linkOf(await page(ada, chatId, {}))).toBeUndefined();
  expect(linkOf(await page(ada, chatId, { limit: 2 }))).toBeUndefined();
  expect(linkOf(await page(ada, chatId, { limit: 1 }))).toBe(
    `/api/chat/${chatId}/messages?limit=1&before=${second.id}`,
  );
  expect(linkOf(await page(ada, chatId, { limit: 1, before: second.id }))).toBeUndefined();
  expect(contents(await page(ada, chatId, { limit: 1, before: second.id }))).toEqual([first.content]);
});

test.each<[string, object, number, string]>([
  ['no page', { limit: 0 }, 400, 'limit'],
  ['a page too large', { limit: 201 }, 400, 'limit'],
  ['half a message', { limit: 1.5 }, 400, 'limit'],
  ['a word', { limit: 'all' }, 400, 'limit'],
  ['what is no message id', { before: 'first' }, 400, 'This id is not valid.'],
  ['an unknown message', { before: randomUUID() }, 404, 'Message not found'],
])('%s cannot be listed', async (_, query, status, text) => {
  const [ada, , chatId] = await pairInChat(app);
  const answer = await page(ada, chatId, query);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(text);
});

test('a page cannot start at a message of another chat', async () => {
  const [ada, , chatId] = await pairInChat(app);
  const [chidi, , other] = await pairInChat(app);
  const { id } = await send(chidi, other, 'elsewhere');
  const answer = await page(ada, chatId, { before: id });
  expect([answer.status, answer.text]).toEqual([404, 'Message not found']);
});

test.each<[string, (ada: Person, bela: Person, chatId: string) => Promise<[Person, string]>]>([
  ['a stranger', async (_ada, _bela, chatId) => [await person(app, 'chidi'), chatId]],
  [
    'who was blocked',
    async (ada, bela, chatId) => {
      await block(ada, bela);
      return [bela, chatId];
    },
  ],
  [
    'who blocked',
    async (ada, bela, chatId) => {
      await block(ada, bela);
      return [ada, chatId];
    },
  ],
  [
    'whose partner is suspended',
    async (ada, bela, chatId) => {
      await suspend(app, bela);
      return [ada, chatId];
    },
  ],
  [
    'who waits for an answer to a pin',
    async (ada) => {
      const chidi = await person(app, 'chidi');
      await goVisible(app, chidi);
      return [ada, await pin(ada, chidi)];
    },
  ],
  ['who names no chat', async (ada) => [ada, randomUUID()]],
  ['who names no id', async (ada) => [ada, 'chat']],
])('messages are not there for somebody %s', async (_, prepare) => {
  const [ada, bela, chatId] = await pairInChat(app);
  await send(ada, chatId, 'hello');
  const [who, id] = await prepare(ada, bela, chatId);
  const answer = await page(who, id, {});
  expect([answer.status, answer.text]).toEqual([404, 'Chat not found']);
});

test('messages of a paused chat can still be read', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  await send(ada, chatId, 'hello');
  await leave(ada);
  for (const one of [ada, bela]) expect(await messagesOf(one, chatId)).toHaveLength(1);
});

const edit = (one: Person, message: Pick<Message, 'id' | 'chatId'>, content: unknown, senderId = one.id) =>
  one.api(editMessage, {
    body: { id: message.id, chatId: message.chatId, content: content as string, senderId },
  });

test('an edit replaces the content for both users and has a time', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const message = await send(ada, chatId, 'helo');
  const answer = await edit(ada, message, ' hello ');
  expect(answer.status).toBe(200);
  const edited = { ...message, content: 'hello', editedAt: answer.json.editedAt };
  expect(answer.json).toEqual(edited);
  expect(answer.json.editedAt! >= message.sentAt).toBe(true);
  for (const one of [ada, bela]) {
    expect(await messagesOf(one, chatId)).toEqual([edited]);
    expect((await chatsOf(one))[0]).toMatchObject({ lastMessage: 'hello', lastMessageTime: message.sentAt });
  }
});

test('the same edit again changes nothing; another one is later', async () => {
  const [ada, , chatId] = await pairInChat(app);
  const message = await send(ada, chatId, 'one');
  const first = await edit(ada, message, 'two');
  expect((await edit(ada, message, 'two')).json).toEqual(first.json);
  const second = await edit(ada, message, 'three');
  expect(second.json.editedAt! > first.json.editedAt!).toBe(true);
});

test.each<[string, (ada: Person, bela: Person, message: Message) => Promise<ApiAnswer>, number, string]>([
  [
    'of the other’s message',
    (_ada, bela, message) => edit(bela, message, 'x'),
    403,
    'You can only edit your own messages.',
  ],
  [
    'for somebody else',
    (_ada, bela, message) => edit(bela, message, 'x', message.senderId),
    403,
    'You can only do this for yourself.',
  ],
  [
    'by a stranger',
    async (_ada, _bela, message) => edit(await person(app, 'chidi'), message, 'x'),
    400,
    'Chat not found',
  ],
  [
    'of no message',
    (ada, _bela, message) => edit(ada, { ...message, id: randomUUID() }, 'x'),
    404,
    'Message not found',
  ],
  [
    'in no chat',
    (ada, _bela, message) => edit(ada, { ...message, chatId: randomUUID() }, 'x'),
    400,
    'Chat not found',
  ],
  [
    'of a deleted message',
    async (ada, _bela, message) => {
      await app.db
        .updateTable('messages')
        .set({ deleted: true, content: '' })
        .where('id', '=', message.id)
        .execute();
      return await edit(ada, message, 'x');
    },
    409,
    'This message was deleted',
  ],
  [
    'when the other has left',
    async (ada, bela, message) => {
      await leave(bela);
      return await edit(ada, message, 'x');
    },
    400,
    'Chat not found',
  ],
  [
    'when one has left oneself',
    async (ada, _bela, message) => {
      await leave(ada);
      return await edit(ada, message, 'x');
    },
    409,
    'Go visible or incognito to chat.',
  ],
  [
    'after a block',
    async (ada, bela, message) => {
      await block(bela, ada);
      return await edit(ada, message, 'x');
    },
    400,
    'Chat not found',
  ],
  ['to nothing', (ada, _bela, message) => edit(ada, message, ' '), 400, 'Please write a message.'],
  [
    'to too much',
    (ada, _bela, message) => edit(ada, message, 'x'.repeat(2001)),
    400,
    'Messages can have up to 2,000 characters.',
  ],
  ['to a number', (ada, _bela, message) => edit(ada, message, 5), 400, 'Please write a message.'],
  [
    'of what is no id',
    (ada, _bela, message) => edit(ada, { ...message, id: '1' }, 'x'),
    400,
    'This id is not valid.',
  ],
  [
    'by a visitor',
    (_ada, _bela, { id, chatId, senderId }) =>
      api(app, editMessage, { body: { id, chatId, senderId, content: 'x' } }),
    401,
    'Please log in again.',
  ],
])('an edit %s is refused', async (_, attempt, status, text) => {
  const [ada, bela, chatId] = await pairInChat(app);
  const message = await send(ada, chatId, 'hello');
  const answer = await attempt(ada, bela, message);
  expect([answer.status, answer.text]).toEqual([status, text]);
  const row = await app.db
    .selectFrom('messages')
    .select(['content', 'edited_at'])
    .where('id', '=', message.id)
    .executeTakeFirst();
  if (row?.content !== '')
    expect(row ?? { content: 'hello', edited_at: null }).toEqual({ content: 'hello', edited_at: null });
});

test.each([
  ['of many messages', 201, 'x', {}],
  ['of long messages', 100, 'x'.repeat(MESSAGE_MAX), { limit: MESSAGE_PAGE_MAX }],
])('ten lists %s can be read at once, and then one a second', async (_, count, content, query) => {
  const [ada, , chatId] = await pairInChat(app);
  await sql`INSERT INTO messages (id, chat_id, sender_id, content, sent_at)
    SELECT gen_random_uuid(), ${chatId}, ${ada.id}, ${content},
      ${app.clock.now()}::timestamptz + n * interval '1 millisecond'
    FROM generate_series(1, ${count}::int) n`.execute(app.db);
  const begun = performance.now();
  const lists = await Promise.all(Array.from({ length: 11 }, () => page(ada, chatId, query)));
  expect(lists.map(({ json }) => (json as Message[]).length)).toEqual(Array(11).fill(count));
  expect(performance.now() - begun).toBeGreaterThan(900);
});
