/**
 * Measures what the live feed costs: 10,000 visible people in a city, 1,000 sockets, and a second 20 changes, 50 feeds
 * and 100 messages, with sockets that watch and fetch changes, and without. `--seconds=15` for each turn.
 */
import { WatchingCrowd } from './live/watching-crowd.ts';
import { cpuOfTree, cpuSeconds, postmasterOf } from './lib/cpu.ts';
import { numberOption } from './lib/options.ts';
import { middleOf } from './lib/percentiles.ts';
import { printBars, printTable } from './lib/table.ts';
import { environmentOf, openEmptyDatabase } from './live/bench-database.ts';
import { seedPairs } from './live/pairs.ts';
import { startPeer } from './live/peer.ts';

const VISIBLE = 10_000;
const SOCKETS = 1000;
const PER_SECOND = { feeds: 50, messages: 100, changes: 20 };
const ROUNDS = 5;
const seconds = numberOption('seconds', 15);

await using database = await openEmptyDatabase();
const pairs = await seedPairs(database.pool, VISIBLE / 2);
await using server = await startPeer('node.ts', { ...environmentOf(database), RATE_LIMITS: 'on' });
const postmaster = await postmasterOf(database.pool);

async function turn(watching: boolean) {
  await using crowd = await WatchingCrowd.open(`http://127.0.0.1:${server.port}`, pairs, {
    sockets: SOCKETS,
    watching,
  });
  await crowd.run({ ...PER_SECOND, seconds: 4 });
  const before = {
    node: cpuSeconds(server.pid),
    database: cpuOfTree(postmaster),
    told: crowd.told,
    asked: crowd.asked,
  };
  const began = performance.now();
  await crowd.run({ ...PER_SECOND, seconds });
  const lasted = (performance.now() - began) / 1000;
  return {
    node: (cpuSeconds(server.pid) - before.node) / lasted,
    database: (cpuOfTree(postmaster) - before.database) / lasted,
    told: (crowd.told - before.told) / lasted,
    asked: (crowd.asked - before.asked) / lasted,
    failed: crowd.failed,
  };
}

type Turn = Awaited<ReturnType<typeof turn>>;

/** Rounds of one turn with watching and one without, so that other work on the machine affects both. */
const rounds: { watching: Turn; without: Turn }[] = [];
// Warms up: this turn does not count.
await turn(true);
let spoilt = 0;
while (rounds.length < ROUNDS && spoilt < ROUNDS) {
  const first = rounds.length % 2 === 0;
  const one = await turn(first);
  const other = await turn(!first);
  const round = first ? { watching: one, without: other } : { watching: other, without: one };
  // A turn with a refused or aborted request did less than the other, so the round does not count.
  if (one.failed + other.failed > 0) spoilt += 1;
  else rounds.push(round);
}
if (rounds.length === 0) throw new Error('In every round something failed: the machine does too much else.');

const whole = ({ node, database }: Turn) => node + database;
const mean = (of: (round: (typeof rounds)[number]) => number) =>
  rounds.reduce((sum, round) => sum + of(round), 0) / rounds.length;
const ratio = middleOf(rounds.map(({ watching, without }) => whole(watching) / whole(without)));
printTable(
  `${SOCKETS} sockets among ${VISIBLE} visible, ${PER_SECOND.changes} changes a second; ${rounds.length} rounds, ${spoilt} in which something failed`,
  ['', 'cores of the server', 'cores of the database', 'told a second', 'asked a second'],
  (['without', 'watching'] as const).map((name) => [
    name,
    mean((round) => round[name].node).toFixed(3),
    mean((round) => round[name].database).toFixed(3),
    mean((round) => round[name].told),
    mean((round) => round[name].asked),
  ]),
);
printBars([
  {
    what: 'CPU that the live feed adds, middle of the rounds',
    value: (ratio - 1) * 100,
    atMost: 20,
    unit: '%',
  },
]);
