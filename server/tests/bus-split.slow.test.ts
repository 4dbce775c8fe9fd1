/** What users notice when the servers of the bus lose each other, while each still responds to its nodes. */
import { cuttableLine } from '@herenow/testing/cuttable-line';
import { goVisible, leave, meet, send } from '@herenow/testing/encounters';
import { startNats } from '@herenow/testing/nats-server';
import { person } from '@herenow/testing/people';
import { freePort } from '@herenow/testing/server-process';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { at, heard } from './bus-scene.ts';

/** Two servers of one bus, with a line between them that can be interrupted, and a node at each. */
async function splitScene() {
  await using undo = new AsyncDisposableStack();
  const server = async (port: number, ...more: string[]) =>
    undo.use(
      await startNats(
        '--cluster_name',
        'herenow',
        '--cluster',
        `nats://127.0.0.1:${port}`,
        '--no_advertise',
        ...more,
      ),
    );
  const port = await freePort();
  const near = await server(port);
  const line = undo.use(await cuttableLine(`127.0.0.1:${port}`));
  const far = await server(await freePort(), '--routes', `nats://${line.host}`);
  await expect.poll(() => line.connections).toBeGreaterThan(0);
  const tokenSecret = 'a-secret-that-both-nodes-of-this-test-share';
  const one = undo.use(await startApp({ natsUrl: near.url, tokenSecret }));
  const two = undo.use(await startApp({ ...one.config, natsUrl: far.url }));
  const resources = undo.move();
  return { line, one, two, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const state = async (node: TestApp) => {
  const answer = await fetch(`${node.url}/readyz`);
  return [answer.status, await answer.text()];
};

test('nobody misses a word, no socket closes, and both nodes name the bus', async () => {
  await using scene = await splitScene();
  const { line, one, two } = scene;
  const ada = await person(one, 'ada');
  const bela = at(two, await person(one, 'bela'));
  const chatId = await meet(one, ada, bela);
  await using adaTab = await connectStomp({ url: one.url, token: ada.token });
  await using belaTab = await connectStomp({ url: two.url, token: bela.token });
  const whole = [200, 'ok'];
  await send(ada, chatId, 'before');
  await heard(belaTab, 'before');
  expect(await Promise.all([state(one), state(two)])).toEqual([whole, whole]);

  line.cut();
  await send(ada, chatId, 'to bela');
  await send(bela, chatId, 'to ada');
  await heard(belaTab, 'to bela');
  await heard(adaTab, 'to ada');
  const named = [200, 'The message bus cannot be reached.'];
  await expect.poll(() => Promise.all([state(one), state(two)])).toEqual([named, named]);

  line.mend();
  await expect.poll(() => Promise.all([state(one), state(two)])).toEqual([whole, whole]);
  await send(ada, chatId, 'after');
  await heard(belaTab, 'after');
  await Promise.all([adaTab.roundTrip(), belaTab.roundTrip()]);
});

test('a user who goes offline meanwhile leaves the feeds at the other node once they have found each other', async () => {
  await using scene = await splitScene();
  const { line, one, two } = scene;
  const [ada, chidi] = [await person(one, 'ada'), await person(one, 'chidi')];
  await goVisible(one, chidi);
  await using tab = await connectStomp({ url: two.url, token: ada.token });
  tab.send('/app/feed.watch', {});
  await tab.roundTrip();
  line.cut();
  await expect.poll(() => two.logLines.join()).toContain('realtime bus does not reach all nodes');
  await leave(chidi);
  line.mend();
  await tab.nextEvent('nearby');
});
