/** Compares realtime delivery with RabbitMQ's Web-STOMP, and with `ws` without any protocol on it. */
import { cpuSeconds } from './lib/cpu.ts';
import { printBars, printTable, ratio, type Bar } from './lib/table.ts';
import { PAIRS, type DialectName } from './live/dialects.ts';
import { startLoad, type Load } from './live/load.ts';
import { startPeer, type Peer } from './live/peer.ts';
import { hasRabbitMq, RABBITMQ_MISSING, startRabbitMq } from './live/rabbitmq.ts';

const WINDOW = 64;
const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const RATES = [1000, 5000];
/** Numbers of other connections, open and idle, that share the server with the busy ones. */
const CROWDS = [1000, 10_000];

interface Delivery {
  perSecond: number;
  /** Microseconds of the server's CPU for each delivered message. */
  cpu: number;
}

interface Measured extends Delivery {
  latencies: { p50: number; p99: number }[];
}

async function saturate(load: Load, { pid }: Peer): Promise<Delivery> {
  const loadFor = (seconds: number) => ({ pairs: PAIRS, window: WINDOW, seconds });
  await load.run('saturate', loadFor(WARM_UP_SECONDS));
  const before = cpuSeconds(pid);
  const { delivered, seconds } = await load.run('saturate', loadFor(SECONDS));
  return { perSecond: delivered / seconds, cpu: ((cpuSeconds(pid) - before) * 1e6) / delivered };
}

async function open(load: Load, { port }: Peer, dialect: DialectName, others = 0): Promise<void> {
  const names = Array.from({ length: 2 * PAIRS + others }, (_, index) => String(index));
  await load.run('open', { dialect, port, names, concurrency: 16 });
}

async function measure(start: () => Promise<Peer>, dialect: DialectName): Promise<Measured> {
  await using load = startLoad();
  await using peer = await start();
  await open(load, peer, dialect);
  const delivery = await saturate(load, peer);
  const latencies = [];
  for (const rate of RATES) latencies.push(await load.run('pace', { pairs: PAIRS, rate, seconds: SECONDS }));
  return { ...delivery, latencies };
}

async function measureInCrowd(others: number): Promise<Delivery> {
  await using load = startLoad();
  await using peer = await startPeer('hub-alone.ts');
  await open(load, peer, 'herenow', others);
  return await saturate(load, peer);
}

const plain = await measure(() => startPeer('plain-ws.ts'), 'plain');
const ours = await measure(() => startPeer('hub-alone.ts'), 'herenow');
const rabbitmq = hasRabbitMq() ? await measure(startRabbitMq, 'rabbitmq') : undefined;
const crowds: (readonly [number, Delivery])[] = [[0, ours]];
for (const others of CROWDS) crowds.push([others, await measureInCrowd(others)]);

const rows: [string, Measured | undefined][] = [
  ['ws alone, no protocol', plain],
  ['our realtime part', ours],
  ['RabbitMQ Web-STOMP', rabbitmq],
];
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
          ratio(found.perSecond, plain.perSecond),
          found.cpu,
          ...found.latencies.flatMap(({ p50, p99 }) => [p50, p99]),
        ]
      : [name, RABBITMQ_MISSING],
  ),
);
printTable(
  'The same, while others are connected and idle',
  ['others', 'delivered/s', 'CPU µs each'],
  crowds.map(([others, { perSecond, cpu }]) => [String(others), perSecond, cpu]),
);
const bars: Bar[] = [
  { what: 'delivered, of ws alone', value: ours.perSecond / plain.perSecond, atLeast: 0.4 },
];
if (rabbitmq)
  bars.unshift(
    { what: 'delivered, of RabbitMQ', value: ours.perSecond / rabbitmq.perSecond, atLeast: 3 },
    { what: 'CPU for each message, of RabbitMQ', value: ours.cpu / rabbitmq.cpu, atMost: 0.2 },
  );
printBars(bars);
