import { MAX_PHOTOS } from '@herenow/contract/constants';
import type { Photo } from '@herenow/contract/entities';
import * as refusals from '@herenow/contract/refusals';
import type { Kysely } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { PictureCheck, RemovedPictures } from './checks.ts';
import { storeAway } from './guarded-files.ts';
import type { MakePicture } from './picture-makers.ts';
import type { Picture } from './pictures.ts';
import { createReading, type ReadingOptions } from './photo-reading.ts';
import * as store from './store.ts';
import { keyOfUrl } from './photo-addresses.ts';
import { photoView } from './views.ts';

/** Uploads of a person that no profile holds; the oldest make room. */
const MAX_UNHELD = 20;
export const UNHELD_MS = 3_600_000;
/** Longer than any upload takes from its first file to its row. */
const STORING_MS = 10 * 60_000;
const REMOVAL_BATCH = 20;

export type PhotosService = ReturnType<typeof createPhotos>;

/** The address of the first photo of a profile, for a viewer. */
export type FirstPhoto = (ownerId: string, viewerId: string) => string | null;

/** A photo as a client names it: by its id, or by any address that it ever got for it. */
export interface NamedPhoto {
  id?: string | undefined;
  url?: string | undefined;
}

interface PhotosOptions extends ReadingOptions {
  work: Work;
  makePicture: MakePicture;
  /** Each looks at every picture before it is stored. */
  checks: readonly PictureCheck[];
  removed: Pick<RemovedPictures, 'remember'>;
}

export function createPhotos(options: PhotosOptions) {
  const { db, work, clock, files, addresses, checks } = options;

  /**
   * Stores new photos, which no profile holds yet, and returns those of the profile and then the new ones. Until their
   * rows are there their files are noted for removal, so that nothing is left of an upload that breaks off.
   */
  async function add(userId: string, pictures: readonly Picture[]): Promise<Photo[]> {
    for (const picture of pictures) for (const check of checks) await check(picture);
    const rows = pictures.map(({ thumbhash }) => ({
      id: newId(),
      key: randomBytes(18).toString('base64url'),
      thumbhash,
    }));
    const keys = rows.map((row) => row.key);
    await store.noteRemovals(db, keys, new Date(clock.now().getTime() + STORING_MS));
    for (const [index, key] of keys.entries()) await files.put(key, pictures[index]!.files);
    await work(async (tx) => {
      if (!(await store.lockOwner(tx.db, userId))) throw new Refused(refusals.userNotFound);
      if (!(await store.cancelRemovals(tx.db, keys))) throw storeAway();
      await store.insertPhotos(tx.db, userId, rows, clock.now());
      await store.trimUnheld(tx.db, userId, MAX_UNHELD);
    });
    return [...(await views(db, userId, [userId])).get(userId)!, ...rows.map((row) => view(row, userId))];
  }

  const view = (row: store.PhotoRow, viewerId: string): Photo => photoView(row, viewerId, addresses);

  /** The photos of these people’s profiles for a viewer; each of them has an entry. */
  async function views(
    on: Kysely<Database>,
    viewerId: string,
    userIds: readonly string[],
  ): Promise<Map<string, Photo[]>> {
    const found = new Map<string, Photo[]>(userIds.map((id) => [id, []]));
    if (userIds.length === 0) return found;
    for (const row of await store.listHeld(on, userIds)) found.get(row.userId)?.push(view(row, viewerId));
    return found;
  }

  /** Removes files whose rows are gone. Returns how many photos. */
  async function removeFiles(): Promise<number> {
    return await work(async (tx) => {
      const keys = await store.lockRemovals(tx.db, clock.now(), REMOVAL_BATCH);
      for (const key of keys) await files.remove(key);
      if (keys.length > 0) await store.cancelRemovals(tx.db, keys);
      return keys.length;
    });
  }

  return {
    add,

    view,
    views,

    /** The address of the first photo of each of these profiles, for any viewer; null where there is none. */
    async firstPhotos(on: Kysely<Database>, ownerIds: readonly string[]): Promise<FirstPhoto> {
      const first = new Map<string, store.PhotoRow>();
      if (ownerIds.length > 0)
        for (const row of await store.listHeld(on, ownerIds))
          if (!first.has(row.userId)) first.set(row.userId, row);
      return (ownerId, viewerId) => {
        const row = first.get(ownerId);
        return row ? view(row, viewerId).url : null;
      };
    },

    /** The ids of the photos that a profile holds, in their order. */
    listHeldIds: async (on: Kysely<Database>, userId: string): Promise<string[]> =>
      (await store.listHeld(on, [userId])).map(({ id }) => id),

    read: createReading(options),

    /**
     * Makes a profile hold exactly these photos, in this order, and returns how many. Throws 400 unless all are the
     * person’s own. A photo let go can be taken back for an hour.
     */
    async setHeld(tx: Tx, userId: string, wanted: readonly NamedPhoto[]): Promise<number> {
      const own = await store.listAll(tx.db, userId);
      const keyById = new Map(own.map(({ id, key }) => [id, key]));
      const keyOf = ({ id = '', url = '' }: NamedPhoto) => keyById.get(id.toLowerCase()) ?? keyOfUrl(url);
      const keys = [...new Set(wanted.map(keyOf))];
      if (keys.length > MAX_PHOTOS) throw new Refused(refusals.photosTooMany);
      if (!keys.every((key) => key !== undefined)) throw new Refused(refusals.photosChooseAgain);
      const held = await store.holdPhotos(tx.db, userId, keys, clock.now());
      if (held !== keys.length) throw new Refused(refusals.photosChooseAgain);
      return held;
    },

    /** Every photo of a person in full size, those that no profile holds included, as named files. */
    async originals(userId: string): Promise<{ name: string; bytes: Buffer }[]> {
      const rows = await store.listAll(db, userId);
      const read = await Promise.all(
        rows.map(async ({ id, key }) => ({ name: `${id}.jpg`, bytes: await files.read(key, '1080.jpg') })),
      );
      return read.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
    },

    /**
     * Takes a photo off a profile for good, by a decision of the log, so that it does not come back. Returns whether it was
     * there.
     */
    async remove(tx: Tx, userId: string, photoId: string, entryId: string): Promise<boolean> {
      const key = await store.deleteHeld(tx.db, userId, photoId);
      if (key === undefined) return false;
      const bytes = await files.read(key, '1080.jpg');
      if (bytes) await options.removed.remember(tx.db, await options.makePicture(bytes), entryId);
      return true;
    },

    /** Removes what no profile has held for an hour, and the files of all photos that are gone. Any node may do it. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now().getTime() - UNHELD_MS);
      await store.deleteUnheld(db, before, 1000);
      while ((await removeFiles()) === REMOVAL_BATCH);
    },
  };
}
