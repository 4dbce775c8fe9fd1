/** Starts nodes and their database on one processor, with a town of visible people who each have a photo. */
import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { DATE_IDEAS, PRONOUNS } from '@herenow/contract/constants';
import { startNats } from '@herenow/testing/nats-server';
import { openFolder } from '../../server/src/features/photos/folder.ts';
import { cpuOfTree, cpuSeconds, postmasterOf } from '../lib/cpu.ts';
import { environmentOf, openEmptyDatabase } from '../live/bench-database.ts';
import { seedPairs } from '../live/pairs.ts';
import { startPeer, type Peer } from '../live/peer.ts';
import { writtenBy } from '../presence/presence-statements.ts';
import { photograph } from '../web/photographs.ts';
import { makePicture } from '../../server/src/features/photos/pictures.ts';
import { busySeconds, childrenOf, pinTo, pinTree, proportionalKb, SERVED } from './processor.ts';

/** The file of a photo that a phone loads. */
const FILE = '640.webp';
const AT_A_TIME = 500;
const ORIGINAL = '0'.repeat(24);

/**
 * Opens a town, on the processor of the servers. `env` adds to the configuration of each node.
 * If there are several nodes, a NATS server on the same processor connects them.
 */
export async function openTown(
  people: number,
  { env = {}, nodes = 1 }: { env?: NodeJS.ProcessEnv; nodes?: number } = {},
) {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await openEmptyDatabase());
  const { pool, folder } = database;
  const pairs = await seedPairs(pool, people / 2);
  await makeDifferent(pool);
  await hangPhotos(pool, path.join(folder, 'photos'));
  await pool.query('VACUUM (ANALYZE)');
  const postmaster = await postmasterOf(pool);
  await pinTree(String(SERVED), postmaster);
  const bus = nodes > 1 ? undo.use(await startNats()) : undefined;
  if (bus) await pinTo(String(SERVED), bus.pid);
  const peers: Peer[] = [];
  while (peers.length < nodes) {
    const shared = bus && { NATS_URL: bus.url };
    const peer = undo.use(
      await startPeer('node.ts', { ...environmentOf(database), RATE_LIMITS: 'on', ...shared, ...env }),
    );
    await pinTo(String(SERVED), peer.pid);
    peers.push(peer);
  }

  const used = () => ({
    seconds: performance.now() / 1000,
    node: sumOf(peers, ({ pid }) => cpuSeconds(pid)),
    bus: bus ? cpuSeconds(bus.pid) : 0,
    database: cpuOfTree(postmaster),
    processor: busySeconds(SERVED),
  });

  const resources = undo.move();
  return {
    /** The port of each node. */
    ports: peers.map(({ port }) => port),
    pids: peers.map(({ pid }) => pid),
    pool,
    pairs,
    /** Returns the kilobytes of the nodes after a garbage collection, and of the database. */
    async memory() {
      const collected: number[] = [];
      for (const peer of peers) collected.push((await peer.memory()).collected!);
      const all = [postmaster, ...childrenOf(postmaster)];
      return { node: sumOf(collected, (kb) => kb), database: sumOf(all, proportionalKb) };
    },
    /** Runs a task; returns its result, the shares of the processor, and the log's bytes and whole pages per second. */
    async usedBy<T>(task: () => Promise<T>) {
      const before = used();
      const { result, bytes, wholePages } = await writtenBy(pool, task);
      const after = used();
      const seconds = after.seconds - before.seconds;
      const [node, db, onBus, busy] = (['node', 'database', 'bus', 'processor'] as const).map(
        (name) => (after[name] - before[name]) / seconds,
      ) as [number, number, number, number];
      return {
        result,
        node,
        database: db,
        bus: onBus,
        others: Math.max(0, busy - node - db - onBus),
        log: bytes / seconds,
        wholePages: wholePages / seconds,
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

/** Gives people random pronouns, ages from 20 to 50 and three date ideas each, in the same shares in every run. */
async function makeDifferent(pool: pg.Pool): Promise<void> {
  await pool.query(
    `UPDATE users SET
       gender = ($1::text[])[1 + get_byte(uuid_send(id), 15) % cardinality($1::text[])],
       date_of_birth = current_date - 20 * 365 - 43 * get_byte(uuid_send(id), 14),
       my_tags = ARRAY(SELECT ($2::text[])[1 + (get_byte(uuid_send(id), 13) + n * 5) % cardinality($2::text[])]
                       FROM generate_series(0, 2) AS n)`,
    [PRONOUNS, DATE_IDEAS.map((idea) => idea.toLowerCase())],
  );
  await pool.query(
    `UPDATE presences SET gender = u.gender, date_of_birth = u.date_of_birth, tags = u.my_tags
     FROM users u WHERE u.id = user_id`,
  );
}

/** Gives everyone one photo: a link to the same picture, under its own key. */
async function hangPhotos(pool: pg.Pool, folder: string): Promise<void> {
  const picture = await makePicture(await photograph());
  await (await openFolder(folder)).put(ORIGINAL, picture.files);
  const { rows } = await pool.query<{ key: string }>(
    `INSERT INTO photos (id, user_id, key, thumbhash, position, created_at)
     SELECT gen_random_uuid(), id, substr(md5(id::text), 1, 24), $1, 0, now() FROM users RETURNING key`,
    [picture.thumbhash],
  );
  const placeOf = (key: string) => path.join(folder, key.slice(0, 2), key);
  for (let at = 0; at < rows.length; at += AT_A_TIME)
    await Promise.all(
      rows.slice(at, at + AT_A_TIME).map(async ({ key }) => {
        await mkdir(placeOf(key), { recursive: true });
        await link(path.join(placeOf(ORIGINAL), FILE), path.join(placeOf(key), FILE));
      }),
    );
}
