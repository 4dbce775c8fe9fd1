/** Errors that no code handles, in a process of their own. */
import { startServer } from '@herenow/testing/server-process';
import { expect, test } from 'vitest';

/** On a signal, an emitter without a listener emits an error, and a promise rejects without a handler. */
const FAULTS = `--import data:text/javascript,${encodeURIComponent(`
  import { EventEmitter } from 'node:events';
  process.on('SIGUSR2', () => {
    setImmediate(() => new EventEmitter().emit('error', new Error('nobody hears this')));
    void Promise.reject(new Error('nobody waits for this'));
  });`)}`;

test('end no node, are logged in full and counted', async () => {
  await using server = await startServer({ NODE_OPTIONS: FAULTS });
  server.signal('SIGUSR2');
  const counted = async () => {
    const metrics = await (await fetch(`${server.baseURL}/metrics`)).text();
    return /^herenow_unhandled_total (\d+)$/m.exec(metrics)?.[1];
  };
  await expect.poll(counted).toBe('2');
  const logged = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"unhandled"'))
    .map((line) => JSON.parse(line) as { event: string; err: { message: string; stack: string } });
  expect(logged.map(({ event, err }) => [event, err.message]).toSorted()).toEqual([
    ['uncaughtException', 'nobody hears this'],
    ['unhandledRejection', 'nobody waits for this'],
  ]);
  for (const { err } of logged) expect(err.stack).toContain('at ');
  expect((await fetch(`${server.baseURL}/readyz`)).status).toBe(200);
});
