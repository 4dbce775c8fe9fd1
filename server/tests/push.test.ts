import { logout } from '@herenow/contract/accounts';
import { HOUR_MS } from '@herenow/contract/constants';
import { rejectPin } from '@herenow/contract/pins';
import { updateUser } from '@herenow/contract/profile';
import { addFcmToken, getPushKey, removeFcmToken } from '@herenow/contract/push';
import { createPublicKey, randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  accept,
  goHidden,
  goVisible,
  leave,
  meet,
  ok,
  pin,
  send,
  signInAgain,
  trySend,
} from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startPushService, type PushService, type TestDevice } from '@herenow/testing/push-service';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';

let app: TestApp;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({}, { pushTransport: service.transport });
  // Lets a test hold the jobs of a chat: how soon they run otherwise depends on the machine.
  await app.pool.query(`
    CREATE TABLE held_pushes (chat_id text PRIMARY KEY);
    CREATE FUNCTION hold_push() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM held_pushes WHERE chat_id = NEW.data -> 'payload' ->> 'chatId') THEN
        NEW.start_after := now() + interval '1 hour';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_push BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION hold_push();`);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const register = async (one: Person, device: TestDevice) =>
  ok(await one.api(addFcmToken, { body: { userId: one.id, fcmToken: device.token } }));

/** Ada and bela, who has a device; both are visible. */
async function pair(): Promise<{ ada: Person; bela: Person; device: TestDevice }> {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const device = service.device();
  await register(bela, device);
  await goVisible(app, ada);
  await goVisible(app, bela);
  return { ada, bela, device };
}

/** Jobs of pushes for this chat, by state. */
async function jobsOf(chatId: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ state: string }>(
    `SELECT state FROM pgboss.job WHERE name = 'push' AND data -> 'payload' ->> 'chatId' = $1`,
    [chatId],
  );
  return rows.map(({ state }) => state);
}

const done = (chatId: string, count: number) =>
  vi.waitFor(async () => expect(await jobsOf(chatId)).toEqual(Array(count).fill('completed')), {
    timeout: 15_000,
  });

/** Pushes of this chat wait from now on; the function that it returns lets them go. */
async function holdPushes(chatId: string): Promise<() => Promise<void>> {
  await app.pool.query('INSERT INTO held_pushes VALUES ($1)', [chatId]);
  return async () => {
    await app.pool.query('DELETE FROM held_pushes WHERE chat_id = $1', [chatId]);
    await app.pool.query(
      `UPDATE pgboss.job SET start_after = now()
       WHERE name = 'push' AND state = 'created' AND data -> 'payload' ->> 'chatId' = $1`,
      [chatId],
    );
  };
}

// Those that wait for their own device alone wait beside one another.
test.concurrent('a message wakes the recipient’s devices without its text', async () => {
  const { ada, bela, device } = await pair();
  const second = service.device();
  await register(bela, second);
  await goVisible(app, ada, 1);
  const chatId = await pin(bela, ada);
  await accept(ada, chatId);
  await device.received();
  await send(ada, chatId, 'a secret');
  const { push, payload } = await device.received(2);
  expect(payload).toEqual({
    type: 'MESSAGE',
    content: 'New message from ada',
    chatId,
    senderPhotoUrl: expect.stringMatching(/^\/photos\/.+\.jpg$/),
  });
  expect(push.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    topic: chatId.replaceAll('-', ''),
    urgency: 'high',
  });
  expect(Number(push.headers.ttl)).toBeGreaterThan(3500);
  expect(Number(push.headers.ttl)).toBeLessThanOrEqual(3600);
  expect((await second.received(2)).payload).toEqual(payload);
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
  const { payload } = await jwtVerify(token!, publicKey, { audience: service.origin });
  expect(payload.sub).toMatch(/^(mailto|https):/);
  await using other = await startApp({ databaseUrl: app.config.databaseUrl! });
  expect((await (await person(other, 'chidi')).api(getPushKey)).text).toBe(key);
});

test.concurrent('a pin, its acceptance and its rejection wake whom they are for', async () => {
  const { ada, bela, device } = await pair();
  const adas = service.device();
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
  const chidi = await person(app, 'chidi');
  await goVisible(app, chidi);
  const other = await pin(ada, chidi);
  ok(await chidi.api(rejectPin, { params: { chatId: other } }));
  expect((await adas.received(2)).payload).toMatchObject({ type: 'PIN_REJECT', chatId: other });
  expect(device.pushes()).toHaveLength(1);
});

