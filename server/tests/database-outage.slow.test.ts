import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openEmbedded } from '../src/database/own-database.ts';
import { createLog } from '../src/lib/log.ts';
import { embeddedFolders } from '@herenow/testing/embedded-folders';
import { messagesOf, pairInChat, trySend } from '@herenow/testing/encounters';
import { type Person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { watchUnhandled } from '@herenow/testing/unhandled';

const folders = embeddedFolders();

/** Sends until stopped, repeating each text under the same id until it is accepted. */
function keepSending(from: Person, chatId: string) {
  const taken: string[] = [];
  let refused = 0;
  let going = true;
  const done = (async () => {
    for (let n = 0; going;) {
      const content = `message ${n}`;
      const id = randomUUID();
      while ((await trySend(from, chatId, content, id)).status !== 200 && going) refused += 1;
      if (going) taken.push(content);
      n += 1;
    }
  })();
  return {
    taken,
    get refused() {
      return refused;
    },
    async stop() {
      going = false;
      await done;
    },
  };
}

test('a database that stops at once and comes back ends no node and loses nothing accepted', async () => {
  await folders.useNewFolder();
  using unhandled = watchUnhandled();
  await using server = await openEmbedded({ dataDir: folders.dataDir, log: createLog('silent') });
  await using app = await startApp({ databaseUrl: server.connectionString });
  const [ada, bela, chatId] = await pairInChat(app);
  await using tab = await connectStomp({ url: app.url, token: bela.token });
  const sending = [ada, ada, bela, bela].map((from) => keepSending(from, chatId));
  const takenByAll = () => Math.min(...sending.map(({ taken }) => taken.length));
  for (let outage = 0; outage < 3; outage += 1) {
    const before = takenByAll();
    const pid = await folders.postmasterPid();
    process.kill(pid, 'SIGQUIT');
    await expect.poll(() => folders.postmasterPid().catch(() => pid)).not.toBe(pid);
    await expect.poll(takenByAll).toBeGreaterThan(before + 5);
  }
  await Promise.all(sending.map((one) => one.stop()));
  expect(unhandled.errors).toEqual([]);
  expect(sending.some(({ refused }) => refused > 0)).toBe(true);
  const kept = await messagesOf(ada, chatId);
  for (const [index, { taken }] of sending.entries()) {
    const from = index < 2 ? ada : bela;
    const own = kept.filter(({ senderId }) => senderId === from.id).map(({ content }) => content);
    expect(own).toEqual(expect.arrayContaining(taken));
  }
  expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
  // No socket closed because of it.
  await tab.roundTrip();
});
