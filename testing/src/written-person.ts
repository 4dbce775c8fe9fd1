import { PHOTO_HEIGHT, PHOTO_WIDTH, PHOTO_WIDTHS } from '@herenow/contract/constants';
import path from 'node:path';
import sharp from 'sharp';
import { openDatabase } from '../../server/src/database/connect.ts';
import { findEmbedded } from '../../server/src/database/own-database.ts';
import type { TestDb } from './tables.ts';
import type { PhotoFileName } from '../../server/src/features/photos/files.ts';
import { openFolder } from '../../server/src/features/photos/folder.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { newId } from '../../server/src/lib/ids.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { insertPerson } from './people.ts';
import { logIn, type PublicPerson, type PublicPersonOptions } from './public-person.ts';
import { dataFolderOf } from './server-process.ts';

const made = new Map<string, Promise<Map<PhotoFileName, Buffer>>>();

/** A picture in all stored sizes, made once. */
export function photoFiles(picture: Uint8Array): Promise<Map<PhotoFileName, Buffer>> {
  const key = Buffer.from(picture).toString('base64');
  const known = made.get(key) ?? resize(picture);
  made.set(key, known);
  return known;
}

/** Resizes once, in the quickest way: pages only need to show these. */
async function resize(picture: Uint8Array): Promise<Map<PhotoFileName, Buffer>> {
  const { data, info } = await sharp(picture)
    .resize(PHOTO_WIDTH, PHOTO_HEIGHT, { fit: 'cover', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = () => sharp(data, { raw: info });
  const files = new Map<PhotoFileName, Buffer>([['1080.jpg', await photo().jpeg().toBuffer()]]);
  for (const width of PHOTO_WIDTHS)
    files.set(`${width}.webp`, await photo().resize({ width }).webp({ effort: 0 }).toBuffer());
  return files;
}

const connected = new Map<string, Promise<TestDb>>();

/**
 * Connects to the embedded database of a running server, and stays connected until it stops: finding it and connecting
 * take several times as long as inserting somebody.
 */
export async function databaseBeside(dataDir: string): Promise<TestDb> {
  const db = connected.get(dataDir) ?? connect(dataDir);
  connected.set(dataDir, db);
  return await db;
}

async function connect(dataDir: string): Promise<TestDb> {
  const database = await openDatabase({
    databaseUrl: await findEmbedded(dataDir),
    dataDir,
    log: createLog('silent'),
    poolSize: 1,
  });
  // The next start may choose another port.
  database.pool.once('remove', () => {
    connected.delete(dataDir);
    void database.close();
  });
  return database.db as TestDb;
}

/**
 * Inserts a user at registration step `step` with the files of the photos. Registering takes far longer, and most tests
 * are not about it.
 */
export async function writtenPerson(
  name: string,
  options: PublicPersonOptions & { email: string; pictures: readonly Uint8Array[] },
): Promise<PublicPerson> {
  const { baseURL, email, pictures, step = 6 } = options;
  const dataDir = dataFolderOf(baseURL);
  const db = await databaseBeside(dataDir);
  const photos = step >= 5 ? pictures.length : 0;
  const who = { id: newId(), email: email.toLowerCase(), name };
  const keys = await insertPerson({ db, clock: systemClock }, who, { ...options, photos });
  const folder = await openFolder(path.join(dataDir, 'photos'));
  await Promise.all(keys.map(async (key, at) => folder.put(key, await photoFiles(pictures[at]!))));
  return await logIn(name, { baseURL, email });
}
