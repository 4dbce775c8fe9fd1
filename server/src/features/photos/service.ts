import { MAX_PHOTOS } from '@herenow/contract/constants';
import type { Photo } from '@herenow/contract/entities';
import * as refusals from '@herenow/contract/refusals';
import { randomBytes } from 'node:crypto';
import type { JobData } from '../../database/jobs.ts';
import { lockUser } from '../../database/lock-user.ts';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import { allEnded } from '../../lib/all-ended.ts';
import { Refused } from '../../lib/errors.ts';
import { newSilentId } from '../../lib/ids.ts';
import { inTime } from '../../lib/in-time.ts';
import { storeAway } from './guarded-files.ts';
import type { MakePicture } from './picture-makers.ts';
import type { Picture } from './pictures.ts';
import { createReading, type ReadingOptions } from './photo-reading.ts';
import { readOriginals } from './originals.ts';
import * as store from './store.ts';
import { keyOfUrl } from './photo-addresses.ts';
import { photoView } from './views.ts';
import { minus, plus } from '../../lib/clock.ts';
import { throwFailures, tryEach } from '../../lib/try-each.ts';
import type { Removal, Removed } from '../removed/index.ts';

/** How many photos of a user may be on no profile, beside those taken off it; beyond that the oldest are removed. */
const MAX_UNHELD = 20;
export const UNHELD_MS = 3_600_000;
/**
 * How many photos accounts without a verified email have together, and how often that is looked at. Anybody opens any
 * number of such accounts: with a limit for each alone, one machine would fill the disk in a few days.
 */
export const UNVERIFIED_PHOTOS = 5000;
export const UNVERIFIED_SWEEP_MS = 10 * 60_000;
/** Longer than any upload takes from its first file to its row. */
const STORING_MS = 10 * 60_000;
/** So few that the database waits for them, even if the store takes ten seconds for each. */
const REMOVAL_BATCH = 5;
/** How long a report waits for the photo that it names. */
const COPY_MS = 3000;
/** The wait before files that could not be removed are tried again, so that they do not hold up others. */
const REMOVAL_AGAIN_MS = 10 * 60_000;

export type PhotosService = ReturnType<typeof createPhotos>;

export type FirstPhoto = (ownerId: string, viewerId: string) => string | null;

/** A photo as a client names it: by its id, or by any address that the client ever got for it. */
export interface NamedPhoto {
  id?: string | undefined;
  url?: string | undefined;
}

interface PhotosOptions extends ReadingOptions {
  work: Work;
  makePicture: MakePicture;
  removed: Pick<Removed, 'checkPicture' | 'barPicture' | 'isBarred' | 'keepEvidence'>;
}

