/** Measures what other users notice while many sign in: the feed before, and during 50 sign-ins a second. */
import { login } from '@herenow/contract/accounts';
import { listFeed } from '@herenow/contract/feed';
import { hash } from '@node-rs/argon2';
import { deviceName } from '../server/src/features/accounts/device.ts';
import { printBars, printTable } from './lib/table.ts';
import { environmentOf, openEmptyDatabase } from './live/bench-database.ts';
import { postJson } from './live/http-request.ts';
import { allAnswered, startLoad, type Load } from './live/load.ts';
import type { HttpOutcome } from './live/load-protocol.ts';
import { startPeer, type Peer } from './live/peer.ts';
import { emailOf, seedPairs } from './live/pairs.ts';

const PEOPLE = 5000;
const PASSWORD = 'Herenow-2026';
const SIGN_INS_PER_SECOND = 50;
const FEEDS_PER_SECOND = 100;
const SECONDS = 10;
const WARM_UP_SECONDS = 3;

await using database = await openEmptyDatabase();
const pairs = await seedPairs(database.pool, PEOPLE / 2, await hash(PASSWORD));
// Users sign in on known devices: otherwise the mail about each new device would be measured, too.
await database.pool.query('UPDATE sessions SET device = $1', [deviceName('')]);
const feeds = pairs.map(({ sender }) => postJson(listFeed.path, { userId: sender.id }, sender.token));
const signIns = pairs.map(({ recipient }) =>
  postJson(login.path, { email: emailOf(recipient.id), password: PASSWORD, appSource: 'web' }),
);

await using load = startLoad();
await using signInLoad = startLoad();
await using peer = await startPeer('node.ts', environmentOf(database));

const ask = (from: Load, { port }: Peer, requests: string[], rate: number, seconds: number) =>
  from.run('http', { port, requests, connections: 64, seconds, rate, pushes: false });
const askFeeds = (seconds: number) => ask(load, peer, feeds, FEEDS_PER_SECOND, seconds);

await askFeeds(WARM_UP_SECONDS);
const quiet = await askFeeds(SECONDS);
// The storm begins a second earlier and ends a second later, so that it covers all measured feed requests.
const storm = ask(signInLoad, peer, signIns, SIGN_INS_PER_SECOND, SECONDS + 2);
await askFeeds(1);
const busy = await askFeeds(SECONDS);
const signedIn = await storm;

allAnswered(quiet);
allAnswered(busy);

const statusesOf = ({ statuses }: HttpOutcome) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
printTable(
  `Feed pages among ${PEOPLE} visible people, ${FEEDS_PER_SECOND} a second, and ${SIGN_INS_PER_SECOND} sign-ins a second`,
  ['', 'p50 ms', 'p99 ms', 'answers'],
  [
    ['feed, nobody signs in', quiet.answered.p50, quiet.answered.p99, statusesOf(quiet)],
    ['feed, while they sign in', busy.answered.p50, busy.answered.p99, statusesOf(busy)],
    ['sign-ins', signedIn.answered.p50, signedIn.answered.p99, statusesOf(signedIn)],
  ],
);
printBars([{ what: "feed's p99 in the storm", value: busy.answered.p99 / quiet.answered.p99, atMost: 2 }]);
