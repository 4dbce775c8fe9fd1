/** The people who have the app open: their sockets, their heart-beats, and what they have on the screen. */
import type { FeedItem } from '@herenow/contract/entities';
import { REALTIME } from '@herenow/contract/constants';
import { QUEUES, type DestinationBody, type DestinationName, type QueueName } from '@herenow/contract/queue';
import { stompGreeting } from '../live/dialects.ts';
import type { Pair, Somebody } from '../live/pairs.ts';
import { clientFrame, openWebSocket, type RawSocket } from '../live/websocket.ts';

const AT_A_TIME = 32;
/** The number of loopback addresses to connect from: each has only about 28,000 ports. */
const ADDRESSES = 8;
const BEAT_MS = 100;
/** The interval of heart-beats: shorter than agreed upon, as clients do it. */
const BEATS_WITHIN_MS = REALTIME.heartbeatMs * 0.9;
const BEAT = clientFrame('\n');

export interface Reveller extends Somebody {
  index: number;
  chatId: string;
  partner: Reveller;
  socket: RawSocket | undefined;
  shown: Pick<FeedItem, 'id' | 'onlineUntil' | 'location'>[];
  /** The mark at which the next page of the feed begins. */
  until: string | undefined;
  /** Addresses of photos that the browser has cached. */
  photos: Set<string>;
  asking: boolean;
}

export type Hear = (one: Reveller, queue: QueueName, frame: string) => void;

const CONNECT = stompGreeting(
  Object.keys(QUEUES).map((queue) => `/user/queue/${queue}`),
  `heart-beat:${REALTIME.heartbeatMs},${REALTIME.heartbeatMs}\n`,
);

export function revellersOf(pairs: readonly Pair[]): Reveller[] {
  return pairs.flatMap(({ chatId, sender, recipient }, pair) => {
    const [one, other] = [sender, recipient].map((somebody, side) => ({
      ...somebody,
      index: pair * 2 + side,
      chatId,
      socket: undefined,
      shown: [],
      until: undefined,
      photos: new Set<string>(),
      asking: false,
    })) as unknown as [Reveller, Reveller];
    one.partner = other;
    other.partner = one;
    return [one, other];
  });
}

/** Connects a person; resolves once all queues are subscribed. Calls `broken` if the server closes the connection. */
export async function connect(one: Reveller, port: number, hear: Hear, broken: () => void): Promise<void> {
  const greeted = Promise.withResolvers<void>();
  greeted.promise.catch(() => {});
  const socket = await openWebSocket({
    port,
    path: `${REALTIME.path}?token=${one.token}`,
    protocol: 'v12.stomp',
    localAddress: `127.0.0.${2 + (one.index % ADDRESSES)}`,
    onMessage(payload) {
      if (payload.length < 3) return;
      const frame = payload.toString('latin1');
      if (frame.startsWith('RECEIPT')) greeted.resolve();
      else if (frame.startsWith('ERROR')) greeted.reject(new Error(frame));
      const queue = /^destination:\/user\/queue\/([\w-]+)/m.exec(frame)?.[1];
      if (queue) hear(one, queue as QueueName, frame);
    },
    onEnd(reason) {
      one.socket = undefined;
      broken();
      greeted.reject(new Error(reason));
    },
  });
  socket.write(CONNECT);
  await greeted.promise;
  one.socket = socket;
}

export function disconnect(one: Reveller): void {
  one.socket?.close();
  one.socket = undefined;
}

/** Sends a frame; does nothing if the person is not connected, like the web client. */
export function tell<D extends DestinationName>(one: Reveller, to: D, body: DestinationBody<D>): void {
  one.socket?.write(clientFrame(`SEND\ndestination:${to}\n\n${JSON.stringify(body)}\0`));
}

/** Sends the heart-beats of everyone present, in turn, for as long as the process runs. */
export function beat(present: () => readonly Reveller[]): void {
  let next = 0;
  let last = performance.now();
  setInterval(() => {
    const all = present();
    const now = performance.now();
    const count = Math.min(all.length, Math.ceil((all.length * (now - last)) / BEATS_WITHIN_MS));
    last = now;
    for (let done = 0; done < count; done += 1) {
      // No modulo: it would skip some people while more people come.
      if (next >= all.length) next = 0;
      all[next++]!.socket?.write(BEAT);
    }
  }, BEAT_MS);
}

export async function together<T>(items: readonly T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}
