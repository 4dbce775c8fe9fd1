/**
 * Shows whether the time of a response reveals what its text does not: calls about a person who is offline, incognito,
 * has blocked the caller, is suspended or deleted, beside the same calls about an unknown id, in random order; and
 * feeds of viewers who are alone with such a person, beside feeds of viewers who are alone. What counts is how often a
 * call about a person takes longer than one about nobody: half of the time if nothing leaks. `--rounds=400` of each.
 */
import { createRandom } from '@herenow/cast/random';
import { listFeed } from '@herenow/contract/feed';
import { pinUser } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import type { OtherUser } from '@herenow/contract/entities';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { numberOption } from './lib/options.ts';
import { printBars, printTable } from './lib/table.ts';
import { environmentOf, openEmptyDatabase } from './live/bench-database.ts';
import { openClient } from './live/http-client.ts';
import { getRequest, postJson } from './live/http-request.ts';
import { moveApart } from './live/lonely-places.ts';
import { seedPairs, type Somebody } from './live/pairs.ts';
import { startPeer } from './live/peer.ts';

const PEOPLE_EACH = 8;
const PHOTOS_EACH = 3;
const WARM_UP_ROUNDS = 40;
/** The largest difference from one half: so small that a hundred responses of each do not tell the two apart. */
const BAR = 0.08;
const rounds = Math.round(numberOption('rounds', 400));

/** What happens to a person whom the caller has seen; `$1` is the person, `$2` the caller. */
const FATES: Record<string, readonly string[]> = {
  offline: ['DELETE FROM presences WHERE user_id = $1 AND $2::uuid IS NOT NULL'],
  incognito: [`UPDATE presences SET status = 'incognito' WHERE user_id = $1 AND $2::uuid IS NOT NULL`],
  'has blocked': ['INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, now())'],
  suspended: [
    'DELETE FROM presences WHERE user_id = $1 AND $2::uuid IS NOT NULL',
    'UPDATE users SET suspended_at = now() WHERE id = $1 AND $2::uuid IS NOT NULL',
  ],
  deleted: ['DELETE FROM users WHERE id = $1 AND $2::uuid IS NOT NULL'],
};
const NOBODY = 'nobody';

await using database = await openEmptyDatabase();
const { pool } = database;
const kinds = Object.keys(FATES);
const places = (kinds.length + 1) * PEOPLE_EACH;
const pairs = await seedPairs(pool, places / 2 + 1 + 2 * places);
const crowd = pairs.slice(0, places / 2 + 1);
const [asker, ...others] = crowd.flatMap(({ sender, recipient }) => [sender, recipient]) as [
  Somebody,
  ...Somebody[],
];
await hangPhotos(pool);
await using peer = await startPeer('node.ts', environmentOf(database));
const client = await openClient(peer.port);
/** Everyone but the first, who is the partner of the asker and has a chat with them. */
const strangers = others.slice(1);

async function photosOf({ id }: Somebody): Promise<string[]> {
  const { status, body } = await client.ask(getRequest(getUser.path.replace(':id', id), asker.token));
  if (status !== 200) throw new Error(`${status} ${body}`);
  return (JSON.parse(body) as OtherUser).photos.map(({ url }) => url);
}

interface Target {
  kind: string;
  requests: Record<string, string>;
}

/** Returns feeds of viewers who are alone with one person, or alone. */
async function feedTargets(): Promise<Target[]> {
  const lonely = await moveApart(pool, pairs.slice(crowd.length));
  for (const { viewer } of lonely) {
    const { body } = await client.ask(postJson(listFeed.path, { userId: viewer.id }, viewer.token));
    if ((JSON.parse(body) as unknown[]).length !== 1) throw new Error(`A place has others: ${body}`);
  }
  for (const [at, { viewer, other }] of lonely.entries()) {
    const kind = kindAt(at);
    const nobody = [`DELETE FROM presences WHERE user_id = $1 AND $2::uuid IS NOT NULL`];
    for (const statement of FATES[kind] ?? nobody) await pool.query(statement, [other.id, viewer.id]);
  }
  // The server, too, removes such a place some time after its last visible presence has ended.
  await pool.query(
    `DELETE FROM occupied_cells WHERE cell NOT IN (SELECT cell FROM presences WHERE status = 'online')`,
  );
  return lonely.map(({ viewer }, at) => ({
    kind: kindAt(at),
    requests: { feed: postJson(listFeed.path, { userId: viewer.id }, viewer.token) },
  }));
}

