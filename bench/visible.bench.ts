/** Measures going visible and offline over HTTP, and what each writes to the log. `--seconds=5` for each figure. */
import { httpLoad, type LoadResult } from './lib/http-load.ts';
import { numberOption } from './lib/options.ts';
import { pgbench } from './lib/pgbench.ts';
import { openPool, startEmbeddedPostgres } from './lib/postgres.ts';
import { printBars, printTable, ratio } from './lib/table.ts';
import { environmentOf } from './live/bench-database.ts';
import { startPeer } from './live/peer.ts';
import { toggleStatements, writtenBy } from './presence/presence-statements.ts';
import { toggling } from './presence/toggling.ts';
import { BENCH_FOLDER, openWorld } from './world/open-world.ts';

const seconds = numberOption('seconds', 5);
/** So few that the pages with their rows have been written whole to the log before the measurement begins. */
const PEOPLE = 64;

await using postgres = await startEmbeddedPostgres(BENCH_FOLDER);
const url = await openWorld(postgres, 'large');
await using undo = new AsyncDisposableStack();
const pool = openPool(url, 4);
undo.defer(() => pool.end());
const alone = await toggling(pool, PEOPLE);
const chatting = await toggling(pool, PEOPLE, { chats: true });
const scripts = await toggleStatements(url, alone.ids.slice(0, 32));
// No rate limits, as no real user toggles so often; a long retention keeps the chats of the world.
const environment = {
  ...environmentOf({ url, folder: `${BENCH_FOLDER}/visible` }),
  CHAT_RETENTION_HOURS: String(24 * 365),
};
const server = undo.use(await startPeer('node.ts', environment));

const cases = [
  ['visible, then offline', alone.sessions, 16],
  ['visible, then offline, one client', alone.sessions, 1],
  ['the same with chats that pause and go on', chatting.sessions, 16],
  ['incognito, then visible in the same session', alone.changes, 16],
] as const;

const rows = [];
let first: LoadResult | undefined;
for (const [name, requests, clients] of cases) {
  const load = (duration: number) => httpLoad(server, requests(), { clients, seconds: duration });
  await load(1);
  const { result, bytes, wholePages } = await writtenBy(pool, () => load(seconds));
  // The warm-up of `httpLoad` writes to the log as well.
  const all = result.answers + result.warmUpAnswers;
  first ??= result;
  rows.push([
    name,
    clients,
    result.perSecond,
    result.p50,
    result.p99,
    result.serverMicros,
    bytes / all,
    (wholePages / all).toFixed(3),
  ]);
}
printTable(
  `Changes of visibility (${postgres.version}; 1,000,000 people, 100,000 visible)`,
  ['', 'clients', '/s', 'p50 ms', 'p99 ms', 'server CPU µs', 'WAL bytes each', 'whole pages each'],
  rows,
);

await pool.query('CHECKPOINT');
const {
  result: same,
  bytes,
  wholePages,
} = await writtenBy(pool, () => pgbench(url, scripts, { clients: 16, seconds }));
// Each script makes two changes: to visible and to offline.
if (typeof same === 'string') printTable('The same transactions by pgbench', ['', ''], [[same]]);
else {
  const changes = same * 2;
  printTable(
    'The same transactions by pgbench, 16 clients',
    ['', '/s', 'HTTP ÷ pgbench', 'WAL bytes each', 'whole pages each'],
    [
      [
        'visible, then offline',
        changes,
        ratio(first!.perSecond, changes),
        bytes / (changes * seconds),
        (wholePages / (changes * seconds)).toFixed(3),
      ],
    ],
  );
  printBars([{ what: 'going visible, of pgbench', value: first!.perSecond / changes, atLeast: 0.6 }]);
}
