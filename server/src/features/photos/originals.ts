import type { Db } from '../../database/tables.ts';
import type { PhotoFiles } from './files.ts';
import { listAll } from './store.ts';

/** Returns all photos of a user, including those that no profile holds. */
export async function readOriginals(
  db: Db,
  files: Pick<PhotoFiles, 'read'>,
  userId: string,
): Promise<{ name: string; bytes: Buffer }[]> {
  const rows = await listAll(db, userId);
  const read = await Promise.all(
    rows.map(async ({ id, key }) => ({ name: `${id}.jpg`, bytes: await files.read(key, '1080.jpg') })),
  );
  return read.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
}
