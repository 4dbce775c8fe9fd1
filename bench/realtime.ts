/** Realtime delivery beside RabbitMQ's Web-STOMP and beside `ws` without any protocol on it. */
import { cpuSeconds } from './lib/processes.ts';
import { printBars, printTable, ratio, type Bar } from './lib/table.ts';
import { environmentOf, openEmptyDatabase } from './live/database.ts';
import { PAIRS, type DialectName } from './live/dialects.ts';
import { startLoad, type Load } from './live/load.ts';
import { startPeer, type Memory, type Peer } from './live/peer.ts';
import { seedPairs } from './live/people.ts';
import { hasRabbitMq, RABBITMQ_MISSING, startRabbitMq } from './live/rabbitmq.ts';

const WINDOW = 64;
const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const RATES = [1000, 5000];
const CONCURRENCY = 64;
const IDLE = 10_000;
/** As many as RabbitMQ carries in the time that is worth it. */
const IDLE_RABBITMQ = 1000;

interface Delivery {
  perSecond: number;
  /** Microseconds of the server's CPU. */
  cpu: number;
  latencies: { p50: number; p99: number }[];
}

interface Idle {
  connections: number;
  connectsPerSecond: number;
  /** Kilobytes for each connection. */
  resident: number;
  collected: number | undefined;
}

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => String(index));

async function measureDelivery(load: Load, peer: Peer, dialect: DialectName): Promise<Delivery> {
  const { port, pid } = peer;
  await load.run('open', { dialect, port, names: namesOf(2 * PAIRS), concurrency: 8 });
  const loadFor = (seconds: number) => ({ pairs: PAIRS, window: WINDOW, seconds });
  await load.run('saturate', loadFor(WARM_UP_SECONDS));
  const before = cpuSeconds(pid);
  const { delivered, seconds } = await load.run('saturate', loadFor(SECONDS));
  const cpu = ((cpuSeconds(pid) - before) * 1e6) / delivered;
  const latencies = [];
  for (const rate of RATES) latencies.push(await load.run('pace', { pairs: PAIRS, rate, seconds: SECONDS }));
  await load.run('close', undefined);
  return { perSecond: delivered / seconds, cpu, latencies };
}

async function measureIdle(load: Load, peer: Peer, dialect: DialectName, names: string[]): Promise<Idle> {
  // What a server allocates for its first connections is not theirs.
  const { port } = peer;
  await load.run('open', { dialect, port, names: names.slice(0, CONCURRENCY), concurrency: 8 });
  const before = await peer.memory();
  const { seconds } = await load.run('open', { dialect, port, names, concurrency: CONCURRENCY });
  const after = await peer.memory();
  await load.run('close', undefined);
  const each = (memory: (of: Memory) => number | undefined) =>
    ((memory(after) ?? Number.NaN) - (memory(before) ?? Number.NaN)) / (names.length - CONCURRENCY);
  return {
    connections: names.length,
    connectsPerSecond: names.length / seconds,
    resident: each((memory) => memory.resident),
    collected: each((memory) => memory.collected),
  };
}

async function measure(start: () => Promise<Peer>, dialect: DialectName, idle: number) {
  await using load = startLoad();
  await using peer = await start();
  const delivery = await measureDelivery(load, peer, dialect);
  return { delivery, idle: await measureIdle(load, peer, dialect, namesOf(idle)) };
}

/** Of the whole server: people of the database, tokens, sessions. */
async function measureSignedIn(count: number): Promise<Idle> {
  await using database = await openEmptyDatabase();
  const pairs = await seedPairs(database.pool, count / 2);
  await using load = startLoad();
  await using peer = await startPeer('node.ts', environmentOf(database));
  const tokens = pairs.flatMap(({ sender, recipient }) => [sender.token, recipient.token]);
  return await measureIdle(load, peer, 'herenow', tokens);
}

function printDelivery(rows: [string, Delivery | undefined][], limit: number): void {
  printTable(
    `Messages of 300 bytes, ${PAIRS} senders to ${PAIRS} others`,
    [
      '',
      'delivered/s',
      'of ws',
      'CPU µs each',
      ...RATES.flatMap((rate) => [`p50 ms at ${rate}/s`, `p99 ms at ${rate}/s`]),
    ],
    rows.map(([name, found]) =>
      found
        ? [
            name,
            found.perSecond,
            ratio(found.perSecond, limit),
            found.cpu,
            ...found.latencies.flatMap(({ p50, p99 }) => [p50, p99]),
          ]
        : [name, RABBITMQ_MISSING],
    ),
  );
}

function printIdle(rows: [string, Idle | undefined][]): void {
  printTable(
    'Connections that are open and idle, each with six subscriptions',
    ['', 'connections', 'connects/s', 'KB each', 'KB each, garbage collected'],
    rows.map(([name, found]) =>
      found
        ? [name, found.connections, found.connectsPerSecond, found.resident, found.collected]
        : [name, RABBITMQ_MISSING],
    ),
  );
}

const plain = await measure(() => startPeer('plain-ws.ts'), 'plain', IDLE);
const ours = await measure(() => startPeer('hub.ts'), 'herenow', IDLE);
const signedIn = await measureSignedIn(IDLE);
const rabbitmq = hasRabbitMq() ? await measure(startRabbitMq, 'rabbitmq', IDLE_RABBITMQ) : undefined;

printDelivery(
  [
    ['ws alone, no protocol', plain.delivery],
    ['our realtime part', ours.delivery],
    ['RabbitMQ Web-STOMP', rabbitmq?.delivery],
  ],
  plain.delivery.perSecond,
);
printIdle([
  ['ws alone, without subscriptions', plain.idle],
  ['our realtime part', ours.idle],
  ['the whole server, signed in', signedIn],
  ['RabbitMQ Web-STOMP', rabbitmq?.idle],
]);
const bars: Bar[] = [
  { what: 'delivered, of ws alone', value: ours.delivery.perSecond / plain.delivery.perSecond, atLeast: 0.4 },
  { what: 'memory of an idle signed-in connection', value: signedIn.resident, atMost: 20, unit: 'KB' },
  { what: 'connects with token check', value: signedIn.connectsPerSecond, atLeast: 2000, unit: '/s' },
];
if (rabbitmq)
  bars.unshift(
    {
      what: 'delivered, of RabbitMQ',
      value: ours.delivery.perSecond / rabbitmq.delivery.perSecond,
      atLeast: 3,
    },
    {
      what: 'CPU for each message, of RabbitMQ',
      value: ours.delivery.cpu / rabbitmq.delivery.cpu,
      atMost: 0.2,
    },
  );
printBars(bars);
