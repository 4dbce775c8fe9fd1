import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openClient } from './http-client.ts';
import { getRequest } from './http-request.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
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
  onTestFinished(() => client.close());
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

test('a response in chunks is there with the last one', async () => {
  let finish = () => {};
  const server = await serve((request, response) => {
    if (request.url === '/end') finish();
    if (request.url !== '/begin') return response.end();
    response.write('one');
    finish = () => response.end('two');
  });
  const { port } = server.address() as AddressInfo;
  const [client, other] = [await openClient(port), await openClient(port)];
  for (const one of [client, other]) onTestFinished(() => one.close());
  const begun = client.ask(getRequest('/begin'));
  for (const path of ['/', '/', '/end']) await other.ask(getRequest(path));
  expect((await begun).body).toMatch(/one[^]*two/);
});
