import { eventually } from '@herenow/testing/eventually';
import { startApp } from '@herenow/testing/start-app';
import { startNats } from '@herenow/testing/nats-server';
import { expect, test } from 'vitest';

const ready = async (url: string) => {
  const answer = await fetch(`${url}/readyz`);
  return {
    status: answer.status,
    text: await answer.text(),
    closes: answer.headers.get('connection') === 'close',
  };
};

test('a node that is about to stop announces it first, and answers everything meanwhile', async () => {
  const app = await startApp({ drainMs: 1500 });
  expect(await ready(app.url)).toEqual({ status: 200, text: 'ok', closes: false });
  let stopped = false;
  const stopping = app[Symbol.asyncDispose]().then(() => (stopped = true));
  await eventually(async () =>
    expect(await ready(app.url)).toEqual({
      status: 503,
      text: 'Herenow is restarting. Please try again in a moment.',
      closes: true,
    }),
  );
  const alive = await fetch(`${app.url}/healthz`);
  expect([alive.status, stopped]).toEqual([200, false]);
  await stopping;
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('an unreachable bus is reported, and makes no node unready', async () => {
  await using nats = await startNats();
  await using app = await startApp({ natsUrl: `nats://127.0.0.1:9,${nats.url}` });
  expect(await ready(app.url)).toMatchObject({ status: 200, text: 'ok' });
  await nats.kill();
  await eventually(async () =>
    expect(await ready(app.url)).toMatchObject({ status: 200, text: 'The message bus cannot be reached.' }),
  );
});

test('a hanging bus does not hold up the shutdown', async () => {
  await using nats = await startNats();
  const app = await startApp({ natsUrl: nats.url });
  nats.pause();
  const began = performance.now();
  await app[Symbol.asyncDispose]();
  expect(performance.now() - began).toBeLessThan(25_000);
  nats.resume();
});
