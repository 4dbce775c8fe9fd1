import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openClient } from './http-client.ts';
import { getRequest } from './http-request.ts';

const undo = new AsyncDisposableStack();
afterEach(() => undo.disposeAsync());

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.defer(() => server.close().closeAllConnections());
  return server;
}

test('a connection that the server closes rejects its request, and is opened again for the next', async () => {
  let connections = 0;
  const server = await serve((request, response) => {
    if (request.url === '/cut') request.socket.destroy();
    else if (request.url === '/last') response.setHeader('connection', 'close').end('last');
    else response.end('here');
  });
  server.on('connection', () => (connections += 1));
  const client = await openClient((server.address() as AddressInfo).port);
  undo.defer(() => client.close());
  const ask = async (path: string) => (await client.ask(getRequest(path))).body;

  expect(await ask('/')).toBe('here');
  await expect(ask('/cut')).rejects.toThrow(/closed|reset/i);
  expect(await ask('/')).toBe('here');
  expect(connections).toBe(2);
  expect(await ask('/last')).toBe('last');
  expect(await ask('/')).toBe('here');
  expect(connections).toBe(3);

  // The server may also close the connection while it is idle.
  const left = new Promise((resolve) => server.once('connection', resolve));
  server.closeAllConnections();
  await expect.poll(() => ask('/').catch(() => undefined)).toBe('here');
  await left;
});
