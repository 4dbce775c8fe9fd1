import { validateToken } from '@herenow/contract/accounts';
import type { DestinationName, QueueBody, QueueName } from '@herenow/contract/queue';
import { onTestFinished } from 'vitest';
import type { StubbedServer } from './stubbed-server.ts';

export interface StubbedChannel {
  /** Resolves once the page has subscribed. */
  ready: Promise<unknown>;
  /** Sends an event to the page, once it has subscribed. */
  bring<Q extends QueueName>(queue: Q, body: QueueBody<Q>): Promise<void>;
  /** Sends the page an event whose body is not JSON. */
  garble(queue: QueueName): Promise<void>;
  /** The bodies of what the page has sent to a destination so far. */
  sent(destination: DestinationName): unknown[];
  /** Closes the connection, as a network that is gone does; the page opens another one. */
  lose(): Promise<void>;
}

/** Stubs the realtime channel of a stubbed server: it connects at once and sends the events that a test passes in. */
export function stubChannel(server: StubbedServer): StubbedChannel {
  server.on(validateToken, { status: 200 });
  const ready = Promise.withResolvers<Channel>();
  const sent: { destination: string; body: unknown }[] = [];
  const real = window.WebSocket;
  window.WebSocket = class extends Channel {
    override subscribed = () => ready.resolve(this);
    override heard = (destination: string, body: unknown) => void sent.push({ destination, body });
  } as unknown as typeof WebSocket;
  onTestFinished(() => {
    window.WebSocket = real;
  });
  return {
    ready: ready.promise,
    async bring(queue, body) {
      (await ready.promise).bring(`/user/queue/${queue}`, JSON.stringify(body));
    },
    garble: async (queue) => (await ready.promise).bring(`/user/queue/${queue}`, '{'),
    sent: (to) => sent.filter(({ destination }) => destination === to).map(({ body }) => body),
    lose: async () => (await ready.promise).close(),
  };
}

// While the stub stands in for it, the browser's own is out of reach.
const { CONNECTING, OPEN, CLOSED } = WebSocket;

/** Implements as much of a WebSocket and of STOMP as the client needs to be connected. */
class Channel extends EventTarget {
  static readonly OPEN = OPEN;
  readyState: number = CONNECTING;
  #ids = new Map<string, string>();
  subscribed = (): void => undefined;
  heard = (_destination: string, _body: unknown): void => undefined;

  constructor() {
    super();
    queueMicrotask(() => {
      this.readyState = OPEN;
      this.dispatchEvent(new Event('open'));
    });
  }

  send(frame: string): void {
    const [head = '', body = ''] = frame.split('\n\n');
    const [command, ...lines] = head.split('\n');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    );
    if (command === 'CONNECT') this.#say('CONNECTED\nversion:1.2\nheart-beat:0,0');
    if (command === 'SUBSCRIBE') this.#ids.set(headers.get('destination')!, headers.get('id')!);
    if (command === 'SEND') this.heard(headers.get('destination')!, JSON.parse(body.replace('\0', '')));
    const receipt = headers.get('receipt');
    if (receipt === undefined) return;
    this.#say(`RECEIPT\nreceipt-id:${receipt}`);
    this.subscribed();
  }

  bring(destination: string, body: string): void {
    const id = this.#ids.get(destination)!;
    this.#say(`MESSAGE\ndestination:${destination}\nsubscription:${id}\nmessage-id:${id}`, body);
  }

  close(): void {
    this.readyState = CLOSED;
    this.dispatchEvent(new CloseEvent('close', { code: 1000 }));
  }

  #say(head: string, body = ''): void {
    const data = `${head}\n\n${body}\0`;
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}