export function createPhotos(options: PhotosOptions) {
  const { db, work, clock, files, addresses } = options;
  let unverifiedSweptAt = new Date(0);

  /**
   * Stores new photos, which no profile holds yet, and returns the photos of the profile followed by the new ones.
   * Until their rows exist, their files are noted for removal, so that an interrupted upload leaves nothing behind.
   */
  async function add(userId: string, pictures: readonly Picture[]): Promise<Photo[]> {
    for (const picture of pictures) await options.removed.checkPicture(picture, userId);
    const rows = pictures.map(({ thumbhash }) => ({
      id: newSilentId(),
      key: randomBytes(18).toString('base64url'),
      thumbhash,
    }));
    const keys = rows.map((row) => row.key);
    await store.noteRemovals(db, keys, plus(clock.now(), STORING_MS));
    // Together: with a slow store, one after the other would take longer than proxies wait.
    await allEnded(keys.map((key, index) => files.put(key, pictures[index]!.files)));
    await work(async (tx) => {
      if (!(await lockUser(tx.db, userId))) throw new Refused(refusals.userNotFound);
      // An operator may have removed the same picture while this one was on its way.
      for (const picture of pictures) await options.removed.checkPicture(picture, userId, tx.db);
      if (!(await store.cancelRemovals(tx.db, keys))) throw storeAway();
      await store.insertPhotos(tx.db, userId, rows, clock.now());
      await store.trimUnheld(tx.db, userId, MAX_UNHELD);
    });
    return [...(await views(db, userId, [userId])).get(userId)!, ...rows.map((row) => view(row, userId))];
  }

  const view = (row: store.PhotoRow, viewerId: string): Photo => photoView(row, viewerId, addresses);

  /** Returns the photos of these users’ profiles for a viewer, with an entry for each user. */
  async function views(on: Db, viewerId: string, userIds: readonly string[]): Promise<Map<string, Photo[]>> {
    const found = new Map<string, Photo[]>(userIds.map((id) => [id, []]));
    if (userIds.length === 0) return found;
    for (const row of await store.listHeld(on, userIds)) found.get(row.userId)?.push(view(row, viewerId));
    return found;
  }

  /** Removes files whose rows are gone. Returns the number of photos; throws if some could not be removed. */
  async function removeFiles(): Promise<number> {
    const { removed, failure } = await work(async (tx) => {
      const keys = await store.lockRemovals(tx.db, clock.now(), REMOVAL_BATCH);
      for (const [removed, key] of keys.entries())
        try {
          await files.remove(key);
        } catch (failure) {
          await store.putRemovalOff(tx.db, key, plus(clock.now(), REMOVAL_AGAIN_MS));
          await store.cancelRemovals(tx.db, keys.slice(0, removed));
          return { removed, failure: failure as Error };
        }
      await store.cancelRemovals(tx.db, keys);
      return { removed: keys.length, failure: undefined };
    });
    if (failure !== undefined) throw failure;
    return removed;
  }

  const keyOf = async (userId: string, photoId: string): Promise<string | undefined> =>
    (await store.listAll(db, userId)).find(({ id }) => id === photoId)?.key;

  /**
   * Returns a photo’s picture, for `remove`. Call it before the transaction, which locks the user: making the picture
   * may take a while.
   */
  async function look(userId: string, photoId: string): Promise<Picture | undefined> {
    const key = await keyOf(userId, photoId);
    const bytes = key && (await files.read(key, '1080.jpg'));
    return bytes ? await options.makePicture(bytes) : undefined;
  }

  return {
    add,

    view,
    views,

    /**
     * Returns a lookup of the first photo’s address in each of these profiles, for any viewer; null where there is
     * none.
     */
    async firstPhotos(on: Db, ownerIds: readonly string[]): Promise<FirstPhoto> {
      const first = new Map<string, store.PhotoRow>();
      if (ownerIds.length > 0)
        for (const row of await store.listHeld(on, ownerIds))
          if (!first.has(row.userId)) first.set(row.userId, row);
      return (ownerId, viewerId) => {
        const row = first.get(ownerId);
        return row ? view(row, viewerId).url : null;
      };
    },

    /** Returns the ids of the photos that a profile holds, in their order. */
    listHeldIds: async (on: Db, userId: string): Promise<string[]> =>
      (await store.listHeld(on, [userId])).map(({ id }) => id),

    read: createReading(options),

    /**
     * Makes a profile hold exactly these photos, in this order, and returns how many. Throws 400 unless all belong to
     * the user. A photo that was taken off the profile can be put back within an hour.
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

    /** Returns the photos of a user’s profile in full size as named files. */
    originals: (userId: string) => readOriginals(db, files, userId),

    look,

    /**
     * Returns a photo of a user as base64, to be kept with a report: also one taken off the profile within the hour, as
     * nobody knows the id of a photo that was never shown. Undefined if it is gone or the store does not answer soon,
     * as a report does not wait for it.
     */
    async copy(userId: string, photoId: string): Promise<string | undefined> {
      const key = await keyOf(userId, photoId);
      if (key === undefined) return undefined;
      const reading = files.read(key, '640.webp').catch(() => undefined);
      return (await inTime(COPY_MS, reading, () => undefined))?.toString('base64');
    },

    /**
     * Runs the job: removes photos that a user uploaded before it was known that their mailbox is barred from them, and
     * runs `onRemoved` with each.
     */
    async lookAgain(
      { userId }: JobData['look-again'],
      onRemoved: (tx: Tx, userId: string) => Promise<void>,
    ): Promise<void> {
      for (const { id } of await store.listAll(db, userId)) {
        const picture = await look(userId, id);
        if (!picture) continue;
        await work(async (tx) => {
          // Whoever takes a decision back has locked the user, too.
          await lockUser(tx.db, userId);
          if (!(await options.removed.isBarred(picture, userId, tx.db))) return;
          if (await store.deletePhoto(tx.db, userId, id)) await onRemoved(tx, userId);
        });
      }
    },

    /**
     * Removes a photo for good, by a decision in the log, and bars it from being uploaded again. This includes a photo
     * that was taken off the profile meanwhile, since it could be put back. Returns false if it was not there.
     */
    async remove(
      tx: Tx,
      photo: { id: string; picture: Picture | undefined },
      removal: Removal,
    ): Promise<boolean> {
      const { userId } = removal;
      if (!(await store.deletePhoto(tx.db, userId, photo.id))) return false;
      // One of them may be a copy; whatever is uploaded from now on is checked.
      await store.deleteAllUnheld(tx.db, userId);
      if (!photo.picture) return true;
      await options.removed.barPicture(tx.db, photo.picture, removal);
      const picture = photo.picture.files.get('640.webp')!.toString('base64');
      await options.removed.keepEvidence(tx.db, removal, { picture });
      return true;
    },

    /**
     * Removes photos that no profile has held for an hour, those of too many unverified accounts, and files of deleted
     * photos. Any node may run it.
     */
    async sweep(): Promise<void> {
      const before = minus(clock.now(), UNHELD_MS);
      const deleteUnheld = () => work((tx) => store.deleteUnheld(tx.db, before, 1000));
      const deleteUnverified = async () => {
        const now = clock.now();
        if (now < plus(unverifiedSweptAt, UNVERIFIED_SWEEP_MS)) return;
        await work((tx) => store.deleteUnverified(tx.db, UNVERIFIED_PHOTOS));
        unverifiedSweptAt = now;
      };
      const removeAll = async () => {
        while ((await removeFiles()) === REMOVAL_BATCH);
      };
      const failures = await tryEach([deleteUnheld, deleteUnverified, removeAll], (part) => part());
      throwFailures(failures, 'Some photos could not be removed.');
    },
  };
}
