import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from './server.ts';

const MB = 1024 * 1024;
const LONG = Buffer.alloc(20 * MB, 'x');

async function serve() {
  const http = await createHttpServer({
    log: pino({ level: 'silent' }),
    trustProxy: true,
    publicUrl: 'http://localhost:3000',
  });
  http.get('/long', async (_request, reply) => reply.type('image/jpeg').send(LONG));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  http.server.on('connection', (socket) => sockets.push(socket));
  return {
    port,
    sockets,
    /** Requests long responses over one connection, and reads the first byte of the first. */
    async ask(network: string, count = 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(`GET /long HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: ${network}\r\n\r\n`.repeat(count));
      const end = { closed: false };
      // A reset is as good an end; `once` would reject with it.
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      void gone.then(() => (end.closed = true));
      await Promise.race([once(socket, 'readable').catch(() => {}), gone]);
      return { socket, end, gone };
    },
    [Symbol.asyncDispose]: () => http.close(),
  };
}

/** Keeps one connection, as a proxy in front of the server does. */
function keptAgent() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}

/** Reads to the end of an answer. */
async function lengthOf(socket: Awaited<ReturnType<Awaited<ReturnType<typeof serve>>['ask']>>['socket']) {
  let length = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONG.length) break;
  }
  return length;
}

test('whoever reads nothing is cut off when it is too much, the oldest of the network that holds most', async () => {
  await using server = await serve();
  const other = await server.ask('203.0.113.1');
  const flood = [];
  for (let count = 0; count < 8; count += 1) flood.push(await server.ask('198.51.100.1'));
  flood[0]!.socket.resume();
  await flood[0]!.gone;
  expect(await lengthOf(other.socket)).toBeGreaterThan(LONG.length);
  const last = flood.at(-1)!;
  expect(last.end.closed).toBe(false);
  for (const { socket } of flood) socket.destroy();
});

test('answers asked for over one connection count together, and those that are read do not count', async () => {
  await using server = await serve();
  const reader = await server.ask('203.0.113.1');
  for (let turn = 0; turn < 10; turn += 1) {
    const { socket } = turn === 0 ? reader : await server.ask('203.0.113.1');
    expect(await lengthOf(socket)).toBeGreaterThan(LONG.length);
  }
  const { socket, gone } = await server.ask('203.0.113.1', 10);
  socket.resume();
  await gone;
});

test('a connection that is kept for many long answers has no more listeners after them', async () => {
  await using server = await serve();
  using agent = keptAgent();
  const listeners = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const answer = Promise.withResolvers<void>();
    get({ port: server.port, path: '/long', agent }, (response) => {
      response.resume().once('end', answer.resolve);
    }).once('error', answer.reject);
    await answer.promise;
    listeners.push(server.sockets[0]!.listenerCount('close'));
  }
  expect(server.sockets).toHaveLength(1);
  expect(listeners.at(-1)).toBe(listeners[0]);
});
