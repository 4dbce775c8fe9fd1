import { DAY_MS } from '@herenow/contract/constants';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../database/db.ts';
import type { Asset } from '../../http/other-assets.ts';
import { batched } from '../../lib/batched.ts';
import { plus, type Clock } from '../../lib/clock.ts';
import { deleteOutdated, findAssets, insertAsset, keepAssets, listNames } from './store.ts';

/** How long files are kept after the last node built with them is gone: as long as a user may leave a tab open. */
const KEPT_MS = 7 * DAY_MS;
/** More than the files of several builds; each is read from the database once. */
const MOST_IN_MEMORY = 200;

const PACKED = /\.(?:br|gz)$/;

/**
 * Serves the hashed files of the web client. A page served by one node finds its files at every other, even if those
 * were built from an older or a newer version. `folder`: that of the built client; if it is missing, there are no files.
 */
export function createAssets(options: { db: Db; clock: Clock; folder: string }) {
  const { db, clock, folder } = options;
  const memory = new Map<string, Asset>();
  /** Runs one query at a time, no matter how many requests name files that do not exist. */
  const findStored = batched((names: readonly string[]) => findAssets(db, names));

  async function ownNames(): Promise<string[]> {
    const files = await readdir(path.join(folder, 'assets')).catch(() => []);
    return files.filter((file) => !PACKED.test(file)).toSorted();
  }

  async function readOwn(name: string): Promise<Asset> {
    const file = path.join(folder, 'assets', name);
    const [body, brotli] = await Promise.all([readFile(file), readFile(`${file}.br`).catch(() => null)]);
    return { body, brotli };
  }

  const keptUntil = () => plus(clock.now(), KEPT_MS);

  /** Stores the files of this node’s build, so that every other node can serve them, and extends their retention. */
  async function share(): Promise<void> {
    const own = await ownNames();
    const there = new Set(await listNames(db));
    for (const name of own.filter((file) => !there.has(file)))
      await insertAsset(db, name, await readOwn(name), keptUntil());
    if (own.length > 0) await keepAssets(db, own, keptUntil());
  }

  return {
    share,

    /** Shares this node’s files on, and deletes those that no node has been built with lately. */
    async sweep(): Promise<void> {
      await share();
      await deleteOutdated(db, clock.now());
    },

    /** Returns a file that this node was not built with. */
    async find(name: string): Promise<Asset | undefined> {
      const inMemory = memory.get(name);
      if (inMemory) return inMemory;
      const asset = await findStored(name);
      if (memory.size >= MOST_IN_MEMORY) memory.clear();
      if (asset) memory.set(name, asset);
      return asset;
    },
  };
}
