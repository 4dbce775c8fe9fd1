import { editMessage, listMessages, react, sendMessage } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { RATES } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  chatsOf,
  goVisible,
  leave,
  meet,
  messagesOf,
  ok,
  pairInChat,
  send,
} from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { block, tryBlock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';

const app = sharedApp();

const reply = (from: Person, chatId: string, replyTo: string | null, id: string = randomUUID()) =>
  from.api(sendMessage, { body: { id, senderId: from.id, chatId, content: 'yes', replyTo } });
const set = (from: Person, { id, chatId }: Pick<Message, 'id' | 'chatId'>, reaction: string | null) =>
  from.api(react, { body: { id, chatId, reaction: reaction as '🔥' } });
const rows = async (table: 'messages' | 'message_reactions') =>
  Number((await app.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

describe('a reply', () => {
  test('names its message in the response, the list, the event and after an edit', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    const first = await send(ada, chatId, 'Tea?');
    await using tab = await connectStomp({ url: app.url, token: ada.token });
    const { json } = ok(await reply(bela, chatId, first.id.toUpperCase()));
    expect(json).toMatchObject({ content: 'yes', replyTo: first.id });
    expect(await tab.nextEvent('messages')).toEqual(json);
    expect(await messagesOf(ada, chatId)).toEqual([first, json]);
    const edit = { id: json.id, chatId, senderId: bela.id, content: 'no' };
    expect((await bela.api(editMessage, { body: edit })).json).toMatchObject({ replyTo: first.id });
    // The message replied to is deleted, and the reply stays.
    tab.send('/app/chat.delete', { id: first.id, chatId });
    await tab.nextEvent('messages-delete');
    expect(await messagesOf(bela, chatId)).toMatchObject([{ deleted: true }, { replyTo: first.id }]);
    expect((await reply(bela, chatId, first.id)).status).toBe(200);
  });

  test('can refer only to messages of its own chat, and reveals nothing about others', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    const [chidi, dana, otherChat] = await pairInChat(app);
    const foreign = await send(chidi, otherChat, 'secret');
    const before = await rows('messages');
    for (const target of [foreign.id, randomUUID()]) {
      const answer = await reply(ada, chatId, target);
      expect([answer.status, answer.text]).toEqual([400, refusals.replyNotFound.text]);
    }
    expect((await reply(ada, otherChat, foreign.id)).text).toBe('Chat not found');
    expect((await reply(ada, chatId, 'no id')).status).toBe(400);
    expect(await rows('messages')).toBe(before);
    expect((await chatsOf(bela)).find(({ id }) => id === chatId)).toMatchObject({ lastMessage: null });
    expect((await chatsOf(dana))[0]).toMatchObject({ unreadCount: 1 });
  });

  test('sent twice is one message, whatever it refers to the second time', async () => {
    const [ada, , chatId] = await pairInChat(app);
    const first = await send(ada, chatId, 'Tea?');
    const id = randomUUID();
    const { json } = ok(await reply(ada, chatId, first.id, id));
    for (const again of [first.id, null, randomUUID()])
      expect((await reply(ada, chatId, again, id)).json).toEqual(json);
    expect((await reply(ada, chatId, null)).json).not.toHaveProperty('replyTo');
  });

  test('lets its message be fetched alone, only in this chat', async () => {
    const [ada, , chatId] = await pairInChat(app);
    const [chidi, , otherChat] = await pairInChat(app);
    const [first, foreign] = [await send(ada, chatId, 'Tea?'), await send(chidi, otherChat, 'secret')];
    await send(ada, chatId, 'Or coffee?');
    const one = (id: string) => ada.api(listMessages, { params: { chatId }, query: { id } });
    expect((await one(first.id)).json).toEqual([first]);
    expect(await one(foreign.id)).toMatchObject({ status: 404, text: refusals.messageNotFound.text });
  });
});

describe('a reaction', () => {
  test('is one per user, can be changed and removed, and reaches every device of both', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    const message = await send(ada, chatId, 'Tea?');
    await using adaTab = await connectStomp({ url: app.url, token: ada.token });
    await using belaTab = await connectStomp({ url: app.url, token: bela.token });
    for (const reaction of ['🔥', '👍', null, '❤️']) {
      const { json } = ok(await set(bela, message, reaction));
      const change = { userId: bela.id, reaction, changedAt: expect.any(String) };
      expect(json.reactions).toEqual([change]);
      for (const tab of [adaTab, belaTab])
        expect(await tab.nextEvent('reactions')).toEqual({ id: message.id, chatId, ...change });
    }
    ok(await set(ada, message, '😂'));
    const [stored] = await messagesOf(ada, chatId);
    expect(stored!.reactions!.map(({ userId, reaction }) => [userId, reaction]).toSorted()).toEqual(
      [
        [ada.id, '😂'],
        [bela.id, '❤️'],
      ].toSorted(),
    );
    // A reaction makes nothing unread and is no last message.
    expect((await chatsOf(ada))[0]).toMatchObject({ unreadCount: 0, lastMessage: 'Tea?' });
  });

  test('set again changes nothing and causes no event, and a later one has a later time', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    const message = await send(ada, chatId, 'Tea?');
    const before = await rows('message_reactions');
    ok(await set(bela, message, null));
    expect(await rows('message_reactions')).toBe(before);
    const first = ok(await set(bela, message, '🔥')).json.reactions;
    await using tab = await connectStomp({ url: app.url, token: ada.token });
    expect(ok(await set(bela, message, '🔥')).json.reactions).toEqual(first);
    await tab.roundTrip();
    expect(tab.events).toEqual([]);
    const times = [first![0]!.changedAt];
    for (const reaction of ['👍', null, '👍'])
      times.push(ok(await set(bela, message, reaction)).json.reactions![0]!.changedAt);
    expect(times).toEqual([...new Set(times)].toSorted());
  });

  test('stays one per user when many are set at once', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    const message = await send(ada, chatId, 'Tea?');
    const before = await rows('message_reactions');
    const all = ['🔥', '👍', '❤️', '😂', '😮', '😢'].flatMap((one) => [
      set(ada, message, one),
      set(bela, message, one),
    ]);
    for (const answer of await Promise.all(all)) expect(answer.status).toBe(200);
    expect(await rows('message_reactions')).toBe(before + 2);
    expect((await messagesOf(ada, chatId))[0]!.reactions).toHaveLength(2);
  });

  test.each<[string, (ada: Person, bela: Person) => Promise<unknown>, number, string]>([
    ['when the other has left', (_, bela) => leave(bela), 400, 'Chat not found'],
    ['when one has left oneself', (ada) => leave(ada), 409, refusals.goVisibleToChat.text],
    ['after a block', (ada, bela) => tryBlock(bela, ada), 400, 'Chat not found'],
  ])('%s is refused and leaves nothing', async (_, end, status, text) => {
    const [ada, bela, chatId] = await pairInChat(app);
    const message = await send(ada, chatId, 'Tea?');
    await end(ada, bela);
    const before = await rows('message_reactions');
    expect(await set(ada, message, '🔥')).toMatchObject({ status, text });
    expect(await rows('message_reactions')).toBe(before);
  });

  test('is refused for a message of another chat, a deleted one, and for unknown reactions', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    const [chidi, , otherChat] = await pairInChat(app);
    const foreign = await send(chidi, otherChat, 'secret');
    expect(await set(ada, { id: foreign.id, chatId }, '🔥')).toMatchObject({ status: 404 });
    expect(await set(ada, foreign, '🔥')).toMatchObject({ status: 400, text: 'Chat not found' });
    const message = await send(ada, chatId, 'Tea?');
    for (const bad of ['🍆', '<b>', 'x'.repeat(10_000), 7 as never, undefined as never])
      expect((await set(bela, message, bad)).status).toBe(400);
    ok(await set(bela, message, '🔥'));
    await using tab = await connectStomp({ url: app.url, token: ada.token });
    tab.send('/app/chat.delete', { id: message.id, chatId });
    expect(await tab.nextEvent('messages-delete')).not.toHaveProperty('reactions');
    expect(await set(bela, message, '👍')).toMatchObject({ status: 409 });
    expect((await messagesOf(bela, chatId))[0]).not.toHaveProperty('reactions');
  });

  test('is deleted with the chat', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    ok(await set(bela, await send(ada, chatId, 'Tea?'), '🔥'));
    const before = await rows('message_reactions');
    await block(bela, ada);
    expect(await rows('message_reactions')).toBe(before - 1);
  });
});

test('a flood of reactions is limited, and the other user is told nothing of it @slow', async () => {
  await using limited = await startApp({ rateLimits: true });
  limited.clock.stop();
  const [ada, bela] = [await person(limited, 'ada'), await person(limited, 'bela')];
  await goVisible(limited, ada);
  const chatId = await meet(limited, ada, bela);
  const message = await send(ada, chatId, 'Tea?');
  await using tab = await connectStomp({ url: limited.url, token: bela.token });
  const flood = Array.from({ length: 150 }, (_, at) => set(ada, message, at % 2 ? '🔥' : '👍'));
  const answers = await Promise.all(flood);
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(RATES.reaction.burst);
  const refused = answers.find(({ status }) => status !== 200)!;
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await tab.roundTrip();
  // On a busy machine an event may come twice.
  const heard = tab.events
    .filter(({ queue }) => queue === 'reactions')
    .map(({ body }) => JSON.stringify(body));
  expect(new Set(heard).size).toBeLessThanOrEqual(taken.length);
});
