/**
 * What the live feed costs: 10,000 visible in a city, 1,000 sockets, 20 changes a second, 50 feeds and 100 messages a
 * second, without and with sockets that watch and ask for what has changed. `--seconds=15` for each turn.
 */
import { WatchingCrowd } from './live/watching-crowd.ts';
import { cpuOfTree, cpuSeconds, postmasterOf } from './lib/cpu.ts';
import { numberOption } from './lib/options.ts';
import { startProduct } from './lib/product-server.ts';
import { printBars, printTable } from './lib/table.ts';
import { openEmptyDatabase } from './live/bench-database.ts';
import { seedPairs } from './live/pairs.ts';

const VISIBLE = 10_000;
const SOCKETS = 1000;
const PER_SECOND = { feeds: 50, messages: 100, changes: 20 };
const TURNS = 4;
const seconds = numberOption('seconds', 15);

await using database = await openEmptyDatabase();
const pairs = await seedPairs(database.pool, VISIBLE / 2);
await using server = await startProduct({ databaseUrl: database.url, dataDir: database.folder });
const postmaster = await postmasterOf(database.pool);

let failed = 0;

async function turn(watching: boolean) {
  await using crowd = await WatchingCrowd.open(server.url, pairs, { sockets: SOCKETS, watching });
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
  failed += crowd.failed;
  return {
    node: (cpuSeconds(server.pid) - before.node) / lasted,
    database: (cpuOfTree(postmaster) - before.database) / lasted,
    told: (crowd.told - before.told) / lasted,
    asked: (crowd.asked - before.asked) / lasted,
  };
}

/** One after the other several times, so that what else the machine does falls on both. */
const turns: { watching: boolean; found: Awaited<ReturnType<typeof turn>> }[] = [];
// The first one finds nothing warm.
await turn(true);
for (let at = 0; at < TURNS; at += 1)
  for (const watching of at % 2 ? [true, false] : [false, true])
    turns.push({ watching, found: await turn(watching) });

const mean = (watching: boolean, of: 'node' | 'database' | 'told' | 'asked') => {
  const values = turns.filter((one) => one.watching === watching).map(({ found }) => found[of]);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};
const whole = (watching: boolean) => mean(watching, 'node') + mean(watching, 'database');
printTable(
  `${SOCKETS} sockets among ${VISIBLE} visible, ${PER_SECOND.changes} changes a second (failed: ${failed})`,
  ['', 'cores of the server', 'cores of the database', 'told a second', 'asked a second'],
  [false, true].map((watching) => [
    watching ? 'watching' : 'without',
    mean(watching, 'node').toFixed(3),
    mean(watching, 'database').toFixed(3),
    mean(watching, 'told'),
    mean(watching, 'asked'),
  ]),
);
printBars([
  {
    what: 'CPU that the live feed adds',
    value: (whole(true) / whole(false) - 1) * 100,
    atMost: 20,
    unit: '%',
  },
]);
