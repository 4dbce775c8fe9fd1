/** Compares the server on embedded PostgreSQL and on Debian's, in the small world. `--seconds=4` for each figure. */
import pg from 'pg';
import { CASES, requestOf } from './feed/cases.ts';
import { cityViewers, countryViewers } from './feed/viewers.ts';
import { httpLoad } from './lib/http-load.ts';
import { numberOption } from './lib/options.ts';
import { startDebianPostgres, startEmbeddedPostgres, type Postgres } from './lib/postgres.ts';
import { DEBIAN_POSTGRES, findProgram, howToGet } from './lib/programs.ts';
import { printBars, printTable, ratio } from './lib/table.ts';
import { environmentOf } from './live/bench-database.ts';
import { startPeer } from './live/peer.ts';
import { toggling } from './presence/toggling.ts';
import { BENCH_FOLDER, openWorld } from './world/open-world.ts';

const seconds = numberOption('seconds', 4);
const CLIENTS = 16;
/** The engines take turns, so that a machine that slows down slows both. */
const TURNS = 2;

type Figures = Map<string, number>;

const embedded = new Map<string, number>();
const debian = new Map<string, number>();
const hasDebian = findProgram('postgres')?.startsWith(DEBIAN_POSTGRES) ?? false;
const versions: string[] = [];
for (let turn = 0; turn < TURNS; turn += 1) {
  await measure(startEmbeddedPostgres, embedded);
  if (hasDebian) await measure(startDebianPostgres, debian);
}

const [one = 'embedded', other = howToGet('postgres')] = versions;
printTable(
  `The small world (50,000 people, 5,000 visible), ${CLIENTS} clients over HTTP, answers a second`,
  ['', `embedded ${one}`, hasDebian ? `Debian ${other}` : other, 'embedded ÷ Debian'],
  [...embedded].map(([name, value]) => {
    const beside = debian.get(name);
    return [name, value, beside, beside === undefined ? '–' : ratio(value, beside)];
  }),
);
printBars(
  [...debian].map(([what, value]) => ({
    what: `${what}, embedded beside Debian`,
    value: embedded.get(what)! / value,
    atLeast: 0.8,
  })),
);

async function measure(start: (folder: string) => Promise<Postgres>, figures: Figures): Promise<void> {
  await using postgres = await start(BENCH_FOLDER);
  if (!versions.includes(postgres.version)) versions.push(postgres.version);
  const url = await openWorld(postgres, 'small');
  await using pool = Object.assign(new pg.Pool({ connectionString: url, max: 2 }), {
    [Symbol.asyncDispose]: () => pool.end(),
  });
  // The end of a pool does not wait for its connections, which then get an error from the stopping engine.
  pool.on('error', () => undefined);
  const viewers = { city: await cityViewers(pool), country: await countryViewers(pool) };
  await using server = await startPeer('node.ts', environmentOf({ url, folder: `${BENCH_FOLDER}/engines` }));
  const origin = `http://127.0.0.1:${server.port}`;
  const add = (name: string, perSecond: number) =>
    figures.set(name, (figures.get(name) ?? 0) + perSecond / TURNS);
  for (const feedCase of CASES) {
    const requests = viewers[feedCase.where].map((viewer) => requestOf(feedCase, viewer));
    const { perSecond } = await httpLoad({ origin, requests, clients: CLIENTS, seconds }, server.pid);
    add(`feed, ${feedCase.name}`, perSecond);
  }
  const people = await toggling(pool, 64);
  const { perSecond } = await httpLoad(
    { origin, requests: people.sessions(), clients: CLIENTS, seconds },
    server.pid,
  );
  add('going visible and offline', perSecond);
}
