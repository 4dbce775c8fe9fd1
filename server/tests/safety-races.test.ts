import { goVisible, leave, visiblePeople } from '@herenow/testing/encounters';
import { block, unblock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { countDeadlocks, inTheMiddleOf } from './while-locked.ts';

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
