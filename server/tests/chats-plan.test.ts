import { HOUR_MS, MESSAGES_MAX } from '@herenow/contract/constants';
import { reportUser } from '@herenow/contract/safety';
import { meet, ok, pairInChat, pin, visiblePeople } from '@herenow/testing/encounters';
import { BERLIN, people } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { CompiledQuery, sql } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { copyEvidence } from '../src/features/chats/evidence-store.ts';
import { noteDistances, removeBetween } from '../src/features/chats/lifecycle-store.ts';
import { listChats } from '../src/features/chats/list-store.ts';
import type { Db } from '../src/database/db.ts';
import { lockPins } from '../src/features/pins/store.ts';
import { MOST_MESSAGES, PARTS } from '../src/features/rights/parts.ts';
import { awayFrom, crowd, sameDice } from './feed-crowd.ts';

const PEOPLE = 1000;

test('the distances of a user’s chats are found by key, even with a plan older than the crowd', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  await meet(app, ada, bela);
  const dice = sameDice(7);
  const members = Array.from({ length: PEOPLE }, () => ({ at: awayFrom(BERLIN, dice() * 8, dice() * 360) }));
  // On another connection than that of the transaction.
  const gather = AsyncLocalStorage.bind(() => crowd(app, members));
  const read = await app.work(async ({ db }) => {
    await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(db);
    await noteDistances(db, ada.id, app.clock.now());
    await gather();
    await noteDistances(db, ada.id, app.clock.now());
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
      FROM pg_stat_xact_user_tables WHERE relname = 'presences'`.execute(db);
    return rows[0]!.read;
  });
  // At most the whole table once for each of the two calls.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(3 * PEOPLE);
});

test('an answer to a pin reads no pins of other people, however many wait', async () => {
  await using app = await startApp();
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  const chatId = await pin(bela, ada);
  await crowd(
    app,
    Array.from({ length: PEOPLE }, () => ({ at: BERLIN })),
  );
  await sql`
    INSERT INTO chats (id, low_id, high_id, initiated_by, created_at)
    SELECT gen_random_uuid(), least(id, ${ada.id}::uuid), greatest(id, ${ada.id}::uuid), id, ${app.clock.now()}
    FROM users WHERE id NOT IN (${ada.id}, ${bela.id})`.execute(app.db);
  await sql`ANALYZE chats, users`.execute(app.db);
  const read = await app.work(async ({ db }) => {
    expect(await lockPins(db, { chatId, initiatedBy: bela.id }, ada.id)).toMatchObject([{ chatId }]);
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
      FROM pg_stat_xact_user_tables WHERE relname = 'chats'`.execute(db);
    return rows[0]!.read;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20);
});

/** Writes messages of one or two people, one a second, until an hour ago. */
async function write(app: TestApp, chatId: string, senders: readonly string[], count: number): Promise<Date> {
  const begun = new Date(app.clock.now().getTime() - HOUR_MS - count * 1000);
  await sql`
    INSERT INTO messages (id, chat_id, sender_id, content, sent_at)
    SELECT gen_random_uuid(), ${chatId}, (${senders}::uuid[])[1 + n % ${senders.length}::int], 'hello',
      ${begun}::timestamptz + n * interval '1 second'
    FROM generate_series(1, ${count}::int) AS n`.execute(app.db);
  await sql`ANALYZE messages`.execute(app.db);
  return begun;
}

