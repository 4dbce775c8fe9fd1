/**
 * Measures what connecting costs and how much memory an idle connection with six subscriptions takes, beside RabbitMQ
 * and plain `ws`.
 */
import { printBars, printTable } from './lib/table.ts';
import { environmentOf, openEmptyDatabase } from './live/bench-database.ts';
import type { DialectName } from './live/dialects.ts';
import { startLoad } from './live/load.ts';
import { startPeer, type Peer } from './live/peer.ts';
import { seedPairs } from './live/pairs.ts';
import { hasRabbitMq, RABBITMQ_MISSING, startRabbitMq } from './live/rabbitmq.ts';

const CONCURRENCY = 64;
const MOST = 10_000;
const SIZES = [100, 1000, MOST];
/** As many connections as RabbitMQ handles in an acceptable time. */
const MOST_RABBITMQ = 1000;

interface Connections {
  count: number;
  perSecond: number;
  /** Kilobytes by which the process grew per connection, before and after a garbage collection. */
  resident: number;
  collected: number | undefined;
}

async function measure(
  start: () => Promise<Peer>,
  dialect: DialectName,
  names: string[],
): Promise<Connections> {
  await using load = startLoad();
  await using peer = await start();
  const { port } = peer;
  // Warms up: what a server allocates once, for its first connections, does not count.
  const first = names.slice(0, CONCURRENCY);
  await load.run('open', { dialect, port, names: first, concurrency: CONCURRENCY });
  await load.run('close', undefined);
  const before = await peer.memory();
  await load.run('open', { dialect, port, names, concurrency: CONCURRENCY });
  const after = await peer.memory();
  // Timed only when as many have connected before, so that the compilation of code is not measured.
  const { seconds } = await load.run('open', { dialect, port, names, concurrency: CONCURRENCY });
  const collected =
    after.collected && before.collected && (after.collected - before.collected) / names.length;
  return {
    count: names.length,
    perSecond: names.length / seconds,
    resident: (after.resident - before.resident) / names.length,
    collected,
  };
}

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => String(index));

/** Measures the whole server, with people from the database who have tokens and sessions. */
async function measureSignedIn(): Promise<Connections[]> {
  await using database = await openEmptyDatabase();
  const pairs = await seedPairs(database.pool, MOST / 2);
  const tokens = pairs.flatMap(({ sender, recipient }) => [sender.token, recipient.token]);
  const found: Connections[] = [];
  for (const count of SIZES) {
    const start = () => startPeer('node.ts', environmentOf(database));
    found.push(await measure(start, 'herenow', tokens.slice(0, count)));
  }
  return found;
}

const plain = await measure(() => startPeer('plain-ws.ts'), 'plain', namesOf(MOST));
const signedIn = await measureSignedIn();
const rabbitmq = hasRabbitMq() ? await measure(startRabbitMq, 'rabbitmq', namesOf(MOST_RABBITMQ)) : undefined;

const rows: (readonly [string, Connections | undefined])[] = [
  ['ws alone, no subscriptions', plain],
  ...signedIn.map((found) => ['our server, signed in', found] as const),
  ['RabbitMQ Web-STOMP', rabbitmq],
];
printTable(
  'Connections, open and idle, with six subscriptions each',
  ['', 'connections', 'connects/s', 'KB each', 'KB each, garbage collected'],
  rows.map(([name, found]) =>
    found ? [name, found.count, found.perSecond, found.resident, found.collected] : [name, RABBITMQ_MISSING],
  ),
);
const most = signedIn.at(-1)!;
printBars([
  { what: `memory of one of ${MOST} connections`, value: most.resident, atMost: 20, unit: 'KB' },
  { what: 'connects with token check, of ws alone', value: most.perSecond / plain.perSecond, atLeast: 0.4 },
]);
