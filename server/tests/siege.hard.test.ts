import { startApp } from '@herenow/testing/start-app';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { besiege, expectAsBefore, signUpMany, startBesieged } from './siege.ts';

test('100,000 hostile connections leave nothing behind', { timeout: 600_000 }, async () => {
  await using server = await startBesieged();
  const tokens = await signUpMany(server.baseURL, 20);
  // A server allocates things for its first connections that outlive them.
  await besiege(server.port, tokens, 10_000, 'reset');
  const before = await server.load();
  await besiege(server.port, tokens, 100_000, 'let go');
  await expectAsBefore(server, before);
});

test('clients that do not read the responses are disconnected', { timeout: 200_000 }, async () => {
  await using app = await startApp();
  const count = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, found) => resolve(found)));
  const asked = 'GET /docs/api HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(10);
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(app.port, '127.0.0.1').pause();
    socket.on('error', () => {});
    socket.write(asked);
    return socket;
  });
  await expect.poll(count).toBe(20);
  // An idle connection is closed after a minute.
  await expect.poll(count, { interval: 1000, timeout: 150_000 }).toBe(0);
  for (const socket of sockets) socket.destroy();
});