test.concurrent('a message that is sent many times at once wakes a device once', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  await accept(ada, chatId);
  await device.received();
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => trySend(ada, chatId, 'once', id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ json }) => json.sentAt)).size).toBe(1);
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(2);
});

test.concurrent('a message whose node died after the commit wakes a device once, whoever finds it', async () => {
  await using _other = await startApp(
    { databaseUrl: app.config.databaseUrl! },
    { pushTransport: service.transport },
  );
  const { ada, bela, device } = await pair();
  const chatId = await meet(app, bela, ada);
  await device.received();
  const body = { id: randomUUID(), chatId, senderId: ada.id, recipientId: bela.id, senderUsername: 'ada' };
  await app.pool.query(
    `WITH stored AS (
       INSERT INTO messages (id, chat_id, sender_id, content, sent_at) VALUES ($1, $2, $3, 'left behind', now()))
     INSERT INTO outbox (user_ids, queue, wakes, body, created_at)
     VALUES (ARRAY[$3, $4]::uuid[], 'messages', true, $5, now() - interval '1 minute')`,
    [body.id, chatId, ada.id, bela.id, JSON.stringify(body)],
  );
  expect((await device.received(2)).payload).toMatchObject({ type: 'MESSAGE', chatId });
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(2);
});

test.concurrent('many messages at once leave a push for each', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(app, bela, ada);
  await device.received();
  await Promise.all(Array.from({ length: 12 }, (_, index) => send(ada, chatId, `message ${index}`)));
  await done(chatId, 13);
  const { rows } = await app.pool.query('SELECT id FROM messages WHERE chat_id = $1', [chatId]);
  expect(rows).toHaveLength(12);
});

const settle = async (one: Person, settings: object) =>
  ok(await one.api(updateUser, { body: { notificationSettings: settings } }));

test.each<[string, (scene: { ada: Person; bela: Person; device: TestDevice }) => Promise<unknown>]>([
  ['do not want to hear of messages', ({ bela }) => settle(bela, { pushNotificationMessages: false })],
  ['are signed out on the device', ({ bela }) => bela.api(logout)],
  [
    'took the subscription back',
    ({ bela, device }) => bela.api(removeFcmToken, { body: { userId: bela.id, fcmToken: device.token } }),
  ],
])('people who %s are not woken by a message', async (_, prepare) => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  await accept(ada, chatId);
  await device.received();
  await prepare({ ada, bela, device });
  await send(ada, chatId, 'hello');
  expect(await jobsOf(chatId)).toHaveLength(1);
});

test('people who do not want to hear of pins are not woken by one', async () => {
  const { ada, bela } = await pair();
  await settle(bela, { pushNotificationPin: false });
  const chatId = await pin(ada, bela);
  expect(await jobsOf(chatId)).toEqual([]);
});

test.concurrent('what was seen, taken back or turned off meanwhile wakes nobody', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  await accept(ada, chatId);
  await device.received();
  await using belaTab = await connectStomp({ url: app.url, token: bela.token });
  await using adaTab = await connectStomp({ url: app.url, token: ada.token });
  const letGo = await holdPushes(chatId);
  const [seen, deleted] = [await send(ada, chatId, 'one'), await send(ada, chatId, 'two')];
  belaTab.send('/app/chat.seen', { id: seen.id, chatId });
  adaTab.send('/app/chat.delete', { id: deleted.id, chatId });
  await adaTab.nextEvent('messages-delete');
  await belaTab.roundTrip();
  await letGo();
  await done(chatId, 3);
  expect(device.pushes()).toHaveLength(1);
});

