import { eventually } from '@herenow/testing/eventually';
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
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
  pairWithPin,
  pin,
  send,
  signInAgain,
  trySend,
  visiblePeople,
} from '@herenow/testing/encounters';
import { block, deleteAccount } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { notePortions } from './portions.ts';

/** For tests that do not move the clock. */
const app = sharedApp();

async function pausedAt(app: TestApp, chatId: string): Promise<Date | null | undefined> {
  const row = await app.db
    .selectFrom('chats')
    .select('paused_at')
    .where('id', '=', chatId)
    .executeTakeFirst();
  return row?.paused_at;
}

test('a chat pauses when one user leaves and resumes when both are back', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const message = await send(ada, chatId, 'hello');
  await leave(bela);
  const since = await pausedAt(app, chatId);
  expect(since).toBeInstanceOf(Date);
  await leave(ada);
  expect(await pausedAt(app, chatId)).toEqual(since);
  await goVisible(app, bela);
  expect(await pausedAt(app, chatId)).toEqual(since);
  expect((await trySend(bela, chatId, 'hi')).status).toBe(400);
  await goHidden(app, ada, null);
  expect(await pausedAt(app, chatId)).toBeNull();
  const answer = await send(bela, chatId, 'hi');
  expect(await messagesOf(ada, chatId)).toEqual([message, answer]);
});

test('a chat whose pin is accepted by a user who has left starts paused', async () => {
  const [ada, bela, chatId] = await pairWithPin(app);
  await leave(bela);
  await accept(bela, chatId);
  expect(await pausedAt(app, chatId)).toBeInstanceOf(Date);
  expect((await chatsOf(ada))[0]).toMatchObject({ pinStatus: 'accepted', otherUserOnline: false });
  await goVisible(app, bela);
  await send(ada, chatId, 'welcome');
});

test.each([
  ['within a day a paused chat goes on', DAY_MS - 60_000, true],
  ['after a day it is gone at once, for good', DAY_MS, false],
])('%s', async (_, pause, stays) => {
  await using app = await startApp();
  let [ada, bela, chatId] = await pairInChat(app);
  await send(ada, chatId, 'hello');
  await goHidden(app, ada, null);
  await leave(bela);
  app.clock.moveBy(pause);
  [ada, bela] = await signInAgain(app, ada, bela);
  expect(await chatsOf(ada)).toHaveLength(stays ? 1 : 0);
  await goVisible(app, bela);
  expect(await chatsOf(bela)).toHaveLength(stays ? 1 : 0);
  expect((await trySend(ada, chatId, 'hello again')).status).toBe(stays ? 200 : 400);
  if (stays) return;
  await expect(messagesOf(ada, chatId)).rejects.toThrow('404 Chat not found');
  await eventually(async () => {
    const rows = await app.db.selectFrom('messages').select('id').where('chat_id', '=', chatId).execute();
    expect(rows).toEqual([]);
    expect(await pausedAt(app, chatId)).toBeUndefined();
  });
  await goVisible(app, ada);
  await meet(app, ada, bela);
});

test('a chat of any length goes in portions: with its time, a block or an account', async () => {
  await using app = await startApp();
  const portions = await notePortions(app, 'messages');
  const COUNT = 5200;
  const longChat = async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    await app.pool.query(
      `INSERT INTO messages (id, chat_id, sender_id, content, sent_at)
       SELECT gen_random_uuid(), $1, $2, 'x', now() + n * interval '1 millisecond' FROM generate_series(1, $3) AS n`,
      [chatId, ada.id, COUNT],
    );
    return { ada, bela };
  };
  const blocked = await longChat();
  await block(blocked.ada, blocked.bela);
  const { ada: leaver } = await longChat();
  await deleteAccount(leaver);
  const atOnce = await portions();
  const { ada } = await longChat();
  await leave(ada);
  app.clock.moveBy(DAY_MS);
  const all = await eventually(async () => {
    const found = await portions();
    expect(found.reduce((sum, one) => sum + one.rows, 0)).toBe(3 * COUNT);
    return found;
  });
  expect(Math.max(...all.map(({ rows }) => rows))).toBeLessThan(COUNT);
  const transactionsOf = (some: typeof all) => new Set(some.map(({ transaction }) => transaction)).size;
  expect(transactionsOf(atOnce)).toBe(2);
  // Nobody waits for what has run out of time, so no transaction needs to hold all of it.
  expect(transactionsOf(all)).toBe(2 + 2);
});