/** Returns how many rows of messages this connection has read lately. */
async function messagesRead(db: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
    FROM pg_stat_xact_user_tables WHERE relname = 'messages'`.execute(db);
  return rows[0]!.read;
}

test('a report reads only the latest of a chat, and what is around the reported message', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  const chatId = await meet(app, ada, bela);
  await write(app, chatId, [ada.id, bela.id], 25_000);
  ok(await ada.api(reportUser, { body: { reporterId: ada.id, reportedUserId: bela.id, reason: 'Other' } }));
  const { id } = await app.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  const report = { id, reporterId: ada.id, reportedId: bela.id };
  const early = await app.db
    .selectFrom('messages')
    .select('id')
    .orderBy('sent_at')
    .offset(100)
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const about of [undefined, early.id])
    expect(
      await app.work(async ({ db }) => {
        const before = await messagesRead(db);
        await copyEvidence(db, report, about);
        return (await messagesRead(db)) - before;
      }),
    ).toBeLessThan(20_500);
  const { rows } = await app.pool.query<{ unanswered: number; all: number }>(
    `SELECT count(*) FILTER (WHERE answered_at IS NULL) AS unanswered, count(*) AS all FROM report_messages`,
  );
  // Of the latest, the last one of each.
  expect(rows).toEqual([{ unanswered: 1, all: 60 + 61 }]);
});

test('a long chat is removed in one pass', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  const COUNT = 30_000;
  await write(app, await meet(app, ada, bela), [ada.id, bela.id], COUNT);
  const { read, lookups } = await app.work(async ({ db }) => {
    // As in a table that is larger than this chat.
    await sql`SET LOCAL enable_seqscan = off`.execute(db);
    const before = await messagesRead(db);
    await removeBetween(db, ada.id, [bela.id]);
    const byId = sql<{ lookups: string }>`
      SELECT pg_stat_get_xact_numscans('messages_pkey'::regclass) AS lookups`;
    return {
      read: (await messagesRead(db)) - before,
      lookups: Number((await byId.execute(db)).rows[0]!.lookups),
    };
  });
  expect(read).toBeLessThan(3 * COUNT);
  // No message is looked up by its id, which would double the time for which others wait for the chat.
  expect(lookups).toBeLessThan(50);
});

test('earlier versions of messages and reactions go with them, a portion at a time', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  const COUNT = 6000;
  await write(app, await meet(app, ada, bela), [ada.id, bela.id], COUNT);
  const seldom = sql`FROM messages WHERE extract(second FROM sent_at)::int % 10 = 0`;
  const left = sql<{ left: number }>`
    SELECT count(*)::int AS left FROM (
      SELECT FROM message_versions UNION ALL SELECT FROM message_reactions) kept`;
  const { looks, kept } = await app.work(async ({ db }) => {
    await sql`INSERT INTO message_versions SELECT id, 'before', sent_at ${seldom}`.execute(db);
    await sql`INSERT INTO message_reactions SELECT id, sender_id, '👍', sent_at ${seldom}`.execute(db);
    await removeBetween(db, ada.id, [bela.id]);
    const { rows } = await sql<{ looks: number }>`
      SELECT sum(seq_scan + idx_scan)::int AS looks FROM pg_stat_xact_user_tables
      WHERE relname IN ('message_versions', 'message_reactions')`.execute(db);
    return { ...rows[0]!, kept: (await left.execute(db)).rows };
  });
  expect(kept).toEqual([{ left: 0 }]);
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(COUNT);
});

test('the copy of a user’s data reads no more messages than it holds @slow', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  await write(app, await meet(app, ada, bela), [ada.id, bela.id], 3 * MOST_MESSAGES);
  const read = await app.work(async ({ db }) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(db);
    const before = await messagesRead(db);
    await db.getExecutor().executeQuery(CompiledQuery.raw(PARTS['messages.json']!, [ada.id]));
    return (await messagesRead(db)) - before;
  });
  // Once to choose them, once for what they say.
  expect(read).toBeLessThan(2.5 * MOST_MESSAGES);
});

test('a list counts unread messages only among the latest of a chat, however many there are', async () => {
  await using app = await startApp();
  const [ada, bela, chatId] = await pairInChat(app);
  const now = app.clock.now();
  const begun = await write(app, chatId, [bela.id], 20_000);
  const { chats, read } = await app.work(async ({ db }) => {
    const listed = await listChats(db, ada.id, now, begun);
    return { chats: listed, read: await messagesRead(db) };
  });
  expect(chats[0]!.unread).toBe(MESSAGES_MAX);
  expect(read).toBeLessThan(2 * MESSAGES_MAX);
});
