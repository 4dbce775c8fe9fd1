/** Measures the feed and going visible in one city with 1,000, 10,000 and 100,000 visible people, a tenth of all. */
import type pg from 'pg';
import { CASES, requestOf } from './feed/cases.ts';
import { statementsOf } from './feed/feed-statements.ts';
import { cityViewers } from './feed/viewers.ts';
import { httpLoad } from './lib/http-load.ts';
import { numberOption } from './lib/options.ts';
import { pgbench } from './lib/pgbench.ts';
import { openPool, startEmbeddedPostgres } from './lib/postgres.ts';
import { environmentOf } from './live/bench-database.ts';
import { startPeer } from './live/peer.ts';
import { printBars, printTable, type Cell } from './lib/table.ts';
import { writtenBy } from './presence/presence-statements.ts';
import { toggling } from './presence/toggling.ts';
import { BENCH_FOLDER, openWorld } from './world/open-world.ts';

const seconds = numberOption('seconds', 4);
const SIZES = ['city1', 'city10', 'city100'] as const;
const CLIENTS = 16;

await using postgres = await startEmbeddedPostgres(BENCH_FOLDER);
const figures = new Map<string, Cell[]>();
const note = (name: string, value: Cell) => figures.set(name, [...(figures.get(name) ?? []), value]);
for (const size of SIZES) await measure(await openWorld(postgres, size));

printTable(
  `Growth in one city (${postgres.version}, ${CLIENTS} clients)`,
  ['', '1,000 visible', '10,000 visible', '100,000 visible', '100,000 beside 10,000'],
  [...figures].map(([name, values]) => [name, ...values, beside(values)]),
);
const cost = (name: string) => {
  const [, ten, hundred] = figures.get(name) as number[];
  return ten! / hundred!;
};
printBars([
  {
    what: 'cost of a page over HTTP, 100,000 beside 10,000',
    value: cost('feed over HTTP /s: dense city'),
    atMost: 1.5,
  },
]);

async function measure(url: string): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const pool = openPool(url, 2);
  undo.defer(() => pool.end());
  const viewers = await cityViewers(pool);
  const people = await toggling(pool, 64);
  note(
    'people in the cell of a viewer',
    await cellmates(
      pool,
      viewers.map(({ id }) => id),
    ),
  );
  const peer = undo.use(await startPeer('node.ts', environmentOf({ url, folder: `${BENCH_FOLDER}/growth` })));
  const load = (requests: string[]) => httpLoad(peer, requests, { clients: CLIENTS, seconds });
  for (const one of CASES.filter(({ where }) => where === 'city')) {
    const { perSecond } = await load(viewers.map((viewer) => requestOf(one, viewer)));
    note(`feed over HTTP /s: ${one.name}`, perSecond);
    const scripts = (await statementsOf(url, one, viewers)).map(({ feed }) => feed);
    note(`its SQL by pgbench /s: ${one.name}`, await pgbench(url, scripts, { clients: CLIENTS, seconds }));
  }
  await load(people.sessions());
  const { result, bytes } = await writtenBy(pool, () => load(people.sessions()));
  note('visible, then offline /s', result.perSecond);
  note('WAL bytes each', bytes / (result.answers + result.warmUpAnswers));
}

/** Returns how many people share a viewer's point on average: the feed orders them by id alone. */
async function cellmates(pool: pg.Pool, userIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ mates: number }>(
    `SELECT avg((SELECT count(*) FROM presences o WHERE o.pos <@ p.pos))::float8 AS mates
     FROM presences p WHERE user_id = ANY($1::uuid[])`,
    [userIds],
  );
  return rows[0]!.mates;
}

function beside([, ten, hundred]: readonly Cell[]): Cell {
  return typeof ten === 'number' && typeof hundred === 'number' ? `${(hundred / ten).toFixed(2)} ×` : '–';
}
