/** A message sent over HTTP, on disk when it is answered, to the other person's socket; beside a bare insert and push. */
import { sendMessage } from '@herenow/contract/chats';
import { cpuSeconds } from './lib/child-processes.ts';
import { printBars, printTable, ratio } from './lib/table.ts';
import { environmentOf, openEmptyDatabase, type BenchDatabase } from './live/bench-database.ts';
import { NUMBER_MARK } from './live/dialects.ts';
import { postJson } from './live/http-request.ts';
import { startLoad, type Load } from './live/load.ts';
import type { HttpOutcome, Latencies } from './live/load-protocol.ts';
import { startPeer, type Peer } from './live/peer.ts';
import { seedPairs, type Pair } from './live/pairs.ts';

const PAIRS = 200;
const RATES = [200, 500, 1000];
const SECONDS = 6;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 64;
const CONTENT = `${NUMBER_MARK}{number} ${'x'.repeat(280)}`;

interface Durable {
  perSecond: number;
  /** Microseconds of the Node process's CPU for each message. */
  cpu: number;
  pushed: Latencies[];
}

/** Throws where something was refused, or did not reach the other's socket. */
function checked(outcome: HttpOutcome): HttpOutcome {
  const { statuses, answered, pushed } = outcome;
  if (Object.keys(statuses).some((status) => status !== '200'))
    throw new Error(`Not every message was taken: ${JSON.stringify(statuses)}`);
  if (pushed.count < answered.count)
    throw new Error(`${answered.count - pushed.count} of ${answered.count} messages did not arrive.`);
  return outcome;
}

async function measure(load: Load, peer: Peer, requests: string[]): Promise<Durable> {
  const ask = async (seconds: number, rate?: number) =>
    checked(
      await load.run('http', {
        port: peer.port,
        requests,
        connections: CONNECTIONS,
        seconds,
        rate,
        pushes: true,
      }),
    );
  await ask(WARM_UP_SECONDS);
  const pushed: Latencies[] = [];
  for (const rate of RATES) pushed.push((await ask(SECONDS, rate)).pushed);
  const before = cpuSeconds(peer.pid);
  const ceiling = await ask(SECONDS);
  const cpu = ((cpuSeconds(peer.pid) - before) * 1e6) / ceiling.answered.count;
  return { perSecond: ceiling.answered.count / ceiling.seconds, cpu, pushed };
}

async function measureOurs(database: BenchDatabase, pairs: Pair[]): Promise<Durable> {
  await using load = startLoad();
  await using peer = await startPeer('node.ts', environmentOf(database));
  const names = pairs.map((pair) => pair.recipient.token);
  await load.run('open', { dialect: 'herenow', port: peer.port, names, concurrency: 16 });
  const requests = pairs.map(({ chatId, sender }) =>
    postJson(sendMessage.path, { id: '{id}', chatId, senderId: sender.id, content: CONTENT }, sender.token),
  );
  return await measure(load, peer, requests);
}

async function measureBare(database: BenchDatabase, pairs: Pair[]): Promise<Durable> {
  await using load = startLoad();
  await using peer = await startPeer('insert-and-push.ts', environmentOf(database));
  const names = pairs.map((pair) => pair.recipient.id);
  await load.run('open', { dialect: 'plain', port: peer.port, names, concurrency: 16 });
  const requests = pairs.map(({ chatId, sender, recipient }) =>
    postJson('/', { id: '{id}', chatId, senderId: sender.id, recipientId: recipient.id, content: CONTENT }),
  );
  return await measure(load, peer, requests);
}

const median500 = ({ pushed }: Durable): number => pushed[RATES.indexOf(500)]!.p50;

await using database = await openEmptyDatabase();
const pairs = await seedPairs(database.pool, PAIRS);
const bare = await measureBare(database, pairs);
const ours = await measureOurs(database, pairs);

printTable(
  `Messages of 300 bytes, from the request to the other's socket, on disk in between`,
  [
    '',
    'ceiling/s',
    'of bare',
    'CPU µs each',
    ...RATES.flatMap((rate) => [`p50 ms at ${rate}/s`, `p99 ms at ${rate}/s`]),
  ],
  (
    [
      ['bare insert and push', bare],
      ['our server', ours],
    ] as const
  ).map(([name, found]) => [
    name,
    found.perSecond,
    ratio(found.perSecond, bare.perSecond),
    found.cpu,
    ...found.pushed.flatMap(({ p50, p99 }) => [p50, p99]),
  ]),
);
printBars([
  { what: 'ceiling, of bare insert and push', value: ours.perSecond / bare.perSecond, atLeast: 0.9 },
  { what: 'p50 at 500/s, of bare insert and push', value: median500(ours) / median500(bare), atMost: 1.4 },
]);
