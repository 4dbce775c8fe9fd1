import { connect } from 'node:net';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

test('a body that arrives byte by byte is aborted after ten seconds', async () => {
  await using app = await startApp();
  const socket = connect(app.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    'POST /login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n',
  );
  const trickle = setInterval(() => socket.write(' '), 200);
  const began = performance.now();
  // A reset is as good an end; `once` would reject with it.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  expect(performance.now() - began).toBeGreaterThan(9000);
  expect(performance.now() - began).toBeLessThan(15_000);
});
