/** What users notice when all nodes lose the bus, or one alone. */
import { listSessions, revokeSession } from '@herenow/contract/accounts';
import type { FeedItem } from '@herenow/contract/entities';
import { listFeedChanges } from '@herenow/contract/feed';
import { HARD } from '@herenow/testing/effort';
import { goVisible, leave, messagesOf, ok, send, signInAgain } from '@herenow/testing/encounters';
import { startNats } from '@herenow/testing/nats-server';
import { people, person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { describe, expect, test } from 'vitest';
import { alarms, at, busScene, expectMoved, heard, readiness } from './bus-scene.ts';

const logged = (node: TestApp) => node.logLines.reduce((bytes, line) => bytes + line.length, 0);

describe('while the whole bus is away', () => {
  test.each(HARD ? ['killed', 'paused'] : ['paused'])(
    'and was %s, no socket closes and nobody misses a word',
    async (how) => {
      await using all = await busScene();
      const { nats, one, two, ada, bela, chatId, adaTab, belaTab } = all;
      const [again] = await signInAgain(one, ada);
      if (how === 'killed') await nats.kill();
      else nats.pause();
      const before = logged(one) + logged(two);
      for (let round = 0; round < 40; round += 1) {
        await send(ada, chatId, `to bela ${round}`);
        await send(bela, chatId, `to ada ${round}`);
      }
      for (let round = 0; round < 40; round += 1) {
        await heard(belaTab, `to bela ${round}`);
        await heard(adaTab, `to ada ${round}`);
      }
      // A new connection is accepted and receives the same events.
      await using late = await connectStomp({ url: one.url, token: again.token });
      await send(bela, chatId, 'late');
      await heard(late, 'late');
      expect(await Promise.all([readiness(one), readiness(two)])).toEqual([200, 200]);
      expect(logged(one) + logged(two) - before).toBeLessThan(40_000);
      expect([...alarms(one), ...alarms(two)]).toEqual([]);
      if (how === 'killed') await nats.restart();
      else nats.resume();
      await send(bela, chatId, 'after');
      await heard(adaTab, 'after');
      await heard(late, 'after');
      expect(all.closed).toEqual([]);
      const stored = (await messagesOf(ada, chatId)).map(({ id }) => id);
      const idsIn = (tab: StompClient) =>
        tab.events.flatMap((event) =>
          event.queue === 'messages' && 'sentAt' in event.body ? [event.body.id] : [],
        );
      // Senders receive their own messages through the bus, too.
      for (const tab of [adaTab, belaTab])
        await expect.poll(() => new Set(idsIn(tab))).toEqual(new Set(stored));
    },
  );

  test('a session that ends elsewhere closes its socket here', async () => {
    await using all = await busScene();
    const { nats, one, two, ada, adaTab } = all;
    const [phone] = await signInAgain(one, ada);
    await nats.kill();
    const sessions = ok(await at(two, phone).api(listSessions)).json as { id: string; current: boolean }[];
    const sessionId = sessions.find(({ current }) => !current)!.id;
    ok(await at(two, phone).api(revokeSession, { params: { sessionId } }));
    expect(await adaTab.closed).toEqual({ code: 1008, reason: 'session ended' });
  });

  test('a user who goes offline leaves the feeds', async () => {
    await using nats = await startNats();
    await using app = await startApp({ natsUrl: nats.url }, { pace: { bus: 20 } });
    const [ada, chidi] = await people(app, 'ada', 'chidi');
    await goVisible(app, chidi);
    await using tab = await connectStomp({ url: app.url, token: ada.token });
    tab.send('/app/feed.watch', {});
    await tab.roundTrip();
    await nats.kill();
    await expect.poll(() => app.logLines.join()).toContain('realtime bus lost');
    await leave(chidi);
    await tab.nextEvent('nearby');
  });

  test('devices are woken by messages', async () => {
    await using all = await busScene();
    const { nats, one, ada, chatId } = all;
    await nats.kill();
    await send(ada, chatId, 'Are you there?');
    const waiting = () => one.db.selectFrom('outbox').select('id').execute();
    await expect.poll(waiting).toEqual([]);
  });
});

describe('while the bus does not reach one node', () => {
  test.runIf(HARD)('and it hears nothing of that, its people are moved within seconds and miss nothing', () =>
    expectMoved('freeze'),
  );

  test('a user who goes offline at it leaves the feeds at the other nodes', async () => {
    await using all = await busScene();
    const { line, one, bela, belaTab } = all;
    const chidi = await person(one, 'chidi');
    await goVisible(one, chidi);
    belaTab.send('/app/feed.watch', {});
    await belaTab.roundTrip();
    const ask = async (known: { shown: FeedItem[]; since?: string | null }) =>
      ok(await bela.api(listFeedChanges, { body: { userId: bela.id, ...known } })).json;
    const before = await ask({ shown: [] });
    expect(before.came.map(({ id }) => id)).toEqual([chidi.id]);
    line.cut();
    await expect.poll(() => one.logLines.some((text) => text.includes('realtime bus lost'))).toBe(true);
    await leave(chidi);
    line.mend();
    await belaTab.nextEvent('nearby', () => true, 8000);
    const after = await ask({ shown: before.came, since: before.asOf });
    expect(after.gone).toEqual([chidi.id]);
  });

  test('only for a moment, no socket closes, and events of that time arrive', async () => {
    await using all = await busScene();
    const { line, bela, chatId, adaTab, closed } = all;
    line.cut();
    await send(bela, chatId, 'in between');
    line.mend();
    await heard(adaTab, 'in between');
    await send(bela, chatId, 'and after');
    await heard(adaTab, 'and after');
    expect(closed).toEqual([]);
  });
});
