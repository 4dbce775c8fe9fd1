import { goVisible, leave, visiblePeople } from '@herenow/testing/encounters';
import { BERLIN, manyPeople, people } from '@herenow/testing/people';
import { block, unblock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { restoreBlocks } from '../src/features/safety/kept-store.ts';
import { countDeadlocks, inTheMiddleOf, whileLocked } from './while-locked.ts';

const app = sharedApp({}, { pace: { outbox: 3_600_000 } });

const emptyOutbox = () => expect.poll(() => app.db.selectFrom('outbox').select('id').execute()).toEqual([]);

test.each(['the blocker', 'the blocked'])(
  'who unblocks somebody sees them, whichever of %s becomes visible in that moment',
  async (who) => {
    const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
    await block(ada, bela);
    const [comer, viewer] = who === 'the blocker' ? [ada, bela] : [bela, ada];
    await leave(comer);
    await using tab = await connectStomp({ url: app.url, token: viewer.token });
    tab.send('/app/feed.watch', {});
    await tab.roundTrip();
    await emptyOutbox();
    // The user who becomes visible has done everything except notify their own devices.
    await inTheMiddleOf(
      app,
      { text: 'LOCK TABLE outbox IN EXCLUSIVE MODE', values: [] },
      () => goVisible(app, comer),
      () => unblock(ada, bela),
    );
    expect(await tab.nextEvent('nearby')).toEqual({});
  },
);

test('a user who leaves while being unblocked is not shown as still there', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  await block(ada, bela);
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  tab.send('/app/feed.watch', {});
  await tab.roundTrip();
  await emptyOutbox();
  await inTheMiddleOf(
    app,
    { text: 'LOCK TABLE outbox IN EXCLUSIVE MODE', values: [] },
    () => leave(bela),
    () => unblock(ada, bela),
  );
  await tab.roundTrip();
  expect(tab.events.filter(({ queue }) => queue === 'nearby')).toEqual([]);
});

test('two blocks of accounts of one mailbox do not wait for each other', async () => {
  const [ada, bela, twin] = await visiblePeople(app, 'ada', 'bela', 'twin');
  const both = [bela.id, twin.id];
  await app.db.updateTable('users').set({ mailbox: 'of both' }).where('id', 'in', both).execute();
  const before = await countDeadlocks(app);
  await inTheMiddleOf(
    app,
    { text: `SELECT pg_advisory_xact_lock(hashtextextended('of both', 0))`, values: [] },
    () => block(ada, bela),
    () => block(ada, twin),
  );
  expect(await countDeadlocks(app)).toBe(before);
});

test('the people who have blocked a mailbox are referred to in one order when an account of it is verified', async () => {
  const [mallory, twin] = await people(app, 'mallory', 'twin');
  const mailbox = 'of mallory';
  await app.db.updateTable('users').set({ mailbox }).where('id', 'in', [mallory.id, twin.id]).execute();
  const names = Array.from({ length: 30 }, (_, at) => `person ${at}`);
  const [first, ...others] = (await manyPeople(app, names, BERLIN)).map(({ id }) => id).toSorted();
  await app.pool.query(
    `INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT unnest($1::uuid[]), $2, now()`,
    [[first, ...others], mallory.id],
  );
  const lock = 'SELECT FROM users WHERE id = $1 FOR UPDATE';
  const change = 'SELECT FROM users WHERE id <> $1 AND id = ANY($2::uuid[]) FOR UPDATE NOWAIT';
  const { waited } = await whileLocked(app, { lock, change, values: [first, others] }, () =>
    app.work(async (tx) => {
      // As with many more people.
      await sql`SET LOCAL enable_sort = off`.execute(tx.db);
      await restoreBlocks(tx.db, twin.id, mailbox, app.clock.now());
    }),
  );
  expect(waited).toBe(true);
});
