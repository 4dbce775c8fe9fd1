/** What users notice when all nodes lose the bus, or one alone. */
import { listSessions, revokeSession } from '@herenow/contract/accounts';
import type { FeedItem } from '@herenow/contract/entities';
import { listFeedChanges } from '@herenow/contract/feed';
import { cuttableLine } from '@herenow/testing/cuttable-line';
import { HARD } from '@herenow/testing/effort';
import { goVisible, leave, meet, messagesOf, ok, send, signInAgain } from '@herenow/testing/encounters';
import { startNats } from '@herenow/testing/nats-server';
import { api, person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { describe, expect, test } from 'vitest';

/**
 * Starts two nodes, the first of which reaches NATS by a line that can be interrupted, with ada at the first and bela
 * at the second.
 */
async function scene() {
  await using undo = new AsyncDisposableStack();
  const nats = undo.use(await startNats());
  const line = undo.use(await cuttableLine(new URL(nats.url).host));
  const tokenSecret = 'a-secret-that-both-nodes-of-this-test-share';
  const one = undo.use(await startApp({ natsUrl: `nats://${line.host}`, tokenSecret }));
  const two = undo.use(await startApp({ ...one.config, natsUrl: nats.url }));
  const ada = await person(one, 'ada');
  const bela = at(two, await person(one, 'bela'));
  const chatId = await meet(one, ada, bela);
  const adaTab = undo.use(await connectStomp({ url: one.url, token: ada.token }));
  const belaTab = undo.use(await connectStomp({ url: two.url, token: bela.token }));
  const closed: string[] = [];
  void adaTab.closed.then(({ code }) => closed.push(`ada ${code}`));
  void belaTab.closed.then(({ code }) => closed.push(`bela ${code}`));
  const resources = undo.move();
  const dispose = () => resources.disposeAsync();
  return { nats, line, one, two, ada, bela, chatId, adaTab, belaTab, closed, [Symbol.asyncDispose]: dispose };
}

const at = (node: TestApp, who: Person): Person => ({
  ...who,
  api: (call, input) => api(node, call, { ...input, token: who.token }),
});

const heard = (tab: StompClient, content: string) =>
  tab.nextEvent('messages', (message) => message.content === content, 8000);

const readiness = async (node: TestApp) => (await fetch(`${node.url}/readyz`)).status;

/** Lines that call an operator: the loss of the bus is told by a warning. */
const alarms = (node: TestApp) => node.logLines.filter((line) => /"level":[56]0|"stack"/.test(line));

const logged = (node: TestApp) => node.logLines.reduce((bytes, line) => bytes + line.length, 0);

describe('while the whole bus is away', () => {
  test.each(HARD ? ['killed', 'paused'] : ['paused'])(
    'and was %s, no socket closes and nobody misses a word',
    async (how) => {
      await using all = await scene();
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
    await using all = await scene();
    const { nats, one, two, ada, adaTab } = all;
    const [phone] = await signInAgain(one, ada);
    await nats.kill();
    const sessions = ok(await at(two, phone).api(listSessions)).json as { id: string; current: boolean }[];
    const sessionId = sessions.find(({ current }) => !current)!.id;
    ok(await at(two, phone).api(revokeSession, { params: { sessionId } }));
    expect(await adaTab.closed).toEqual({ code: 1008, reason: 'session ended' });
  });

  test('devices are woken by messages', async () => {
    await using all = await scene();
    const { nats, one, ada, chatId } = all;
    await nats.kill();
    await send(ada, chatId, 'Are you there?');
    const waiting = () => one.db.selectFrom('outbox').select('id').execute();
    await expect.poll(waiting).toEqual([]);
  });
});

describe('while the bus does not reach one node', () => {
  test.each(HARD ? (['cut', 'freeze'] as const) : (['cut'] as const))(
    'its people are moved within seconds and miss nothing: %s',
    async (how) => {
      await using all = await scene();
      const { line, one, two, ada, bela, chatId, adaTab, belaTab, closed } = all;
      const began = performance.now();
      line[how]();
      await send(bela, chatId, 'into the silence');
      await send(ada, chatId, 'out of the silence');
      await heard(adaTab, 'into the silence');
      await heard(belaTab, 'out of the silence');
      await expect.poll(() => readiness(one)).toBe(503);
      expect(await adaTab.closed).toEqual({ code: 1012, reason: 'service restart' });
      // Five seconds, and as many again for a busy machine; a silent cut would show by itself only after 27.
      expect(performance.now() - began).toBeLessThan(15_000);
      // A user who reconnects to this node is accepted and receives events.
      await using again = await connectStomp({ url: one.url, token: ada.token });
      await send(bela, chatId, 'here, too');
      await heard(again, 'here, too');
      line.mend();
      await expect.poll(() => readiness(one)).toBe(200);
      await send(bela, chatId, 'whole again');
      await heard(again, 'whole again');
      await belaTab.roundTrip();
      expect(closed).toEqual(['ada 1012']);
      expect(await readiness(two)).toBe(200);
      expect([...alarms(one), ...alarms(two)]).toEqual([]);
    },
  );

  test('who leaves by way of it leaves the feeds at the others', async () => {
    await using all = await scene();
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

  test('for a moment, no socket closes, and what went by in it arrives', async () => {
    await using all = await scene();
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
