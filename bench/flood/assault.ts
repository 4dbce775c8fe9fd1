/** What an attacker does again and again until the attack ends, with counts of the outcomes. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { openClient, type Client } from '../live/http-client.ts';
import type { Somebody } from '../live/pairs.ts';

const TRICKLE_MS = 500;
/** How long a client waits after a refused connection. */
const AGAIN_MS = 20;

/** Counts of response statuses and of ways in which connections ended. */
export type Tally = Record<string, number>;

export interface Assault {
  count(what: string): void;
  /** Opens this many connections, each of which sends the next request as soon as it has a response. */
  ask(connections: number, request: (turn: number) => string | Buffer): void;
  /** Opens this many connections that begin a request and send a byte now and then; reopens closed ones. */
  trickle(connections: number, head: (index: number) => string): void;
  /** Opens this many sockets that write `text` as fast as it is read; with `cut` they reconnect after each write. */
  write(
    sockets: number,
    options: { token: (index: number) => string; greeting: string; text: string; cut: boolean },
  ): void;
  end(): Promise<Tally>;
}

export function startAssault(port: number): Assault {
  const tally: Tally = {};
  const over = new AbortController();
  const lanes: Promise<void>[] = [];
  const open = new Set<Socket | WebSocket | Client>();
  const count = (what: string) => void (tally[what] = (tally[what] ?? 0) + 1);
  const isOver = () => over.signal.aborted;

  /** Runs a task in this many parallel loops until the end; counts errors and retries. */
  function again(times: number, task: (index: number) => Promise<void>): void {
    for (let index = 0; index < times; index += 1)
      lanes.push(
        (async () => {
          while (!isOver())
            await task(index).catch(async (error: Error) => {
              if (isOver()) return;
              count(error.message);
              await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
            });
        })(),
      );
  }

  let turn = 0;
  return {
    count,
    ask(connections, request) {
      again(connections, async () => {
        const client = await openClient(port);
        open.add(client);
        try {
          while (!isOver()) count(String((await client.ask(request(turn++))).status));
        } finally {
          open.delete(client);
          client.close();
        }
      });
    },
    trickle(connections, head) {
      again(connections, async (index) => {
        const socket = connect({ host: '127.0.0.1', port, noDelay: true });
        open.add(socket);
        socket.on('error', () => {}); // `close` follows
        socket.resume();
        socket.write(head(index));
        count('begun');
        const drip = setInterval(() => socket.writable && socket.write('.'), TRICKLE_MS);
        await once(socket, 'close');
        clearInterval(drip);
        open.delete(socket);
        if (!isOver()) count('cut off');
      });
    },
    write(sockets, { token, greeting, text, cut }) {
      again(sockets, async (index) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=${token(index)}`, {
          perMessageDeflate: false,
        });
        open.add(socket);
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
        socket.on('error', () => {}); // `close` follows
        socket.on('message', () => count('frames heard'));
        await Promise.race([once(socket, 'open'), closed]);
        if (socket.readyState === WebSocket.OPEN) socket.send(greeting);
        while (!isOver() && socket.readyState === WebSocket.OPEN) {
          await Promise.race([new Promise((resolve) => socket.send(text, resolve)), closed]);
          count('messages');
          if (cut) socket.terminate();
        }
        await closed;
        open.delete(socket);
        if (!isOver()) count(cut ? 'left' : 'cut off');
      });
    },
    async end() {
      over.abort();
      for (const one of open)
        if (one instanceof WebSocket) one.terminate();
        else if ('close' in one) one.close();
        else one.destroy();
      await Promise.all(lanes);
      return tally;
    },
  };
}

/** Returns the start of a request whose body is still to come. */
export const headOf = (path: string, token: string, type: string, start: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    'Content-Length: 400000',
    '',
    start,
  ].join('\r\n');

/** Returns a request that uploads one picture. */
export function uploadOf(path: string, { id, token }: Somebody, bytes: Buffer): Buffer {
  const boundary = randomUUID();
  const picture = 'Content-Disposition: form-data; name="images"; filename="a.jpg"';
  const parts = `--${boundary}\r\nContent-Disposition: form-data; name="userId"\r\n\r\n${id}\r\n--${boundary}\r\n${picture}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(parts), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), body]);
}