test('the pause starts at the end of the session, not at its clean-up', async () => {
  await using app = await startApp({ chatRetentionMs: 4 * HOUR_MS });
  const [ada, bela, chatId] = await pairInChat(app);
  await goHidden(app, ada, null);
  await goVisible(app, bela, 1);
  const end = app.clock.now().getTime() + HOUR_MS;
  app.clock.moveBy(3 * HOUR_MS);
  await eventually(async () => expect(await pausedAt(app, chatId)).toBeInstanceOf(Date));
  expect(Math.abs((await pausedAt(app, chatId))!.getTime() - end)).toBeLessThan(60_000);
  const [again] = await signInAgain(app, ada);
  expect(await chatsOf(again)).toMatchObject([{ id: chatId, otherUserOnline: false }]);
  app.clock.moveBy(2.1 * HOUR_MS);
  await eventually(async () => expect(await pausedAt(app, chatId)).toBeUndefined());
});

test('a chat resumes when both people come back at the same moment @slow', async () => {
  for (let round = 0; round < 8; round++) {
    const [ada, bela, chatId] = await pairInChat(app);
    await Promise.all([leave(ada), leave(bela)]);
    await Promise.all([goVisible(app, ada), goVisible(app, bela)]);
    expect(await pausedAt(app, chatId)).toBeNull();
    await Promise.all([leave(ada), goHidden(app, bela)]);
    expect(await pausedAt(app, chatId)).toBeInstanceOf(Date);
    await Promise.all([goVisible(app, ada), leave(bela)]);
    expect(await pausedAt(app, chatId)).toBeInstanceOf(Date);
  }
});

test('a pin and the end of a session at once never leave a pin behind', async () => {
  for (let round = 0; round < 8; round++) {
    const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
    await Promise.allSettled([pin(ada, bela), leave(ada)]);
    expect(await chatsOf(bela)).toEqual([]);
    expect(await chatsOf(ada)).toEqual([]);
    const left = await app.db.selectFrom('chats').select('id').where('initiated_by', '=', ada.id).execute();
    expect(left).toEqual([]);
  }
});

test('an answer and the end of a session at once leave a paused chat or no pin', async () => {
  for (let round = 0; round < 8; round++) {
    const [ada, bela, chatId] = await pairWithPin(app);
    await Promise.allSettled([accept(bela, chatId), leave(round % 2 ? ada : bela)]);
    const found = await pausedAt(app, chatId);
    expect(found).not.toBeNull();
    if (round % 2 === 0) expect(found).toBeInstanceOf(Date);
  }
});

test('two nodes end each session once and erase each chat once @slow', async () => {
  await using app = await startApp();
  await using other = await startApp({ databaseUrl: app.config.databaseUrl!, dataDir: app.config.dataDir });
  const chats = [];
  for (let n = 0; n < 10; n++) {
    const [ada, bela, chatId] = await pairInChat(app);
    await goVisible(app, ada, 1);
    await goHidden(app, bela, null);
    chats.push({ ada, bela, chatId });
  }
  await app.db.deleteFrom('outbox').execute();
  await app.pool.query(`CREATE TABLE heard AS SELECT * FROM outbox;
    CREATE FUNCTION hear() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO heard SELECT NEW.*; RETURN NEW; END $$;
    CREATE TRIGGER hear AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION hear()`);
  const heard = async (queue: string) => {
    const { rows } = await app.pool.query<{ body: { userId: string; chatId: string } }>(
      'SELECT body::jsonb FROM heard WHERE queue = $1',
      [queue],
    );
    return rows.map(({ body }) => body);
  };
  app.clock.moveBy(2 * HOUR_MS);
  other.clock.moveBy(2 * HOUR_MS);
  await eventually(async () => expect(await heard('presence')).toHaveLength(10));
  app.clock.moveBy(DAY_MS);
  other.clock.moveBy(DAY_MS);
  await eventually(async () => expect(await heard('chats-gone')).toHaveLength(10));
  expect(new Set((await heard('presence')).map(({ userId }) => userId))).toEqual(
    new Set(chats.map(({ ada }) => ada.id)),
  );
  expect(new Set((await heard('chats-gone')).map(({ chatId }) => chatId)).size).toBe(10);
  expect(await heard('presence')).toHaveLength(10);
});
