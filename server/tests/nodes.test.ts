import { eventually } from '@herenow/testing/eventually';
import { deleteUser, listSessions, revokeSession } from '@herenow/contract/accounts';
import { HOUR_MS } from '@herenow/contract/constants';
import { goOffline } from '@herenow/contract/presence';
import { updateLocation } from '@herenow/contract/profile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { chatsOf, goVisible, meet, messagesOf, ok, send, signInAgain } from '@herenow/testing/encounters';
import { startNats, type NatsServer } from '@herenow/testing/nats-server';
import { person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { at } from './bus-scene.ts';

let nats: NatsServer;
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  nats = await startNats();
  const config = { natsUrl: nats.url, tokenSecret: 'a-secret-that-both-nodes-of-this-test-share' };
  one = await startApp(config, { pace: NO_LATE_EVENTS });
  two = await startApp(one.config, { pace: NO_LATE_EVENTS });
});
afterAll(async () => {
  await two[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
});

/** A busy machine may take an event for one left behind, which is then published twice. */
const NO_LATE_EVENTS = { outbox: HOUR_MS, bus: 100, presences: 250 };

/** Makes ada at the first node and bela at the second, in a chat, each with a socket there. */
async function pair() {
  await using undo = new AsyncDisposableStack();
  const ada = await person(one, 'ada');
  const bela = at(two, await person(one, 'bela'));
  const chatId = await meet(one, ada, bela);
  const adaTab = undo.use(await connectStomp({ url: one.url, token: ada.token }));
  const belaTab = undo.use(await connectStomp({ url: two.url, token: bela.token }));
  const resources = undo.move();
  return { ada, bela, adaTab, belaTab, chatId, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const count = ({ events }: StompClient, queue: string) =>
  events.filter((event) => event.queue === queue).length;

test('a message, typing and the seen mark reach the other node', async () => {
  await using scene = await pair();
  const { ada, bela, adaTab, belaTab, chatId } = scene;
  adaTab.send('/app/chat.typing', { chatId });
  expect(await belaTab.nextEvent('typing')).toEqual({ chatId, userId: ada.id });
  const message = await send(ada, chatId, 'Hello over there');
  expect(await belaTab.nextEvent('messages')).toEqual(message);
  expect(await adaTab.nextEvent('messages')).toEqual(message);
  belaTab.send('/app/chat.seen', { id: message.id, chatId });
  const seen = { id: message.id, chatId, status: 'seen' };
  expect(await adaTab.nextEvent('status')).toEqual(seen);
  expect(await belaTab.nextEvent('status')).toEqual(seen);
  expect(await messagesOf(ada, chatId)).toEqual(await messagesOf(bela, chatId));
  expect([count(adaTab, 'messages'), count(belaTab, 'messages')]).toEqual([1, 1]);
});

test('changes of a feed reach the other node, and a device that moves moves its watches', async () => {
  const there: [number, number] = [-51.7, -57.8];
  const ada = await person(one, 'ada', { at: there });
  const bela = at(two, await person(one, 'bela', { at: there }));
  await using tab = await connectStomp({ url: one.url, token: ada.token });
  tab.send('/app/feed.watch', { maxDistanceKm: 5 });
  await tab.roundTrip();
  await goVisible(one, bela);
  expect(await tab.nextEvent('nearby')).toEqual({});

  // The call goes to the other node, as behind any load balancer.
  const far = { type: 'Point' as const, coordinates: [there[0] + 3, there[1]] as [number, number] };
  ok(await at(two, ada).api(updateLocation, { params: { id: ada.id }, body: far }));
  await tab.nextEvent('nearby');
  const dana = at(two, await person(one, 'dana', { at: far.coordinates }));
  await eventually(async () => {
    await goVisible(one, dana);
    await tab.nextEvent('nearby', () => true, 1500);
  });
});

test('presence reaches the other node', async () => {
  await using scene = await pair();
  const { ada, bela, adaTab, chatId } = scene;
  ok(await bela.api(goOffline, { body: { userId: bela.id } }));
  const fits = ({ userId }: { userId: string }) => userId === bela.id;
  expect(await adaTab.nextEvent('presence', fits)).toEqual({
    userId: bela.id,
    online: false,
    onlineUntil: null,
  });
  expect(await chatsOf(ada)).toMatchObject([{ id: chatId, otherUserOnline: false }]);
});

test('a session ended at one node closes its sockets at the other, and only those', async () => {
  const ada = await person(one, 'ada');
  const [phone] = await signInAgain(one, ada);
  await using here = await connectStomp({ url: one.url, token: ada.token });
  await using there = await connectStomp({ url: two.url, token: phone.token });
  const sessions = ok(await ada.api(listSessions)).json as { id: string; current: boolean }[];
  const sessionId = sessions.find(({ current }) => !current)!.id;
  ok(await ada.api(revokeSession, { params: { sessionId } }));
  expect(await there.closed).toEqual({ code: 1008, reason: 'session ended' });
  await here.roundTrip();
});

test('an account deleted at one node closes its sockets at both', async () => {
  const ada = await person(one, 'ada');
  await using here = await connectStomp({ url: one.url, token: ada.token });
  await using there = await connectStomp({ url: two.url, token: ada.token });
  ok(await at(two, ada).api(deleteUser, { params: { id: ada.id } }));
  const ended = { code: 1008, reason: 'session ended' };
  expect(await Promise.all([here.closed, there.closed])).toEqual([ended, ended]);
});

test('events that a node did not live to publish are published once by another', async () => {
  await using scene = await pair();
  await using _three = await startApp(one.config);
  const { ada, bela, adaTab, belaTab, chatId } = scene;
  const message = {
    id: newId(),
    senderId: ada.id,
    recipientId: bela.id,
    chatId,
    content: 'Committed, and then the power went',
    sentAt: one.clock.now().toISOString(),
    senderUsername: 'ada',
    recipientUsername: 'bela',
    deleted: false,
    status: 'sent',
  };
  // Old enough that the node which wrote it would have published it already.
  await one.pool.query(
    `WITH stored AS (
       INSERT INTO messages (id, chat_id, sender_id, content, sent_at) VALUES ($3, $4, $5, $6, $7))
     INSERT INTO outbox (user_ids, queue, body, created_at)
     VALUES ($1, 'messages', $2, now() - interval '3 seconds')`,
    [[ada.id, bela.id], JSON.stringify(message), message.id, chatId, ada.id, message.content, message.sentAt],
  );
  expect(await belaTab.nextEvent('messages')).toEqual(message);
  expect(await adaTab.nextEvent('messages')).toEqual(message);
  const rows = async () => (await one.db.selectFrom('outbox').select('id').execute()).length;
  await expect.poll(rows).toBe(0);
  // Whatever arrived before the next message.
  await send(ada, chatId, 'Back again');
  await belaTab.nextEvent('messages', ({ content }) => content === 'Back again');
  const copies = belaTab.events.filter(({ body }) => 'content' in body && body.content === message.content);
  expect(copies).toHaveLength(1);
});

test('a session whose time is over is ended once, by one of the nodes', async () => {
  await using scene = await pair();
  const { ada, bela, adaTab, belaTab, chatId } = scene;
  for (const node of [one, two]) node.clock.moveBy(3 * HOUR_MS + 1000);
  const sessions = async () => (await one.db.selectFrom('presences').select('user_id').execute()).length;
  await expect.poll(sessions).toBe(0);
  for (const tab of [adaTab, belaTab]) await tab.nextEvent('presence', ({ online }) => !online);
  // Events of the other node would have arrived before this one.
  await one.work(async (tx) => tx.emit([ada.id, bela.id], 'chats-gone', { chatId }));
  for (const [tab, other] of [
    [adaTab, bela],
    [belaTab, ada],
  ] as const) {
    await tab.nextEvent('chats-gone');
    const ends = tab.events.filter(
      ({ queue, body }) => queue === 'presence' && 'online' in body && !body.online,
    );
    expect(ends).toEqual([
      { queue: 'presence', body: { userId: other.id, online: false, onlineUntil: null } },
    ]);
  }
});
