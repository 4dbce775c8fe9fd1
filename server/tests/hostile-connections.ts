/** Attackers' connections: the states in which they are left, and ways of leaving them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
export const upgrade = (path: string, headers = `Sec-WebSocket-Version: 13\r\n${KEY}`) =>
  `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;

const POST = 'POST /login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n';

/** Returns a WebSocket text frame, masked as by a client. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}
const CONNECT = masked('CONNECT\naccept-version:1.2\nhost:h\n\n\0');
const SUBSCRIBE = masked('SUBSCRIBE\nid:m\ndestination:/user/queue/messages\nreceipt:r\n\n\0');
const CLOSE = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);

/** Each step is written once the response to the previous one has arrived; a step without `answer` awaits none. */
export interface Step {
  write: (token: string) => string | Buffer;
  answer?: string;
}
const say = (write: string | Buffer | Step['write'], answer?: string): Step => ({
  write: typeof write === 'function' ? write : () => write,
  ...(answer === undefined ? {} : { answer }),
});
const signedIn = (token: string) => upgrade(`/ws?token=${token}`);
const IN = say(signedIn, '101 Switching');
const CONNECTED = say(CONNECT, 'CONNECTED');

/** What has happened on a connection before it is left; `IN` and `CONNECTED` need a user's token. */
export const STATES: [string, Step[]][] = [
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
    [say((token) => upgrade(`/ws?token=${token}`, 'Sec-WebSocket-Version: 13\r\n'), '400 Bad')],
  ],
  [
    'once refused for its version',
    [say((token) => upgrade(`/ws?token=${token}`, `Sec-WebSocket-Version: 99\r\n${KEY}`), '400 Bad')],
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
  ['after an unmasked frame', [IN, say(Buffer.from([0x81, 0x02, 0x0a, 0x0a]))]],
  ['after a frame that says it is compressed', [IN, say(Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x0a]))]],
  [
    'after a frame of nine exabytes',
    [IN, say(Buffer.from([0x81, 0xff, 0x7f, ...Array<number>(7).fill(0xff)]))],
  ],
  ['after the first part of a message', [IN, say(Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x0a]))]],
  ['after a ping that nobody waits for', [IN, CONNECTED, say(Buffer.from([0x89, 0x80, 0, 0, 0, 0]))]],
  ['within a transaction', [IN, CONNECTED, say(masked('BEGIN\ntransaction:t\nreceipt:r\n\n\0'), 'RECEIPT')]],
  ['after asking in HTTP/1.0', [say(upgrade('/ws').replace('HTTP/1.1', 'HTTP/1.0'), '400 Bad')]],
  ['after asking without a Host', [say(upgrade('/ws').replace('Host: h\r\n', ''))]],
  ['after a header with a NUL', [say(upgrade('/ws', 'Sec-WebSocket-Protocol: v1\0\r\n'))]],
  ['after headers without an end', [say(`GET /ws HTTP/1.1\r\nX: ${'x'.repeat(70_000)}`)]],
  ['after two lengths of one body', [say(`${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0`)]],
  ['within a body', [say(`${POST}Content-Length: 5000\r\n\r\n{"email":`)]],
  ['within a chunk', [say(`${POST}Transfer-Encoding: chunked\r\n\r\nffff\r\n{"email":`)]],
  ['after the preface of HTTP/2', [say('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')]],
  ['after the hello of TLS', [say(Buffer.from('16030100c8010000c40303', 'hex'))]],
  ['after CONNECT to another host', [say('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')]],
];

export interface Hostile {
  socket: Socket;
  /** Returns the end of what the server has sent. */
  heard(): string;
  /** Settles once the server has sent this text or closed the connection. */
  answered(text: string): Promise<void>;
  /** Settles once the server has closed the connection. */
  gone: Promise<void>;
}

/** Opens a half-open connection: it stays open after the server has ended its side. */
export async function openHostile(port: number): Promise<Hostile> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const gone = Promise.withResolvers<void>();
  let heard = '';
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    heard = (heard + chunk.toString('latin1')).slice(-10_000);
    wake();
  });
  socket.on('error', () => {}); // the server may have closed first
  for (const end of ['end', 'close'])
    socket.once(end, () => {
      gone.resolve();
      wake();
    });
  await Promise.race([once(socket, 'connect'), gone.promise]);
  return {
    socket,
    heard: () => heard,
    gone: gone.promise,
    answered: (text) =>
      new Promise((resolve) => {
        wake = () => {
          if (heard.includes(text) || socket.readableEnded || socket.destroyed) resolve();
        };
        wake();
      }),
  };
}

/** Brings a connection into a state. */
export async function goThrough({ socket, answered }: Hostile, steps: Step[], token: string): Promise<void> {
  for (const { write, answer } of steps) {
    socket.write(write(token));
    if (answer !== undefined) await answered(answer);
  }
}