const kindAt = (at: number) => kinds[Math.floor(at / PEOPLE_EACH)] ?? NOBODY;

function targetOf(kind: string, id: string, photo: string): Target {
  return {
    kind,
    requests: {
      profile: getRequest(getUser.path.replace(':id', id), asker.token),
      pin: postJson(pinUser.path, { userId: asker.id, pinnedUserId: id }, asker.token),
      photo: getRequest(photo),
    },
  };
}

const targets: Target[] = [];
for (const [at, kind] of kinds.entries())
  for (const one of strangers.slice(at * PEOPLE_EACH, (at + 1) * PEOPLE_EACH)) {
    const [photo] = await photosOf(one);
    for (const statement of FATES[kind]!) await pool.query(statement, [one.id, asker.id]);
    targets.push(targetOf(kind, one.id, photo!));
  }
/** An unknown id has no photo addresses, so addresses of deleted photos take their place. */
const removed = strangers.slice(kinds.length * PEOPLE_EACH, kinds.length * PEOPLE_EACH + PEOPLE_EACH);
for (const one of removed) {
  const [photo] = await photosOf(one);
  await pool.query('DELETE FROM photos WHERE user_id = $1', [one.id]);
  targets.push(targetOf(NOBODY, randomUUID(), photo!));
}
targets.push(...(await feedTargets()));
await pool.query('VACUUM (ANALYZE)');

const taken = new Map<string, number[]>();
const random = createRandom(7);
const CALLS = ['profile', 'pin', 'photo', 'feed'];
const statusOf = (call: string) => (call === 'feed' ? 200 : 404);

async function round(keep: boolean): Promise<void> {
  const turns = [NOBODY, ...kinds].flatMap((kind) =>
    CALLS.map((call) => {
      const target = random.pick(targets.filter((one) => one.kind === kind && call in one.requests));
      return { kind, call, request: target.requests[call]! };
    }),
  );
  for (const { kind, call, request } of random.shuffled(turns)) {
    const began = performance.now();
    const { status } = await client.ask(request);
    const milliseconds = performance.now() - began;
    if (status !== statusOf(call)) throw new Error(`${call} of ${kind} answered ${status}.`);
    if (!keep) continue;
    const name = `${call} ${kind}`;
    taken.set(name, [...(taken.get(name) ?? []), milliseconds]);
  }
}
for (let at = 0; at < WARM_UP_ROUNDS; at += 1) await round(false);
for (let at = 0; at < rounds; at += 1) await round(true);
client.close();

const timesOf = (call: string, kind: string) => taken.get(`${call} ${kind}`)!.toSorted((a, b) => a - b);

/** Returns the share of all pairs in which the time from `first` is longer; both lists are ascending. */
function oftenLonger(first: readonly number[], second: readonly number[]): number {
  let below = 0;
  let sum = 0;
  for (const value of first) {
    while (below < second.length && second[below]! < value) below += 1;
    sum += below;
  }
  return sum / (first.length * second.length);
}

const rows = CALLS.flatMap((call) =>
  kinds.map((kind) => ({
    name: `${call}, ${kind}`,
    median: timesOf(call, kind)[rounds >> 1]!,
    nobody: timesOf(call, NOBODY)[rounds >> 1]!,
    longer: oftenLonger(timesOf(call, kind), timesOf(call, NOBODY)),
  })),
);
printTable(
  `Answers about somebody and about nobody, ${rounds} of each`,
  ['', 'median ms', 'nobody', 'longer than nobody'],
  rows.map(({ name, median, nobody, longer }) => [name, median, nobody, longer]),
);
printBars(
  CALLS.map((call) => ({
    what: `${call}: furthest from one half`,
    value: Math.max(
      ...rows.filter(({ name }) => name.startsWith(call)).map(({ longer }) => Math.abs(longer - 0.5)),
    ),
    atMost: BAR,
    unit: '',
  })),
);

async function hangPhotos(on: pg.Pool): Promise<void> {
  await on.query(
    `INSERT INTO photos (id, user_id, key, thumbhash, position, created_at)
     SELECT gen_random_uuid(), users.id, substr(md5(users.id::text || n), 1, 24), '', n, now()
     FROM users, generate_series(0, $1::int - 1) AS n`,
    [PHOTOS_EACH],
  );
}
