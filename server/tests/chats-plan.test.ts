import { MESSAGES_MAX } from '@herenow/contract/constants';
import { meet } from '@herenow/testing/encounters';
import { BERLIN, people } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { sql } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { noteDistances } from '../src/features/chats/lifecycle-store.ts';
import { listChats } from '../src/features/chats/list-store.ts';
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

test('a list counts unread messages only among the latest of a chat, however many there are', async () => {
  await using app = await startApp();
  const [ada, bela] = await people(app, 'ada', 'bela');
  const chatId = await meet(app, ada, bela);
  const now = app.clock.now();
  const begun = new Date(now.getTime() - 30_000_000);
  await sql`
    INSERT INTO messages (id, chat_id, sender_id, content, sent_at)
    SELECT gen_random_uuid(), ${chatId}, ${bela.id}, 'hello', ${begun}::timestamptz + n * interval '1 second'
    FROM generate_series(1, 20000) AS n`.execute(app.db);
  await sql`ANALYZE messages`.execute(app.db);
  const { chats, read } = await app.work(async ({ db }) => {
    const listed = await listChats(db, ada.id, now, begun);
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
      FROM pg_stat_xact_user_tables WHERE relname = 'messages'`.execute(db);
    return { chats: listed, read: rows[0]!.read };
  });
  expect(chats[0]!.unread).toBe(MESSAGES_MAX);
  expect(read).toBeLessThan(2 * MESSAGES_MAX);
});
