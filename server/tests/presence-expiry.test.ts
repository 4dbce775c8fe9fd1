import { goOnline } from '@herenow/contract/presence';
import { expect, test } from 'vitest';
import { JOB_KINDS } from '../src/app/job-kinds.ts';
import { PACE } from '../src/app/sweep-pace.ts';
import { createJobs } from '../src/database/jobs.ts';
import { openDatabase } from '../src/database/connect.ts';
import { createOutbox } from '../src/database/outbox.ts';
import { createWork } from '../src/database/work.ts';
import { createPresence, listPresences } from '../src/features/presence/index.ts';
import { movableClock } from '@herenow/testing/movable-clock';
import { newId } from '../src/lib/ids.ts';
import { createLog } from '../src/lib/log.ts';
import { createTestDatabase } from '@herenow/testing/test-database';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import type { TestDb } from '@herenow/testing/tables';
import { connectStomp } from '@herenow/testing/stomp-client';
import { crowd } from './feed-crowd.ts';

const HOUR = 3_600_000;
const device = ({ id }: { id: string }) => ({ userId: id, sessionId: newId() });

/**
 * Opens a database with people, and the presence of as many nodes as a test needs, which record the events they emit.
 */
async function world() {
  await using undo = new AsyncDisposableStack();
  const clock = movableClock();
  const log = createLog('silent');
  const file = undo.use(await createTestDatabase());
  const { db, pool } = undo.use(await openDatabase({ databaseUrl: file.url, dataDir: '', log }));
  const told: { event: 'opened' | 'changed' | 'moved' | 'ended'; userId: string; at: Date }[] = [];
  const failing = new Set<string>();
  const node = () => {
    const outbox = createOutbox({ db, publish: () => {}, log });
    const note = async (event: 'opened' | 'changed' | 'moved', userId: string, at: Date) => {
      if (failing.has(userId)) throw new Error('a hook fails');
      told.push({ event, userId, at });
    };
    return createPresence({
      db,
      work: createWork({ db, outbox, jobs: createJobs({ pool, log, kinds: JOB_KINDS, pace: PACE }) }),
      clock,
      onOpened: (_tx, userId, _presence, at) => note('opened', userId, at),
      onChanged: (_tx, userId, _presence, at) => note('changed', userId, at),
      onMoved: (_tx, userId, at) => note('moved', userId, at),
      onShown: async () => {},
      async onEnded(_tx, { userId, endedAt }) {
        if (failing.has(userId)) throw new Error('a hook fails');
        told.push({ event: 'ended', userId, at: endedAt });
      },
      endPresence: () => Promise.reject(new Error('nobody leaves by themselves here')),
    });
  };
  const resources = undo.move();
  return {
    db: db as TestDb,
    clock,
    told,
    failing,
    node,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('several nodes sweep at once, and each session ends exactly once', async () => {
  await using here = await world();
  const minutes = (index: number) => (index % 2 ? -1 - index : 60);
  const people = await crowd(
    here,
    Array.from({ length: 120 }, (_, index) => ({ minutesLeft: minutes(index) })),
  );
  const nodes = [here.node(), here.node(), here.node()];
  const counts = await Promise.all(nodes.map((node) => node.sweep()));
  expect(counts.reduce((sum, one) => sum + one)).toBe(60);

  const ended = here.told.map(({ userId }) => userId).toSorted();
  expect(ended).toEqual(
    people
      .filter((_, index) => index % 2)
      .map(({ id }) => id)
      .toSorted(),
  );
  const rows = await here.db.selectFrom('presences').select('user_id').execute();
  expect(rows).toHaveLength(60);
});

test('an expired session ended at its end time, not when it is swept', async () => {
  await using here = await world();
  const [ada] = await crowd(here, [{ minutesLeft: -30 }]);
  const { online_until } = await here.db
    .selectFrom('presences')
    .select('online_until')
    .executeTakeFirstOrThrow();
  await here.node().sweep();
  expect(here.told).toEqual([{ event: 'ended', userId: ada!.id, at: online_until }]);
});

test('a session that cannot be ended holds up no other and is retried', async () => {
  await using here = await world();
  const people = await crowd(
    here,
    Array.from({ length: 10 }, () => ({ minutesLeft: -1 })),
  );
  const stuck = people[3]!.id;
  here.failing.add(stuck);
  const node = here.node();
  await expect(node.sweep()).rejects.toThrow('Some presences could not be ended.');
  expect(here.told).toHaveLength(9);
  here.failing.clear();
  expect(await node.sweep()).toBe(1);
  expect(here.told.at(-1)).toMatchObject({ event: 'ended', userId: stuck });
});

test('a move that cannot be shown holds up no other and is retried', async () => {
  await using here = await world();
  const people = await crowd(
    here,
    Array.from({ length: 3 }, () => ({ minutesLeft: 60 })),
  );
  const [stuck, ...others] = people.map(({ id }) => id);
  const now = here.clock.now();
  for (const [index, { id }] of people.entries())
    await here.db
      .updateTable('presences')
      .set({ next_cell: '881f1d4885fffff', moves_at: new Date(now.getTime() - 1000 + index) })
      .where('user_id', '=', id)
      .execute();
  here.failing.add(stuck!);
  const node = here.node();
  await expect(node.showMoves()).rejects.toThrow('Some moves could not be shown.');
  expect(here.told.map(({ userId }) => userId).toSorted()).toEqual(others.toSorted());
  here.failing.clear();
  await node.showMoves();
  expect(here.told.at(-1)).toMatchObject({ event: 'moved', userId: stuck });
});

test('going online after the end ends the old session and opens another', async () => {
  await using here = await world();
  const node = here.node();
  const [ada] = await crowd(here, [{ minutesLeft: 10 }]);
  here.clock.moveBy(HOUR);
  expect((await listPresences(here.db, [ada!.id], here.clock.now())).size).toBe(0);
  await node.open(device(ada!), { status: 'online' });
  expect(here.told.map(({ event }) => event)).toEqual(['ended', 'opened']);
  expect(here.told[0]!.at < here.told[1]!.at).toBe(true);
  const running = await listPresences(here.db, [ada!.id, newId()], here.clock.now());
  expect([...running]).toEqual([
    [ada!.id, { status: 'online', onlineUntil: null, startedAt: here.told[1]!.at }],
  ]);
  expect(await node.sweep()).toBe(0);
});

test('many calls at once open one session', async () => {
  await using here = await world();
  const [ada] = await crowd(here, [{ minutesLeft: -1 }]);
  const [one, other] = [here.node(), here.node()];
  await Promise.all([
    ...Array.from({ length: 5 }, () => one.open(device(ada!), { status: 'online' })),
    ...Array.from({ length: 5 }, () => other.open(device(ada!), { status: 'incognito' })),
    one.sweep(),
    other.sweep(),
  ]);
  const events = here.told.map(({ event }) => event).toSorted();
  expect(events).toEqual([...Array.from({ length: 9 }, () => 'changed'), 'ended', 'opened']);
});

test('chat partners are told of an end by expiry even if the user has no client', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const onlineUntil = new Date(app.clock.now().getTime() + 10 * 60_000);
  await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: onlineUntil.toISOString() } });
  const [low, high] = [ada.id, bela.id].toSorted() as [string, string];
  await app.db
    .insertInto('chats')
    .values({
      id: newId(),
      low_id: low,
      high_id: high,
      initiated_by: ada.id,
      pin_status: 'accepted',
      created_at: app.clock.now(),
    })
    .execute();
  await using client = await connectStomp({ url: app.url, token: bela.token });
  app.clock.moveBy(10 * 60_000);
  expect(await client.nextEvent('presence')).toEqual({ userId: ada.id, online: false, onlineUntil: null });
  const chat = await app.db.selectFrom('chats').select('paused_at').executeTakeFirstOrThrow();
  expect(chat.paused_at).toEqual(onlineUntil);
});
