import { eventually } from '@herenow/testing/eventually';
import { logout } from '@herenow/contract/accounts';
import { HOUR_MS } from '@herenow/contract/constants';
import { updateUser } from '@herenow/contract/profile';
import { addFcmToken, removeFcmToken } from '@herenow/contract/push';
import { beforeAll, expect, test } from 'vitest';
import { accept, goHidden, meet, ok, pin, send, signInAgain } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import type { TestDevice } from '@herenow/testing/push-service';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { pushScene } from './push-scene.ts';

const scene = pushScene();
const { register, pair, jobsOf, done } = scene;

/** Lets tests hold a chat's jobs back, since how soon they run depends on the machine. */
const prepareHolding = (app: TestApp) =>
  app.pool.query(`
    CREATE TABLE held_pushes (chat_id text PRIMARY KEY);
    CREATE FUNCTION hold_push() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM held_pushes WHERE chat_id = NEW.data -> 'payload' ->> 'chatId') THEN
        NEW.start_after := now() + interval '1 hour';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_push BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION hold_push();`);
beforeAll(async () => void (await prepareHolding(scene.app)));

/** Waits until all events of a chat have been turned into jobs or joined a waiting one. */
const queued = (chatId: string, app = scene.app) =>
  eventually(async () => {
    const left = await app.pool.query(`SELECT FROM outbox WHERE body::jsonb ->> 'chatId' = $1`, [chatId]);
    expect(left.rows).toEqual([]);
  });

/** Holds back a chat's pushes from now on; the returned function releases them. */
async function holdPushes(chatId: string, { pool }: TestApp = scene.app): Promise<() => Promise<void>> {
  await pool.query('INSERT INTO held_pushes VALUES ($1)', [chatId]);
  return async () => {
    await pool.query('DELETE FROM held_pushes WHERE chat_id = $1', [chatId]);
    await pool.query(
      `UPDATE pgboss.job SET start_after = now()
       WHERE name = 'wake' AND state = 'created' AND data -> 'payload' ->> 'chatId' = $1`,
      [chatId],
    );
  };
}

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
  await queued(chatId);
  expect(await jobsOf(chatId)).toHaveLength(1);
});

test('users who have turned off pushes for pins are not woken by one', async () => {
  const { ada, bela } = await pair();
  await settle(bela, { pushNotificationPin: false });
  const chatId = await pin(ada, bela);
  expect(await jobsOf(chatId)).toEqual([]);
});

test.concurrent('news that was seen, withdrawn or turned off meanwhile wakes nobody', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  await accept(ada, chatId);
  await device.received();
  await using belaTab = await connectStomp({ url: scene.app.url, token: bela.token });
  await using adaTab = await connectStomp({ url: scene.app.url, token: ada.token });
  const letGo = await holdPushes(chatId);
  const [seen, deleted] = [await send(ada, chatId, 'one'), await send(ada, chatId, 'two')];
  // While the tab is open for both, so that one push stands for them.
  await queued(chatId);
  belaTab.send('/app/chat.seen', { id: seen.id, chatId });
  adaTab.send('/app/chat.delete', { id: deleted.id, chatId });
  await adaTab.nextEvent('messages-delete');
  await belaTab.roundTrip();
  await belaTab.disconnect();
  await letGo();
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(1);
});

test.concurrent('messages that arrive while one is waiting wake a device once, read or not', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(scene.app, bela, ada);
  await device.received();
  await using tab = await connectStomp({ url: scene.app.url, token: bela.token });
  const letGo = await holdPushes(chatId);
  const first = await send(ada, chatId, 'read in time');
  await Promise.all(Array.from({ length: 12 }, (_, index) => send(ada, chatId, `message ${index}`)));
  await queued(chatId);
  tab.send('/app/chat.seen', { id: first.id, chatId });
  await tab.roundTrip();
  await tab.disconnect();
  expect(await jobsOf(chatId)).toHaveLength(2);
  await letGo();
  await done(chatId, 2);
  expect((await device.received(2)).payload).toMatchObject({ type: 'MESSAGE', chatId });
  expect(device.pushes()).toHaveLength(2);
});

