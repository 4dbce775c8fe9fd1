import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { watchUnhandled } from '@herenow/testing/unhandled';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp();
  token = (await person(app, 'ada')).token;
});
afterAll(async () => await app[Symbol.asyncDispose]());

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const upgrade = (path: string, headers = `Sec-WebSocket-Version: 13\r\n${KEY}`) =>
  `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;
const signedIn = () => upgrade(`/ws?token=${token}`);

/** A WebSocket text frame as a client masks it. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}
const CONNECT = masked('CONNECT\naccept-version:1.2\nhost:h\n\n\0');
const SUBSCRIBE = masked('SUBSCRIBE\nid:m\ndestination:/user/queue/messages\nreceipt:r\n\n\0');
const CLOSE = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);

/** Each step is written once the answer to the one before has come; a step without an answer has no text. */
type Step = { write: () => string | Buffer; answer?: string };
const say = (write: string | Buffer | (() => string | Buffer), answer?: string): Step => ({
  write: typeof write === 'function' ? write : () => write,
  ...(answer === undefined ? {} : { answer }),
});
const IN = say(signedIn, '101 Switching');
const CONNECTED = say(CONNECT, 'CONNECTED');

const STATES: [string, Step[]][] = [
  ['before it says anything', []],
  ['within the request line', [say('GET /w')]],
  ['within the headers', [say(upgrade('/ws').slice(0, -2))]],
  ['right after asking without a token', [say(upgrade('/ws'))]],
  ['once refused without a token', [say(upgrade('/ws'), '401 Unauthorized')]],
  ['once refused with a bad token', [say(upgrade('/ws?token=x'), '401 Unauthorized')]],
  ['once refused for its path', [say(upgrade('/elsewhere'), '404 Not Found')]],
  [
    'once refused for its page',
    [say(upgrade('/ws', `Origin: https://evil.example\r\n${KEY}`), '403 Forbidden')],
  ],
  ['once refused for its address', [say(upgrade('//'), '404 Not Found')]],
  [
    'once refused for its key',
    [say(() => upgrade(`/ws?token=${token}`, 'Sec-WebSocket-Version: 13\r\n'), '400 Bad')],
  ],
  [
    'once refused for its version',
    [say(() => upgrade(`/ws?token=${token}`, `Sec-WebSocket-Version: 99\r\n${KEY}`), '400 Bad')],
  ],
  ['while refused, with more to say', [say(`${upgrade('/ws')}${'x'.repeat(100_000)}`, '401 Unauthorized')]],
  ['right after asking with a token', [say(signedIn)]],
  ['once let in', [IN]],
  ['within the head of a WebSocket frame', [IN, say(CONNECT.subarray(0, 3))]],
  ['within a WebSocket frame', [IN, say(CONNECT.subarray(0, 20))]],
  ['within a STOMP frame', [IN, say(masked('CONNECT\naccept-ver'))]],
  ['once connected', [IN, CONNECTED]],
  ['within a SEND', [IN, CONNECTED, say(masked('SEND\ndestination:/app/chat.typing\n\n{"chat'))]],
  ['once subscribed', [IN, CONNECTED, say(SUBSCRIBE, 'RECEIPT')]],
  ['after a frame that is not STOMP', [IN, CONNECTED, say(masked('NONSENSE\n\n\0'), 'ERROR')]],
  ['after bytes that are not WebSocket', [IN, say(Buffer.from([0xff, 0xff, 0xff, 0xff]))]],
  ['while it says goodbye', [IN, CONNECTED, say(CLOSE)]],
  ['once it said goodbye', [IN, CONNECTED, say(masked('DISCONNECT\nreceipt:r\n\n\0'), 'RECEIPT')]],
  ['after CONNECT to another host', [say('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')]],
];

/** Half open: it stays although the server has said all it wants to. */
async function open(): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  socket.on('error', () => {}); // the server may have gone first
  await once(socket, 'connect');
  return { socket, heard: () => heard };
}

const allGone = () =>
  vi.waitFor(async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    app.server.getConnections((_error, count) => resolve(count));
    expect(await promise).toBe(0);
  });

test.each(STATES)('a connection that is reset %s ends nothing but itself', async (_, steps) => {
  using unhandled = watchUnhandled();
  const { socket, heard } = await open();
  for (const { write, answer } of steps) {
    socket.write(write());
    if (answer !== undefined) await vi.waitFor(() => expect(heard()).toContain(answer), { interval: 2 });
  }
  socket.resetAndDestroy();
  await allGone();
  expect(unhandled.errors).toEqual([]);
});

test('a refused connection that the client keeps open is let go', async () => {
  const { socket, heard } = await open();
  socket.write(upgrade('/ws'));
  await vi.waitFor(() => expect(heard()).toContain('401 Unauthorized'));
  await allGone();
  socket.destroy();
});
