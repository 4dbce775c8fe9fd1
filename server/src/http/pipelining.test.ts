import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from './server.ts';

async function serve() {
  const http = await createHttpServer({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    publicUrl: 'http://localhost:3000',
  });
  const release = Promise.withResolvers<void>();
  const served = { count: 0 };
  http.get('/slow', async () => {
    served.count += 1;
    await release.promise;
    return 'ok';
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  return { port, served, release: () => release.resolve(), [Symbol.asyncDispose]: () => http.close() };
}

const GET = 'GET /slow HTTP/1.1\r\nHost: h\r\n\r\n';

test('a few requests ahead of their answers are all answered', async () => {
  await using server = await serve();
  const socket = connect(server.port, '127.0.0.1');
  socket.write(GET.repeat(16).replace(/(?=\r\n\r\n$)/, '\r\nConnection: close'));
  await expect.poll(() => server.served.count).toBe(16);
  server.release();
  const answers = (await socket.toArray()).join('');
  expect(answers.match(/200 OK/g)).toHaveLength(16);
});

test('with thousands the connection is closed: each would hold a file and its bytes', async () => {
  await using server = await serve();
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  socket.write(GET.repeat(2000));
  // A reset is as good an end; `once` would reject with it.
  await new Promise((resolve) => socket.resume().once('close', resolve));
  expect(server.served.count).toBeLessThanOrEqual(16);
  server.release();
});
