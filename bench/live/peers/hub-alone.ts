/** Only the realtime room: hub, bus, STOMP and sockets as the server runs them, without the database. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { createLocalBus } from '../../../server/src/realtime/bus/bus.ts';
import { destination } from '../../../server/src/realtime/sockets/destinations.ts';
import { createHub } from '../../../server/src/realtime/sockets/hub.ts';
import { HOUR_MS } from '@herenow/contract/constants';
import { QUEUES } from '@herenow/contract/queue';
import { ready } from './ready.ts';

const bus = createLocalBus();
const server = createServer();
const forward = destination({
  schema: z.object({ to: z.string(), text: z.string() }),
  handle: (_sender, body) =>
    void bus.publish({ userIds: [body.to], queue: 'messages', body: JSON.stringify(body) }),
});

const hub = createHub({
  authenticate: async (token) => ({ userId: token, sessionId: token }),
  destinations: { '/app/bench': forward },
  queues: Object.keys(QUEUES),
  bus,
  log: createLog('warn'),
  clock: systemClock,
  lifetimeMs: HOUR_MS,
});
hub.attach(server);
server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
