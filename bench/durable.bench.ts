/**
 * Measures a message from its HTTP request to the recipient's socket, with the message on disk before the response;
 * beside a bare insert and push, and with recipients who have push subscriptions. The servers of all sides run
 * throughout, and the sides take turns, so that other work on the machine affects each of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sendMessage } from '@herenow/contract/chats';
import { cpuOfTree, cpuSeconds, postmasterOf } from './lib/cpu.ts';
import { middleOf } from './lib/percentiles.ts';
import { printBars, printTable } from './lib/table.ts';
import { environmentOf, openEmptyDatabase } from './live/bench-database.ts';
import { NUMBER_MARK } from './live/dialects.ts';
import { postJson } from './live/http-request.ts';
import { allAnswered, startLoad, type Load } from './live/load.ts';
import type { HttpOutcome } from './live/load-protocol.ts';
import { startPeer, type Peer } from './live/peer.ts';
import { seedPairs, wakeRecipients, type Pair } from './live/pairs.ts';

const PAIRS = 200;
const RATES = [200, 500, 1000];
const ROUNDS = 3;
const SECONDS = 3;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 64;
const CONTENT = `${NUMBER_MARK}{number} ${'x'.repeat(280)}`;

interface Side {
  name: string;
  peer: Peer;
  load: Load;
  requests: string[];
  /** Waits for the remaining jobs of a turn and drops those due much later, so that they disturb no other turn. */
  settle?(): Promise<void>;
}

/** The figures of one turn at one rate, or at the ceiling. */
interface Turn {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of CPU for each message, of the Node process and of the database. */
  cpu: number;
  databaseCpu: number;
}

/** Throws if a message was refused or did not reach the recipient's socket. */
function checked(outcome: HttpOutcome): HttpOutcome {
  const { answered, pushed } = allAnswered(outcome);
  if (pushed.count < answered.count)
    throw new Error(`${answered.count - pushed.count} of ${answered.count} messages did not arrive.`);
  return outcome;
}

async function send({ load, peer, requests }: Side, seconds: number, rate?: number): Promise<HttpOutcome> {
  const how = { connections: CONNECTIONS, seconds, rate, pushes: true };
  return checked(await load.run('http', { port: peer.port, requests, ...how }));
}

async function takeTurn(side: Side, rate?: number): Promise<Turn> {
  const [node, backends] = [cpuSeconds(side.peer.pid), cpuOfTree(postmaster)];
  const { answered, pushed, seconds } = await send(side, SECONDS, rate);
  await side.settle?.();
  const each = (used: number) => (used * 1e6) / answered.count;
  return {
    perSecond: answered.count / seconds,
    p50: pushed.p50,
    p99: pushed.p99,
    cpu: each(cpuSeconds(side.peer.pid) - node),
    databaseCpu: each(cpuOfTree(postmaster) - backends),
  };
}

/** Returns the turns of each side, one per round; every second round runs the sides in reverse order. */
async function takeTurns(rate?: number): Promise<Turn[][]> {
  const turns: Turn[][] = sides.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = [...sides.keys()];
    for (const at of round % 2 === 0 ? order : order.toReversed())
      turns[at]!.push(await takeTurn(sides[at]!, rate));
  }
  return turns;
}

async function openSide(name: string, peer: Peer, pairs: Pair[]): Promise<Side> {
  const load = undo.use(startLoad());
  const bare = peer === insertAndPush;
  const names = pairs.map(({ recipient }) => (bare ? recipient.id : recipient.token));
  const dialect = bare ? 'plain' : 'herenow';
  await load.run('open', { dialect, port: peer.port, names, concurrency: 16 });
  const requests = pairs.map(({ chatId, sender, recipient }) => {
    const body = { id: '{id}', chatId, senderId: sender.id, recipientId: recipient.id, content: CONTENT };
    return bare ? postJson('/', body) : postJson(sendMessage.path, body, sender.token);
  });
  const side = { name, peer, load, requests };
  await send(side, WARM_UP_SECONDS);
  return side;
}

async function settlePushes(): Promise<void> {
  const due = `FROM pgboss.job WHERE name = 'wake' AND state < 'completed' AND start_after < now() + interval '5 seconds'`;
  const { rows } = await database.pool.query(`SELECT ${due} LIMIT 1`);
  if (rows.length === 0)
    return void (await database.pool.query(`DELETE FROM pgboss.job WHERE name = 'wake'`));
  await delay(100);
  await settlePushes();
}

await using undo = new AsyncDisposableStack();
const database = undo.use(await openEmptyDatabase());
const postmaster = await postmasterOf(database.pool);
const pairs = await seedPairs(database.pool, PAIRS);
const woken = await seedPairs(database.pool, PAIRS);
await wakeRecipients(database.pool, woken);
const insertAndPush = undo.use(await startPeer('insert-and-push.ts', environmentOf(database)));
const node = undo.use(await startPeer('node.ts', environmentOf(database)));
const sides = [
  await openSide('bare insert and push', insertAndPush, pairs),
  await openSide('our server', node, pairs),
  { ...(await openSide('to who has push subscriptions', node, woken)), settle: settlePushes },
];
await settlePushes();

const ceilings = await takeTurns();
const paced: Turn[][][] = [];
for (const rate of RATES) paced.push(await takeTurns(rate));

const of = (turns: Turn[], what: keyof Turn) => middleOf(turns.map((turn) => turn[what]));
/** Returns the ratio of a side's figure to that of the bare side: the median of the rounds. */
const beside = (turns: Turn[][], at: number, what: keyof Turn) =>
  middleOf(turns[at]!.map((turn, round) => turn[what] / turns[0]![round]![what]));

printTable(
  `Messages of 300 bytes, from the request to the other's socket, on disk in between (middle of ${ROUNDS} turns)`,
  [
    '',
    'ceiling/s',
    'of bare',
    'CPU µs each',
    'database µs',
    ...RATES.flatMap((rate) => [`p50 ms at ${rate}/s`, `p99 ms at ${rate}/s`]),
  ],
  sides.map(({ name }, at) => [
    name,
    of(ceilings[at]!, 'perSecond'),
    `${beside(ceilings, at, 'perSecond').toFixed(2)} ×`,
    of(ceilings[at]!, 'cpu'),
    of(ceilings[at]!, 'databaseCpu'),
    ...paced.flatMap((turns) => [of(turns[at]!, 'p50'), of(turns[at]!, 'p99')]),
  ]),
);
const at500 = paced[RATES.indexOf(500)]!;
printBars(
  sides.slice(1).flatMap(({ name }, index) => [
    { what: `${name}: ceiling, of bare`, value: beside(ceilings, index + 1, 'perSecond'), atLeast: 0.9 },
    { what: `${name}: p50 at 500/s, of bare`, value: beside(at500, index + 1, 'p50'), atMost: 1.4 },
  ]),
);
