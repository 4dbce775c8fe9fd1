import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PhotoAddresses } from './photo-addresses.ts';
import { maySeePhotosOf } from './audience.ts';
import type { PhotoFileName, PhotoFiles } from './files.ts';
import { findOwner } from './store.ts';

export interface ReadingOptions {
  db: Kysely<Database>;
  clock: Clock;
  files: PhotoFiles;
  addresses: PhotoAddresses;
  /** How long a paused chat is kept. */
  retentionMs: number;
}

/**
 * Reads a file of a photo for the viewer that the address is for, with the whole seconds that it is good for. Undefined:
 * the address is not ours or its time is over, the photo is gone, or the viewer may not see it now.
 */
export function createReading({ db, clock, files, addresses, retentionMs }: ReadingOptions) {
  return async (key: string, pass: string, name: PhotoFileName) => {
    const known = addresses.readPass(key, pass);
    const photo = known && (await findOwner(db, key));
    if (!photo) return undefined;
    const { viewerId, validSeconds } = known;
    const { ownerId, held } = photo;
    if (ownerId !== viewerId && !held) return undefined;
    const now = clock.now();
    const goneBefore = new Date(now.getTime() - retentionMs);
    if (!(await maySeePhotosOf(db, { viewerId, ownerId }, now, goneBefore))) return undefined;
    const bytes = await files.read(key, name);
    return bytes && { bytes, validSeconds };
  };
}