/** Expects this many of a chat's pushes to wait for an open tab, and releases them. */
async function lookAgain(chatId: string, count: number): Promise<void> {
  const { rows } = await eventually(async () => {
    const found = await scene.app.pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM start_after - created_on)::float8 AS seconds FROM pgboss.job
         WHERE name = 'wake' AND state = 'created' AND data ->> 'waited' = 'true'
           AND data -> 'payload' ->> 'chatId' = $1`,
      [chatId],
    );
    expect(found.rows).toHaveLength(count);
    return found;
  });
  for (const { seconds } of rows) expect(Math.round(seconds)).toBe(30);
  await scene.app.pool.query(`UPDATE pgboss.job SET start_after = now()
    WHERE name = 'wake' AND data ->> 'waited' = 'true' AND data -> 'payload' ->> 'chatId' = '${chatId}'`);
}

test.concurrent('the device of an open tab is not woken; another is, once a message has waited unread', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(scene.app, bela, ada);
  await device.received();
  const [phone] = await signInAgain(scene.app, bela);
  const inPocket = scene.service.device();
  await register(phone, inPocket);
  await using _tab = await connectStomp({ url: scene.app.url, token: bela.token });
  await send(ada, chatId, 'anybody there?');
  await lookAgain(chatId, 1);
  expect((await inPocket.received()).payload).toMatchObject({ type: 'MESSAGE', chatId });
  await done(chatId, 2);
  expect([device, inPocket].map((one) => one.pushes().length)).toEqual([1, 1]);
});

test.concurrent('a message read in the open tab wakes no device, and a tab closed unread wakes its own', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(scene.app, bela, ada);
  await device.received();
  const tab = await connectStomp({ url: scene.app.url, token: bela.token });
  const read = await send(ada, chatId, 'one');
  await send(ada, chatId, 'two');
  await queued(chatId);
  expect(await jobsOf(chatId)).toHaveLength(2);
  tab.send('/app/chat.seen', { id: read.id, chatId });
  await tab.roundTrip();
  await tab.disconnect();
  await lookAgain(chatId, 1);
  await done(chatId, 2);
  await device.received(2);
  expect(device.pushes()).toHaveLength(2);
});

test.concurrent('if a tab opens before a device is woken, the message waits to be read there', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(scene.app, bela, ada);
  await device.received();
  const letGo = await holdPushes(chatId);
  await send(ada, chatId, 'while away');
  await queued(chatId);
  await using _tab = await connectStomp({ url: scene.app.url, token: bela.token });
  await letGo();
  await lookAgain(chatId, 1);
  await done(chatId, 3);
  expect(device.pushes()).toHaveLength(1);
});

test.concurrent.each([
  ['written', 1],
  ['read', 2],
] as const)('an acceptance wakes no device of who has %s in the chat by then', async (what, count) => {
  const { ada, bela, device } = await pair();
  const chatId = await pin(bela, ada);
  const letGo = await holdPushes(chatId);
  await accept(ada, chatId);
  const { id } = await send(what === 'read' ? ada : bela, chatId, 'hello');
  const tab = await connectStomp({ url: scene.app.url, token: bela.token });
  if (what === 'read') tab.send('/app/chat.seen', { id, chatId });
  await tab.roundTrip();
  await tab.disconnect();
  await queued(chatId);
  await letGo();
  await done(chatId, count);
  expect(device.pushes()).toEqual([]);
});

test.concurrent('before a device is woken, the message may be read elsewhere for a moment', async () => {
  const { ada, bela } = await pair();
  const chatId = await meet(scene.app, bela, ada);
  await send(ada, chatId, 'hello');
  await queued(chatId);
  const { rows } = await scene.app.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM start_after - created_on)::float8 AS seconds FROM pgboss.job
     WHERE name = 'wake' AND data ->> 'messageId' IS NOT NULL AND data -> 'payload' ->> 'chatId' = $1`,
    [chatId],
  );
  expect(rows.map(({ seconds }) => Math.round(seconds))).toEqual([1]);
});

test.concurrent('a device that belongs to another user by now is not woken', async () => {
  const { ada, bela, device } = await pair();
  const chatId = await meet(scene.app, bela, ada);
  await device.received();
  const letGo = await holdPushes(chatId);
  await send(ada, chatId, 'for bela alone');
  await queued(chatId);
  expect(await jobsOf(chatId)).toHaveLength(2);
  await register(await person(scene.app, 'chidi'), device);
  await letGo();
  await done(chatId, 2);
  expect(device.pushes()).toHaveLength(1);
});

test.concurrent('nothing is sent once the sessions have ended', async () => {
  await using own = await startApp({}, { pushTransport: scene.service.transport });
  await prepareHolding(own);
  const [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  const device = scene.service.device();
  ok(await bela.api(addFcmToken, { body: { userId: bela.id, fcmToken: device.token } }));
  const chatId = await meet(own, bela, ada);
  await device.received();
  await goHidden(own, ada, null);
  const letGo = await holdPushes(chatId, own);
  await send(ada, chatId, 'hello');
  await queued(chatId, own);
  const jobs = async () =>
    (await own.pool.query<{ state: string }>(`SELECT state FROM pgboss.job WHERE name = 'wake'`)).rows;
  expect(await jobs()).toHaveLength(2);
  own.clock.moveBy(3 * HOUR_MS);
  await letGo();
  await eventually(async () =>
    expect(await jobs()).toEqual([{ state: 'completed' }, { state: 'completed' }]),
  );
  expect(device.pushes()).toHaveLength(1);
});
