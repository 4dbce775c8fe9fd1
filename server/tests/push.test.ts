import { NAME_MAX } from '@herenow/contract/constants';
import { getPushKey } from '@herenow/contract/push';
import { createPublicKey, randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import {
  accept,
  goHidden,
  goVisible,
  leave,
  meet,
  ok,
  pin,
  reject,
  send,
  signInAgain,
  trySend,
} from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { pushScene } from './push-scene.ts';

const scene = pushScene();
const { register, pair, done } = scene;

// Tests that wait only for their own device run concurrently.
test.concurrent('a message wakes the recipient’s devices without its text', async () => {
  const { ada, bela, device } = await pair();
  const second = scene.service.device();
  await register(...(await signInAgain(scene.app, bela)), second);
  await goVisible(scene.app, ada, 1);
  const chatId = await pin(bela, ada);
  await accept(ada, chatId);
  const accepted = await device.received();
  await send(ada, chatId, 'a secret');
  const { push, payload } = await device.received(2);
  expect(payload).toEqual({
    type: 'MESSAGE',
    content: 'New message from ada',
    chatId,
    senderPhotoUrl: expect.stringMatching(/^\/photos\/.+\.jpg$/),
    senderUsername: 'ada',
  });
  expect(push.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    // A later push of the chat replaces this one.
    topic: accepted.push.headers['topic'],
    urgency: 'high',
  });
  expect(Number(push.headers.ttl)).toBeGreaterThan(3500);
  expect(Number(push.headers.ttl)).toBeLessThanOrEqual(3600);
  const elsewhere = await second.received(2);
  expect(elsewhere.payload).toEqual(payload);
  // The topic is not encrypted: one that other devices share would tell their push service who chats with whom.
  const topics = [push, elsewhere.push].map(({ headers }) => headers['topic']);
  expect(topics).toEqual([expect.stringMatching(/^[\w-]{32}$/), expect.stringMatching(/^[\w-]{32}$/)]);
  expect(new Set([...topics, chatId.replaceAll('-', '')]).size).toBe(3);
});

test.concurrent('the server signs with its own key, which it keeps', async () => {
  const { ada, bela, device } = await pair();
  await pin(ada, bela);
  const { push } = await device.received();
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(push.headers.authorization!)!;
  const answer = ok(await ada.api(getPushKey));
  expect(answer.text).toBe(key);
  const point = Buffer.from(key!, 'base64url');
  expect([point.length, point[0]]).toEqual([65, 4]);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const { payload } = await jwtVerify(token!, publicKey, { audience: scene.service.origin });
  expect(payload.sub).toMatch(/^(mailto|https):/);
  await using other = await startApp({
    databaseUrl: scene.app.config.databaseUrl!,
    dataDir: scene.app.config.dataDir,
  });
  expect((await (await person(other, 'chidi')).api(getPushKey)).text).toBe(key);
});

test.concurrent('a pin, its acceptance and its rejection wake their recipient’s devices', async () => {
  const { ada, bela, device } = await pair();
  const adas = scene.service.device();
  await register(ada, adas);
  const chatId = await pin(ada, bela);
  const from = (type: string, content: string) => ({
    type,
    content,
    chatId,
    senderPhotoUrl: expect.any(String),
  });
  expect((await device.received()).payload).toEqual(from('PIN_REQUEST', 'ada pinned you.'));
  await accept(bela, chatId);
  expect((await adas.received()).payload).toEqual(from('PIN_ACCEPT', 'bela accepted your pin.'));
  const chidi = await person(scene.app, 'chidi');
  await goVisible(scene.app, chidi);
  const other = await pin(ada, chidi);
  await reject(chidi, other);
  expect((await adas.received(2)).payload).toEqual({
    ...from('PIN_REJECT', 'chidi declined your pin.'),
    chatId: other,
  });
  expect(device.pushes()).toHaveLength(1);
});

