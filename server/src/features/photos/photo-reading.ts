import type { Db } from '../../database/db.ts';
import type { Rates } from '../../http/call-rates.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import type { PhotoAddresses } from './photo-addresses.ts';
import { maySeePhotosOf } from './audience.ts';
import type { PhotoFileName, PhotoFiles } from './files.ts';
import { findOwner } from './store.ts';

export interface ReadingOptions {
  db: Db;
  clock: Clock;
  files: PhotoFiles;
  addresses: PhotoAddresses;
  rates: Rates;
  /** How long a paused chat is kept. */
  retentionMs: number;
}

/**
 * Reads a file of a photo for the viewer of the address, with the whole seconds for which the address is still valid.
 * Returns undefined if the address is forged or expired, the photo is gone, or the viewer may not see it now. Throws
 * 429 if the viewer asks too often.
 */
export function createReading({ db, clock, files, addresses, rates, retentionMs }: ReadingOptions) {
  return async (key: string, pass: string, name: PhotoFileName) => {
    const known = addresses.readPass(key, pass);
    if (!known) return undefined;
    const { viewerId, validSeconds } = known;
    await rates.hold('photos', viewerId);
    const photo = await findOwner(db, key);
    const now = clock.now();
    const goneBefore = minus(now, retentionMs);
    // Runs the same query when the photo is gone, so that the response time does not reveal it.
    const ownerId = photo?.ownerId ?? viewerId;
    const may = await maySeePhotosOf(db, { viewerId, ownerId, photoId: photo?.id }, now, goneBefore);
    if (!photo || !may || (ownerId !== viewerId && !photo.held)) return undefined;
    const bytes = await files.read(key, name);
    return bytes && { bytes, validSeconds };
  };
}
