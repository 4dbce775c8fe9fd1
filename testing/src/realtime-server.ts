import { chatNotFound, notYours } from '@herenow/contract/refusals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '@herenow/contract/constants';
import { z } from 'zod';
import { movableClock } from './movable-clock.ts';
import { Refused } from '../../server/src/lib/errors.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { createLocalBus, type Bus } from '../../server/src/realtime/bus/bus.ts';
import { destination } from '../../server/src/realtime/sockets/destinations.ts';
import {
  createHub,
  type Hub,
  type HubOptions,
  type RealtimeMetrics,
} from '../../server/src/realtime/sockets/hub.ts';
import { openRaw, type RawStomp } from './raw-stomp.ts';

export interface RealtimeServer extends AsyncDisposable {
  readonly url: string;
  readonly hub: Hub;
  readonly bus: Bus;
  readonly server: Server;
  readonly clock: ReturnType<typeof movableClock>;
  /** Every body that a handler received, with its sender. */
  readonly handled: Array<{ userId: string; sessionId: string; body: unknown }>;
  /** The log, line by line. */
  readonly log: string[];
  /** The calls of the metrics, as `name argument…`. */
  readonly counted: string[];
  /** The number of open sockets, and of the people for whom this node receives from the bus. */
  held(): { connections: number; people: string[] };
  /** An open socket without CONNECT. */
  open(person?: string, options?: { protocols?: string[] }): Promise<RawStomp>;
  /** A socket with a finished CONNECT. */
  connect(person?: string, headers?: Record<string, string>): Promise<RawStomp>;
}

/**
 * Only the realtime room, on its own port. A token is `<person>` or `<person>/<session>`; people are ada, bela, chidi
 * and dana.
 */
export async function startRealtime(
  options: Partial<HubOptions> & {
    /** Blocks the handler of `/app/slow` until it is resolved. */
    gate?: PromiseWithResolvers<void>;
  } = {},
): Promise<RealtimeServer> {
  const { gate, ...overrides } = options;
  const handled: RealtimeServer['handled'] = [];
  const lines: string[] = [];
  const counted: string[] = [];
  const clock = movableClock();
  const people = new Set<string>();
  const bus = listening(options.bus ?? createLocalBus(), people);
  const count =
    (name: string) =>
    (...values: unknown[]) =>
      void counted.push([name, ...values].join(' '));
  const metrics: RealtimeMetrics = {
    opened: count('opened'),
    closed: count('closed'),
    delivered: count('delivered'),
    sent: count('sent'),
  };
  const hub = createHub({
    authenticate: (token) => Promise.resolve(readToken(token)),
    destinations: testDestinations(handled, gate),
    queues: ['messages', 'status', 'errors', 'messages-edit'],
    clock,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    metrics,
    lifetimeMs: HOUR_MS,
    ...overrides,
    bus,
  });
  const server = createServer((_request, response) => response.writeHead(404).end());
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`;
  const clients: RawStomp[] = [];

  async function open(person = 'ada', openOptions: { protocols?: string[] } = {}) {
    const client = await openRaw({ url, token: person, ...openOptions });
    clients.push(client);
    return client;
  }

  return {
    url,
    hub,
    bus,
    server,
    clock,
    handled,
    log: lines,
    counted,
    held: () => ({
      connections: counted.reduce(
        (open, line) => open + Number(line === 'opened') - Number(line.startsWith('closed')),
        0,
      ),
      people: [...people].toSorted(),
    }),
    open,
    async connect(person, headers) {
      const client = await open(person);
      await client.connect(headers);
      return client;
    },
    async [Symbol.asyncDispose]() {
      gate?.resolve();
      await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
      await hub.drain(100);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A bus that records for which users it was joined. */
function listening(bus: Bus, people: Set<string>): Bus {
  return {
    ...bus,
    join(userId) {
      people.add(userId);
      return bus.join(userId);
    },
    leave(userId) {
      people.delete(userId);
      bus.leave(userId);
    },
  };
}

const PEOPLE = ['ada', 'bela', 'chidi', 'dana'];

function readToken(token: string) {
  const [userId = '', session = 'phone'] = token.split('/');
  return PEOPLE.includes(userId) ? { userId, sessionId: `${userId}/${session}` } : undefined;
}

function testDestinations(handled: RealtimeServer['handled'], gate: PromiseWithResolvers<void> | undefined) {
  const schema = z.object({ id: z.string(), chatId: z.optional(z.string()) });
  return {
    '/app/note': destination({ schema, handle: (sender, body) => void handled.push({ ...sender, body }) }),
    '/app/slow': destination({
      schema,
      async handle(sender, body) {
        await gate?.promise;
        handled.push({ ...sender, body });
      },
    }),
    '/app/refuse': destination({
      schema,
      handle: () => Promise.reject(new Refused(chatNotFound)),
    }),
    '/app/throw': destination({
      schema,
      handle() {
        throw new Refused(notYours);
      },
    }),
    '/app/fault': destination({
      schema,
      handle: () => Promise.reject(new Error('the disk is on fire')),
    }),
  };
}