test.concurrent('a push service cannot tell by their lengths what pushes say or whom they are from', async () => {
  const { ada, bela, device } = await pair();
  const adas = scene.service.device();
  await register(ada, adas);
  const longest = await person(scene.app, '\u{1f98a}'.repeat(NAME_MAX));
  await goVisible(scene.app, longest);
  await reject(longest, await pin(ada, longest));
  await adas.received(1);
  const chatId = await pin(ada, bela);
  await device.received(1);
  await accept(bela, chatId);
  await adas.received(2);
  await send(ada, chatId, 'Hello');
  const { payload } = await device.received(2);
  expect(payload).toMatchObject({ type: 'MESSAGE' });
  const lengths = [...adas.pushes(), ...device.pushes()].map(({ body }) => body.length);
  expect(new Set(lengths).size).toBe(1);
});

test.concurrent('the push of a rejection does not tell until when the rejecter is here', async () => {
  const { bela, device } = await pair();
  await goVisible(scene.app, bela, 2);
  const lives = [];
  for (const hides of [true, false]) {
    const chidi = await person(scene.app, 'chidi');
    await goVisible(scene.app, chidi);
    const chatId = await pin(bela, chidi);
    await (hides ? goHidden(scene.app, chidi, 1) : leave(chidi));
    await reject(chidi, chatId);
    const { push, payload } = await device.received(lives.length + 1);
    expect(payload).toMatchObject({ type: 'PIN_REJECT', chatId });
    lives.push(Math.round(Number(push.headers.ttl) / 600));
  }
  expect(lives).toEqual([12, 12]);
});

test.concurrent('a message sent many times at once wakes a device once', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  await accept(ada, chatId);
  await device.received();
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => trySend(ada, chatId, 'once', id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ json }) => json.sentAt)).size).toBe(1);
  await device.received(2);
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(2);
});

test.concurrent('a message whose node died after the commit wakes a device once, whichever node finds it', async () => {
  await using _other = await startApp(
    { databaseUrl: scene.app.config.databaseUrl!, dataDir: scene.app.config.dataDir },
    { pushTransport: scene.service.transport },
  );
  const { ada, bela, device } = await pair();
  const chatId = await meet(scene.app, bela, ada);
  await device.received();
  const body = { id: randomUUID(), chatId, senderId: ada.id, recipientId: bela.id, senderUsername: 'ada' };
  await scene.app.pool.query(
    `WITH stored AS (
       INSERT INTO messages (id, chat_id, sender_id, content, sent_at) VALUES ($1, $2, $3, 'left behind', now()))
     INSERT INTO outbox (user_ids, queue, wakes, body, created_at)
     VALUES (ARRAY[$3, $4]::uuid[], 'messages', true, $5, now() - interval '1 minute')`,
    [body.id, chatId, ada.id, bela.id, JSON.stringify(body)],
  );
  expect((await device.received(2)).payload).toMatchObject({ type: 'MESSAGE', chatId });
  const left = async () =>
    (await scene.app.pool.query(`SELECT FROM outbox WHERE body LIKE '%' || $1 || '%'`, [body.id])).rowCount;
  await eventually(async () => expect(await left()).toBe(0));
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(2);
});

test.each([404, 410])('an endpoint that answers %i is forgotten', async (status) => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  scene.service.answers.push(status);
  await accept(ada, chatId);
  await done(chatId, 1);
  expect(device.pushes()).toHaveLength(1);
  const rows = await scene.app.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', bela.id)
    .execute();
  expect(rows).toEqual([]);
});

test('a busy service is retried; one that refuses is not', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  scene.service.answers.push(503);
  await accept(ada, chatId);
  expect((await device.received(2)).payload).toMatchObject({ type: 'PIN_ACCEPT' });
  await done(chatId, 1);
  scene.service.answers.push(400);
  await send(ada, chatId, 'refused');
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(3);
  expect(
    scene.app.logLines.some((line) => line.includes('push refused') && !line.includes(device.endpoint)),
  ).toBe(true);
  expect(scene.app.logLines.filter((line) => line.includes(device.endpoint))).toEqual([]);
});

test.each([
  ['an address that keeps refusing is left alone for longer and longer, whoever registered it', 403],
  ['a service that fails again and again is left alone, too', 503],
])('%s', async (_name, status) => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  scene.service.answers.push(status, status);
  await accept(ada, chatId);
  await done(chatId, 1);
  for (const count of [2, 3, 4]) {
    await send(ada, chatId, `message ${count}`);
    await done(chatId, count);
  }
  expect(device.pushes()).toHaveLength(2);
});
