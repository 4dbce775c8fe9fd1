import { DAY_MS } from '@herenow/contract/constants';
import { makeFolder } from '@herenow/postgres/make-folder';
import type pg from 'pg';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { to } from 'pg-copy-streams';
import { PHOTO_FILES, type PhotoFileName, type PhotoFiles } from '../../features/photos/index.ts';
import { StartError } from '../../lib/start-error.ts';
import { listTables, type BackedUpTable } from './database-tables.ts';
import { pack } from './records.ts';
import { writeSealed } from './sealed-file.ts';

const CHUNK_BYTES = 1_000_000;
/** How long a store that fails is asked again: it is usually back within a minute, and the next backup is a day away. */
const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
/** Also matches one that was killed while it was written. */
const NAME = /^herenow-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})\.backup(\.partial)?$/;

/** Errors of the file system that an operator can solve. */
const FILE_PROBLEMS = new Set('ENOSPC EDQUOT EACCES EPERM EROFS ENOENT EEXIST ENOTDIR EIO ESTALE'.split(' '));

type Sealed = Awaited<ReturnType<typeof writeSealed>>;

export interface BackupOptions {
  /** A dedicated connection. It cannot be used again after a failure: a table may be half read. */
  client: pg.ClientBase;
  photoFiles: PhotoFiles;
  /** The file of the token secret, if it is kept beside the data. */
  secretFile: string | undefined;
  folder: string;
  key: string;
  /** Whether conversations and presences are included. */
  chats: boolean;
  keptDays: number;
  /** Throws if the file cannot be restored. */
  tryOut?: (file: string) => Promise<void>;
}

interface MadePhotos {
  /** How many files of photos it holds. */
  photos: number;
  /** How many photos the database has, and of how many of them no file was found. */
  known: number;
  missing: number;
}

interface MadeBackup extends MadePhotos {
  file: string;
  createdAt: string;
}

/**
 * Writes the state at one moment to one encrypted file, while a server may run, and removes expired backups,
 * unless the new one cannot be restored.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  try {
    await makeFolder(options.folder, 0o700);
    return await makeBackupIn(options);
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (!code || !syscall || !FILE_PROBLEMS.has(code)) throw error;
    // It says what is wrong, and with which file: perhaps one that was to be read.
    throw new StartError(`No backup was made in ${options.folder} (${message}).`, { cause: error });
  }
}

async function makeBackupIn(options: BackupOptions): Promise<MadeBackup> {
  const { client, folder, key } = options;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ now: Date }>('SELECT now()');
  const createdAt = rows[0]!.now.toISOString();
  const file = path.join(folder, `herenow-${createdAt.slice(0, 19).replaceAll(':', '-')}.backup`);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  let made: MadePhotos;
  try {
    await using sealed = await writeSealed(partial, key);
    made = await writeRecords(sealed, options, createdAt);
    await sealed.close();
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
  await options.tryOut?.(file);
  // Until the next one, a day later, no file gets older than its days.
  await removeOld(folder, path.basename(file), Date.parse(createdAt) - (options.keptDays - 1) * DAY_MS);
  return { file, createdAt, ...made };
}

async function writeRecords(sealed: Sealed, options: BackupOptions, createdAt: string): Promise<MadePhotos> {
  const { client, photoFiles, secretFile, chats } = options;
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM schema_migrations ORDER BY version',
  );
  await sealed.add(pack({ kind: 'head', createdAt, chats, migrations: rows.map(({ name }) => name) }));
  const tables = await listTables(client, chats);
  for (const table of tables) await writeTable(sealed, client, table);
  if (secretFile) await sealed.add(pack({ kind: 'secret' }, await readFile(secretFile)));
  const { rows: photoRows } = await client.query<{ key: string }>('SELECT key FROM photos ORDER BY key');
  // Photos take the longest; meanwhile the database may clean up and change its tables again.
  await client.query('ROLLBACK');
  const made = await writePhotos(sealed, photoRows, photoFiles);
  await sealed.add(pack({ kind: 'end', tables: tables.length, photos: made.photos }));
  return made;
}

async function writeTable(sealed: Sealed, client: pg.ClientBase, { name, columns }: BackedUpTable) {
  await sealed.add(pack({ kind: 'table', name, columns }));
  const list = columns.map((column) => `"${column}"`).join(', ');
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size > 0)
      await sealed.add(pack({ kind: 'rows', table: name }, zstdCompressSync(Buffer.concat(chunks))));
    chunks = [];
    size = 0;
  };
  for await (const chunk of client.query(to(`COPY (SELECT ${list} FROM "${name}") TO STDOUT`))) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= CHUNK_BYTES) await flush();
  }
  await flush();
}

/** Writes the photos, which never change, except those removed since the moment of the backup. */
async function writePhotos(sealed: Sealed, rows: { key: string }[], files: PhotoFiles): Promise<MadePhotos> {
  let photos = 0;
  let missing = 0;
  for (const { key } of rows) {
    const before = photos;
    for (const name of [...PHOTO_FILES.keys()] as PhotoFileName[]) {
      const bytes = await readPatiently(files, key, name);
      if (bytes) await sealed.add(pack({ kind: 'photo', key, file: name }, bytes));
      if (bytes) photos += 1;
    }
    if (photos === before) missing += 1;
  }
  if (rows.length > 0 && photos === 0)
    throw new StartError(
      `None of ${rows.length} photos is where PHOTOS_URL and DATA_DIR lead: set them as the server has them. No backup was made.`,
    );
  return { photos, known: rows.length, missing };
}

async function readPatiently(files: PhotoFiles, key: string, name: PhotoFileName) {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await files.read(key, name);
    } catch (error) {
      // A folder does not recover by itself.
      if (!('$metadata' in (error as Error)) || performance.now() + pause > giveUpAt) throw error;
      await delay(pause);
    }
  }
}

/**
 * Removes expired backups, except the latest before the new one: if the clock is far ahead, all seem to have expired.
 */
async function removeOld(folder: string, made: string, before: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== made);
  const last = names
    .filter((name) => NAME.test(name) && name.endsWith('.backup'))
    .toSorted()
    .at(-1);
  for (const name of names) {
    const [day, time] = NAME.exec(name)?.[1]?.split('T') ?? [];
    if (name !== last && day && time && Date.parse(`${day}T${time.replaceAll('-', ':')}Z`) < before)
      await rm(path.join(folder, name), { force: true });
  }
}