/** Lets the pushes of a chat that wait for an open tab go on; returns how many. */
async function lookAgain(chatId: string, count: number): Promise<void> {
  const { rows } = await vi.waitFor(
    async () => {
      const found = await app.pool.query<{ seconds: number }>(
        `SELECT extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job
         WHERE name = 'push' AND state = 'created' AND data ->> 'waited' = 'true'
           AND data -> 'payload' ->> 'chatId' = $1`,
        [chatId],
      );
      expect(found.rows).toHaveLength(count);
      return found;
    },
    { timeout: 15_000 },
  );
  for (const { seconds } of rows) expect(seconds).toBeGreaterThan(20);
  await app.pool.query(`UPDATE pgboss.job SET start_after = now()
    WHERE name = 'push' AND data ->> 'waited' = 'true' AND data -> 'payload' ->> 'chatId' = '${chatId}'`);
}

test.concurrent('the device of an open tab is not woken; another is, once a message has waited there', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(app, bela, ada);
  await device.received();
  const [phone] = await signInAgain(app, bela);
  const inPocket = service.device();
  await register(phone, inPocket);
  await using _tab = await connectStomp({ url: app.url, token: bela.token });
  await send(ada, chatId, 'anybody there?');
  await lookAgain(chatId, 2);
  expect((await inPocket.received()).payload).toMatchObject({ type: 'MESSAGE', chatId });
  await done(chatId, 5);
  expect([device, inPocket].map((one) => one.pushes().length)).toEqual([1, 1]);
});

test.concurrent('what was read in the open tab wakes no device, and a tab that closes unread wakes its own', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(app, bela, ada);
  await device.received();
  const tab = await connectStomp({ url: app.url, token: bela.token });
  const read = await send(ada, chatId, 'one');
  await send(ada, chatId, 'two');
  await vi.waitFor(async () => expect(await jobsOf(chatId)).toHaveLength(5), { timeout: 15_000 });
  tab.send('/app/chat.seen', { id: read.id, chatId });
  await tab.roundTrip();
  await tab.disconnect();
  await lookAgain(chatId, 2);
  await done(chatId, 5);
  expect(device.pushes()).toHaveLength(2);
});

test.concurrent('a device that has changed hands meanwhile is not woken', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(app, bela, ada);
  await device.received();
  const letGo = await holdPushes(chatId);
  await send(ada, chatId, 'for bela alone');
  await vi.waitFor(async () => expect(await jobsOf(chatId)).toHaveLength(2), { timeout: 15_000 });
  await register(await person(app, 'chidi'), device);
  await letGo();
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(1);
});

test.concurrent('nothing is sent once the sessions are over', async () => {
  await using own = await startApp({}, { pushTransport: service.transport });
  const [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  const device = service.device();
  ok(await bela.api(addFcmToken, { body: { userId: bela.id, fcmToken: device.token } }));
  const chatId = await meet(own, bela, ada);
  await device.received();
  await goHidden(own, ada, null);
  await send(ada, chatId, 'hello');
  const jobs = async () =>
    (await own.pool.query<{ state: string }>(`SELECT state FROM pgboss.job WHERE name = 'push'`)).rows;
  await vi.waitFor(async () => expect(await jobs()).toHaveLength(2), { timeout: 15_000 });
  own.clock.moveBy(3 * HOUR_MS);
  await vi.waitFor(
    async () => expect(await jobs()).toEqual([{ state: 'completed' }, { state: 'completed' }]),
    { timeout: 15_000 },
  );
  expect(device.pushes()).toHaveLength(1);
});

test.each([404, 410])('an endpoint that answers %i is forgotten', async (status) => {
  const { ada, bela, device } = await pair();
  service.answers.push(status);
  const chatId = await pin(ada, bela);
  await done(chatId, 1);
  expect(device.pushes()).toHaveLength(1);
  const rows = await app.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', bela.id)
    .execute();
  expect(rows).toEqual([]);
});

test('a service that is busy is tried again; one that refuses is not', async () => {
  const { ada, bela, device } = await pair();
  service.answers.push(503);
  const chatId = await pin(ada, bela);
  expect((await device.received(2)).payload).toMatchObject({ type: 'PIN_REQUEST' });
  await done(chatId, 1);
  await leave(ada);
  await goVisible(app, ada);
  service.answers.push(400);
  await done(await pin(ada, bela), 1);
  expect(device.pushes()).toHaveLength(3);
  expect(app.logLines.some((line) => line.includes('push refused') && !line.includes(device.endpoint))).toBe(
    true,
  );
  expect(app.logLines.filter((line) => line.includes(device.endpoint))).toEqual([]);
});
