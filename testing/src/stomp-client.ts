import { PATIENCE_MS } from './eventually.ts';
import { Client } from '@stomp/stompjs';
import { QUEUES, type DestinationName, type QueueBody, type QueueName } from '@herenow/contract/queue';
import { WebSocket } from 'ws';

export interface StompEvent<Q extends QueueName = QueueName> {
  queue: Q;
  body: QueueBody<Q>;
}

export interface StompClient extends AsyncDisposable {
  readonly client: Client;
  /** Every event received, oldest first, whether or not a test took it. */
  readonly events: StompEvent[];
  /**
   * The next matching event of this queue that no earlier call took, also if it has already arrived. Rejects after
   * `timeoutMs` with a list of what did arrive.
   */
  nextEvent<Q extends QueueName>(
    queue: Q,
    fits?: (body: QueueBody<Q>) => boolean,
    timeoutMs?: number,
  ): Promise<QueueBody<Q>>;
  /** Sends a JSON body without waiting for the receipt. */
  send(destination: DestinationName, body: unknown): void;
  /** Resolves when the server has handled everything sent before. */
  roundTrip(): Promise<void>;
  disconnect(): Promise<void>;
  /** Resolves with the WebSocket's close code. */
  readonly closed: Promise<{ code: number; reason: string }>;
}

export interface StompClientOptions {
  /** `ws://…/ws`, or the `http://…` address of the server. */
  url: string;
  token: string;
  queues?: readonly string[];
}

/** Connects with the usual library of STOMP and subscribes to every queue. */
export async function connectStomp(options: StompClientOptions): Promise<StompClient> {
  const { url, token, queues = Object.keys(QUEUES) } = options;
  const events: StompEvent[] = [];
  const taken = new Set<StompEvent>();
  const waiting = new Set<() => void>();
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  const opened = Promise.withResolvers<void>();
  let receipts = 0;

  const client = new Client({
    webSocketFactory: () => new WebSocket(socketAddress(url, token), ['v12.stomp', 'v11.stomp', 'v10.stomp']),
    reconnectDelay: 0,
    onConnect: () => opened.resolve(),
    onStompError: (frame) => opened.reject(new Error(frame.headers.message)),
    onWebSocketError: (error: { message?: string }) =>
      opened.reject(new Error(error.message ?? 'WebSocket error')),
    onWebSocketClose({ code, reason }: { code: number; reason: string }) {
      closed.resolve({ code, reason });
      opened.reject(new Error(`closed with ${code} before CONNECTED`));
      for (const wake of waiting) wake();
    },
  });
  client.activate();
  await opened.promise.catch(async (error: unknown) => {
    await client.deactivate({ force: true });
    throw error;
  });
  for (const queue of queues)
    client.subscribe(`/user/queue/${queue}`, ({ body }) => {
      events.push({ queue, body: JSON.parse(body) } as StompEvent);
      for (const wake of waiting) wake();
    });

  const stomp: StompClient = {
    client,
    events,
    closed: closed.promise,
    send: (destination, body) => client.publish({ destination, body: JSON.stringify(body) }),
    async nextEvent(queue, fits = () => true, timeoutMs = PATIENCE_MS) {
      const find = () => {
        const found = events.find((event) => {
          if (event.queue !== queue || taken.has(event)) return false;
          return fits((event as StompEvent<typeof queue>).body);
        });
        if (found) taken.add(found);
        return found as StompEvent<typeof queue> | undefined;
      };
      const found = find() ?? (await arrival(find, timeoutMs));
      if (found) return found.body;
      throw new Error(`no event on ${queue} within ${timeoutMs} ms; arrived: ${JSON.stringify(events)}`);
    },
    async roundTrip() {
      const receipt = `round-trip-${++receipts}`;
      const answered = Promise.withResolvers<void>();
      client.watchForReceipt(receipt, () => answered.resolve());
      client.subscribe('/user/queue/errors', () => {}).unsubscribe({ receipt });
      const gone = closed.promise.then(({ code }) => {
        throw new Error(`closed with ${code} before the server had handled everything`);
      });
      await Promise.race([answered.promise, gone]);
    },
    disconnect: () => client.deactivate(),
    async [Symbol.asyncDispose]() {
      await client.deactivate();
    },
  };
  await stomp.roundTrip();
  return stomp;

  function arrival<T>(find: () => T | undefined, timeoutMs: number): Promise<T | undefined> {
    return new Promise((resolve) => {
      const finish = (value: T | undefined) => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve(value);
      };
      const look = () => {
        const found = find();
        if (found) finish(found);
      };
      const timer = setTimeout(() => finish(undefined), timeoutMs);
      waiting.add(look);
    });
  }
}

function socketAddress(url: string, token: string): URL {
  const address = new URL(url);
  address.protocol = address.protocol.replace('http', 'ws');
  if (address.pathname === '/') address.pathname = '/ws';
  address.searchParams.set('token', token);
  return address;
}
