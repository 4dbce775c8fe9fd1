import type { Db } from '../../database/db.ts';
import type { PhotoFiles } from './files.ts';
import { listHeld } from './store.ts';

/** Returns the photos of a user’s profile. Of those that it does not hold, many can be uploaded within their hour. */
export async function readOriginals(
  db: Db,
  files: Pick<PhotoFiles, 'read'>,
  userId: string,
): Promise<{ name: string; bytes: Buffer }[]> {
  const rows = await listHeld(db, [userId]);
  const read = await Promise.all(
    rows.map(async ({ id, key }) => ({ name: `${id}.jpg`, bytes: await files.read(key, '1080.jpg') })),
  );
  return read.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
}
