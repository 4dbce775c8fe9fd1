import { freePort } from '@herenow/testing/server-process';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { sendMessage } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import { startNats } from '@herenow/testing/nats-server';
import { CASES, requestOf } from '../feed/cases.ts';
import { cpuOfTree, cpuSeconds, postmasterOf } from '../lib/cpu.ts';
import { environmentOf, openEmptyDatabase } from '../live/bench-database.ts';
import { postJson } from '../live/http-request.ts';
import { startLoad } from '../live/load.ts';
import { seedPairs, type Pair, type Somebody } from '../live/pairs.ts';
import { startPeer } from '../live/peer.ts';
import type { Action } from './model.ts';

/** Readings of counters that only grow: the difference of two is what was used in between. */
interface Used {
  seconds: number;
  /** Seconds of CPU, of the node and of the database. */
  node: number;
  database: number;
  log: number;
  bus: number;
}

const CONTENT = 'x'.repeat(100);

/**
 * Starts a node with its database and NATS, and signs in `pairCount` pairs of people who are visible in one city and
 * chat. `changers` more pairs go offline and visible again.
 */
export async function openInstallation(pairCount: number, changers: number) {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await openEmptyDatabase());
  const pairs = await seedPairs(database.pool, pairCount);
  const changing = await seedPairs(database.pool, changers);
  const watchPort = await freePort();
  const nats = undo.use(await startNats('-m', String(watchPort)));
  const peer = undo.use(await startPeer('node.ts', { ...environmentOf(database), NATS_URL: nats.url }));
  const load = undo.use(startLoad());
  const postmaster = await postmasterOf(database.pool);

  async function used(): Promise<Used> {
    const { rows: log } = await database.pool.query<{ bytes: string }>(
      `SELECT pg_current_wal_lsn() - '0/0' AS bytes`,
    );
    const watched = await fetch(`http://127.0.0.1:${watchPort}/varz`);
    const { in_msgs: bus } = (await watched.json()) as { in_msgs: number };
    return {
      seconds: performance.now() / 1000,
      node: cpuSeconds(peer.pid),
      database: cpuOfTree(postmaster),
      log: Number(log[0]!.bytes),
      bus,
    };
  }

  const resources = undo.move();
  return {
    peer,
    load,
    tokens: pairs.flatMap(({ sender, recipient }) => [sender.token, recipient.token]),
    requests: requestsOf(pairs, changing),
    /** Runs a task; returns its result and what was used meanwhile. */
    async usedBy<T>(task: () => Promise<T>) {
      const before = await used();
      const result = await task();
      const after = await used();
      const of = (name: keyof Used) => after[name] - before[name];
      return {
        result,
        seconds: of('seconds'),
        node: of('node'),
        database: of('database'),
        log: of('log'),
        bus: of('bus'),
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns requests for each action, to be sent in turn. */
function requestsOf(pairs: Pair[], changing: Pair[]): Record<Action, string[]> {
  const feedOf = ({ id, token }: Somebody) =>
    requestOf(CASES[0]!, { id, token, at: [0, 0], blockedUsers: [], pinnedUsers: [] });
  const onlineUntil = new Date(Date.now() + 3 * HOUR_MS).toISOString();
  const people = changing.flatMap(({ sender, recipient }) => [sender, recipient]);
  return {
    feed: pairs.map(({ sender }) => feedOf(sender)),
    message: pairs.map(({ chatId, sender }) =>
      postJson(sendMessage.path, { id: '{id}', chatId, senderId: sender.id, content: CONTENT }, sender.token),
    ),
    change: [
      ...people.map(({ id, token }) => postJson(goOffline.path, { userId: id }, token)),
      ...people.map(({ id, token }) => postJson(goOnline.path, { userId: id, onlineUntil }, token)),
    ],
  };
}
