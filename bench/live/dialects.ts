/** The protocols in which the same load is sent to each of the compared servers. */
import { clientFrame } from './websocket.ts';

export type DialectName = 'herenow' | 'plain' | 'rabbitmq';

/** The number of sending connections, and of receiving ones: connection n sends to connection n + PAIRS. */
export const PAIRS = 16;

/** The text before the number of a message, by which the recipient knows when the message was sent. */
export const NUMBER_MARK = 'number=';
export const NUMBER_DIGITS = 8;

export interface Dialect {
  protocol: string | undefined;
  /** Returns the path to connect to; `name` is a token if the server checks one, else the connection's own name. */
  path(name: string): string;
  /** Returns everything that a client sends once it is connected, in one write; undefined if that is nothing. */
  greeting(name: string): Buffer | undefined;
  /** The start of the last response to the greeting. */
  ready: string;
  /** Returns a message of 300 bytes for the connection of that name, with zeros in place of its number. */
  message(to: string): Buffer;
}

const BODY_BYTES = 300;
const QUEUES = ['messages', 'messages-edit', 'messages-delete', 'status', 'notifications', 'presence'];

function body(to: string): string {
  const start = `{"to":"${to}","text":"${NUMBER_MARK}${'0'.repeat(NUMBER_DIGITS)} `;
  return `${start}${'x'.repeat(BODY_BYTES - start.length - 2)}"}`;
}

/** Returns a CONNECT with these headers and a SUBSCRIBE for each destination; the last one requests a receipt. */
export function stompGreeting(destinations: readonly string[], headers = 'heart-beat:0,0\n'): Buffer {
  const subscribes = destinations.map(
    (destination, at, all) =>
      `SUBSCRIBE\nid:${at}\ndestination:${destination}\n${at === all.length - 1 ? 'receipt:ready\n' : ''}\n\0`,
  );
  const connect = `CONNECT\naccept-version:1.2\nhost:/\n${headers}\n\0`;
  return Buffer.concat([connect, ...subscribes].map(clientFrame));
}

const stompMessage = (destination: string, to: string) =>
  clientFrame(`SEND\ndestination:${destination}\ncontent-length:${BODY_BYTES}\n\n${body(to)}\0`);

export const DIALECTS: Record<DialectName, Dialect> = {
  herenow: {
    protocol: 'v12.stomp',
    path: (name) => `/ws?token=${name}`,
    greeting: () => stompGreeting(QUEUES.map((queue) => `/user/queue/${queue}`)),
    ready: 'RECEIPT',
    message: (to) => stompMessage('/app/bench', to),
  },
  plain: {
    protocol: undefined,
    path: (name) => `/?name=${name}`,
    greeting: () => undefined,
    ready: '',
    message: (to) => clientFrame(body(to)),
  },
  rabbitmq: {
    protocol: 'v12.stomp',
    path: () => '/ws',
    greeting: (name) =>
      stompGreeting(
        QUEUES.map((queue) => `/topic/${queue}.${name}`),
        'heart-beat:0,0\nlogin:guest\npasscode:guest\n',
      ),
    ready: 'RECEIPT',
    message: (to) => stompMessage(`/topic/messages.${to}`, to),
  },
};
