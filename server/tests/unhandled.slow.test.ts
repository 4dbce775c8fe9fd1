/** Errors that no code handles, in a process of their own. */
import { startServer } from '@herenow/testing/server-process';
import { expect, test } from 'vitest';

/** Node options that run these lines before the server starts. */
const first = (lines: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(lines)}`,
});

/** On a signal, an emitter without a listener emits an error, and a promise rejects without a handler. */
const FAULTS = first(`
  import { EventEmitter } from 'node:events';
  process.on('SIGUSR2', () => {
    setImmediate(() => new EventEmitter().emit('error', new Error('nobody hears this')));
    void Promise.reject(new Error('nobody waits for this'));
  });`);

/** A pool of database connections that fails to close. */
const STUCK = first(`
  import { createRequire } from 'node:module';
  const pg = createRequire(process.cwd() + '/server/src/')('pg');
  pg.Pool.prototype.end = () => Promise.reject(new Error('it does not close'));`);

test('end no node, are logged in full and counted', async () => {
  await using server = await startServer(FAULTS);
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

test('do not keep a server alive that was told to stop', async () => {
  await using server = await startServer(STUCK);
  server.signal('SIGTERM');
  await expect.poll(() => server.output()).toContain('"msg":"stop failed"');
  expect(server.output()).toContain('it does not close');
  // The embedded database was closed nevertheless; a process that still ran would be killed only later.
  await expect.poll(server.exitCode).toBe(1);
});
