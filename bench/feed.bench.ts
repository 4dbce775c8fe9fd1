/** Compares the feed over HTTP with the limits of its database, Redis and its HTTP server. `--seconds=5` per figure. */
import { listFeed } from '@herenow/contract/feed';
import { CASES, requestOf, type FeedCase } from './feed/cases.ts';
import { statementsOf, type FeedStatements } from './feed/feed-statements.ts';
import { cityViewers, countryViewers, type Viewer } from './feed/viewers.ts';
import { httpLoad, type LoadResult } from './lib/http-load.ts';
import { numberOption } from './lib/options.ts';
import { pgbench, type Statement } from './lib/pgbench.ts';
import { openPool, startEmbeddedPostgres } from './lib/postgres.ts';
import { startUntil } from './lib/child-processes.ts';
import { addPlaces, searchesPerSecond, startRedis } from './lib/redis.ts';
import { environmentOf } from './live/bench-database.ts';
import { startPeer } from './live/peer.ts';
import { printBars, printTable, ratio, type Bar } from './lib/table.ts';
import { cellCentre } from '../server/src/lib/cells.ts';
import { BENCH_FOLDER, openWorld } from './world/open-world.ts';

const seconds = numberOption('seconds', 5);
const CLIENTS = [1, 16];
const PAGE_LIMIT_ROWS = 20;

interface Measured {
  http: LoadResult;
  sql: number | string;
  redis: number | string;
}

await using postgres = await startEmbeddedPostgres(BENCH_FOLDER);
const url = await openWorld(postgres, 'large');
await using undo = new AsyncDisposableStack();
const pool = openPool(url, 4);
undo.defer(() => pool.end());
const viewers = { city: await cityViewers(pool), country: await countryViewers(pool) };
const peer = undo.use(await startPeer('node.ts', environmentOf({ url, folder: `${BENCH_FOLDER}/feed` })));
const redis = await openRedis();
const scripts = new Map<FeedCase, FeedStatements[]>();
for (const one of CASES) scripts.set(one, await statementsOf(url, one, viewers[one.where]));

const denseRequests = viewers.city.map((viewer) => requestOf(CASES[0]!, viewer));
const results = new Map<string, Measured>();
for (const clients of CLIENTS)
  for (const one of CASES) results.set(`${one.name} ${clients}`, await measure(one, clients));
printCases();
const dense = results.get(`${CASES[0]!.name} 16`)!;
await printLimits(dense.http);
const half = await halfLoad(dense.http.perSecond / 2);
printAllBars(half);

async function openRedis() {
  const started = await startRedis();
  if (typeof started === 'string') return started;
  undo.use(started);
  const { rows } = await pool.query<{ name: string; cell: string }>(
    'SELECT user_id AS name, cell FROM presences',
  );
  const places = rows.map(({ name, cell }) => {
    const [longitude, latitude] = cellCentre(cell).coordinates;
    return { name, longitude, latitude };
  });
  await addPlaces(started, 'visible', places);
  return started;
}

async function measure(one: FeedCase, clients: number): Promise<Measured> {
  const who: Viewer[] = viewers[one.where];
  const requests = who.map((viewer) => requestOf(one, viewer));
  const http = await httpLoad(peer, requests, { clients, seconds });
  const same = scripts.get(one)!.map(({ feed }) => feed);
  const sql = await pgbench(url, same, { clients, seconds });
  const [longitude, latitude] = who[0]!.at;
  const comparable = one.skip === undefined && one.filter === undefined;
  const found =
    typeof redis === 'string' || !comparable
      ? redis
      : await searchesPerSecond(redis, 'visible', { longitude, latitude }, { clients, seconds: seconds / 2 });
  return {
    http,
    sql,
    redis: typeof found === 'object' ? '–' : found,
  };
}

function printCases(): void {
  const columns = [
    '',
    'clients',
    'HTTP /s',
    'p50 ms',
    'p99 ms',
    'server CPU µs',
    'same SQL /s',
    'HTTP ÷ SQL',
    'Redis /s',
    'HTTP ÷ Redis',
  ];
  const rows = CLIENTS.flatMap((clients) =>
    CASES.map(({ name }) => {
      const { http, sql, redis: searches } = results.get(`${name} ${clients}`)!;
      const beside = (other: number | string) =>
        typeof other === 'number' ? ratio(http.perSecond, other) : '–';
      return [
        name,
        clients,
        http.perSecond,
        http.p50,
        http.p99,
        http.serverMicros,
        sql,
        beside(sql),
        searches,
        beside(searches),
      ];
    }),
  );
  printTable(`Feed over HTTP (${postgres.version}; 1,000,000 people, 100,000 visible)`, columns, rows);
}

/** Prints how fast the parts of a feed request are by themselves. */
async function printLimits(feed: LoadResult): Promise<void> {
  const { rows } = await pool.query<{ ids: string[] }>(
    `SELECT array_agg(user_id) AS ids FROM (SELECT user_id, row_number() OVER (ORDER BY md5(user_id::text)) AS n
     FROM presences LIMIT 640) t GROUP BY n / ${PAGE_LIMIT_ROWS}`,
  );
  const text =
    'SELECT id, username, gender, date_of_birth, my_tags, cell FROM users WHERE id = ANY($1::uuid[])';
  const byKey = rows.map(({ ids }): Statement[] => [{ text, values: [ids] }]);
  const keys = await pgbench(url, byKey, { clients: 16, seconds });
  const whole = scripts.get(CASES[0]!)!.map(({ session, feed }) => [...session, ...feed]);
  const all = await pgbench(url, whole, { clients: 16, seconds });
  const empty = await emptyRoute(feed);
  const packed = await compressed();
  const beside = (one: number | string) => (typeof one === 'string' ? '–' : ratio(feed.perSecond, one));
  const lines = [
    ['all statements of a request, by pgbench', all],
    ['20 rows by primary key, by pgbench', keys],
    ['an empty route with as long an answer', empty.perSecond],
    [`the feed to browsers, compressed to ${Math.round(packed.bodyBytes)} bytes`, packed.perSecond],
  ] as const;
  const title = `Limits, 16 clients (the feed: ${Math.round(feed.perSecond)}/s, ${Math.round(feed.bodyBytes)} bytes a page)`;
  printTable(
    title,
    ['', '/s', 'feed ÷ limit'],
    lines.map(([name, value]) => [name, value, beside(value)]),
  );
}

async function emptyRoute(feed: LoadResult): Promise<LoadResult> {
  await using empty = await startUntil(
    [process.execPath, 'bench/feed/empty-route-process.ts', String(Math.round(feed.bodyBytes))],
    (line) => /ready on (\d+)/.exec(line)?.[1],
  );
  const requests = denseRequests.map((request) => request.replace(listFeed.path, '/api/empty'));
  return await httpLoad({ port: Number(empty.found), pid: empty.pid }, requests, { clients: 16, seconds });
}

async function compressed(): Promise<LoadResult> {
  const header = '\r\naccept-encoding: gzip, deflate, br, zstd\r\n\r\n';
  const requests = denseRequests.map((request) => request.replace('\r\n\r\n', header));
  return await httpLoad(peer, requests, { clients: 16, seconds });
}

async function halfLoad(rate: number): Promise<LoadResult> {
  const half = await httpLoad(peer, denseRequests, { clients: 64, seconds: seconds * 2, rate });
  printTable(
    'Dense city at half of saturation, arrivals by chance',
    ['', '/s', 'p50 ms', 'p99 ms', 'max ms'],
    [['feed', half.perSecond, half.p50, half.p99, half.max]],
  );
  return half;
}

function printAllBars(half: LoadResult): void {
  const { http, sql, redis: searches } = dense;
  const bars: Bar[] = [
    { what: 'p99 at half of saturation', value: half.p99, atMost: 50, unit: 'ms' },
    {
      what: 'page 10 beside page 1, time of one client',
      value: results.get('dense city, page 10 1')!.http.p50 / results.get('dense city 1')!.http.p50,
      atMost: 2,
    },
    {
      what: 'page 10 beside page 1, 16 clients',
      value: http.perSecond / results.get('dense city, page 10 16')!.http.perSecond,
      atMost: 2,
    },
  ];
  if (typeof sql === 'number')
    bars.unshift({
      what: 'HTTP beside the same SQL, dense, 16 clients',
      value: http.perSecond / sql,
      atLeast: 0.5,
    });
  if (typeof searches === 'number')
    bars.unshift({
      what: 'HTTP beside Redis, dense, 16 clients',
      value: http.perSecond / searches,
      atLeast: 1,
    });
  printBars(bars);
}
