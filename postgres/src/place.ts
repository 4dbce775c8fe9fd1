import { chown, copyFile, lchown, readdir, realpath, rm, stat, statfs, truncate } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './problem.ts';
import { admit, findAccount, type Account } from './account.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { makeFolder } from './make-folder.ts';

/** Where an embedded server is stored and what runs it. */
export interface Place {
  /** The name of the database and of its user. */
  name: string;
  folder: string;
  /** The cluster itself, PostgreSQL's own data directory. */
  data: string;
  logFile: string;
  binaries: Binaries;
  account: Account | undefined;
  /** False only where losing the data does not matter, as in tests. */
  fsync: boolean;
}

const LOG_LIMIT_BYTES = 10_000_000;
/** Below this, PostgreSQL cannot write its next 16 MB WAL segment. */
const FULL_BELOW_BYTES = 24_000_000;

/** Prepares `<dataDir>/postgres` for the server; throws a sentence if that is impossible. */
export async function preparePlace(options: {
  dataDir: string;
  name: string;
  fsync: boolean;
}): Promise<Place> {
  const { dataDir, name, fsync } = options;
  const binaries = findBinaries();
  let folder = path.join(path.resolve(dataDir), 'postgres');
  let account: Account | undefined;
  try {
    // The data folder itself stays open to the user that may have to run the server.
    await makeFolder(path.dirname(folder));
    // A running server is recognised by its real path, whatever links lead to it.
    folder = path.join(await realpath(path.dirname(folder)), 'postgres');
    await makeFolder(folder, 0o700);
    account = await findAccount(path.join(folder, 'data'), path.dirname(folder));
    if (account) await chown(folder, account.uid, account.gid);
    if (account) await adoptCopy(path.join(folder, 'data'), account);
  } catch (error) {
    throw fileProblem(folder, error as NodeJS.ErrnoException);
  }
  if (account) account = await admit(account, [folder, path.dirname(binaries.postgres)]);
  const place = { folder, data: path.join(folder, 'data'), logFile: path.join(folder, 'server.log') };
  await keepLogShort(place.logFile);
  return { ...place, name, binaries, account, fsync };
}

/** Gives a copy made by root to PostgreSQL's account, since PostgreSQL refuses to run as root. */
async function adoptCopy(data: string, { uid, gid }: Account): Promise<void> {
  const found = await stat(data).catch(() => undefined);
  if (found?.uid !== 0) return;
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries) await lchown(path.join(parentPath, name), uid, gid);
  // The folder's owner shows that everything was given away, so it comes last.
  await chown(data, uid, gid);
}

/** Empties a long log and keeps a copy. A running server appends to the same file. */
export async function keepLogShort(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => undefined);
  if (!found || found.size <= LOG_LIMIT_BYTES) return;
  const copy = `${logFile}.1`;
  // A full disk has no room for it.
  await copyFile(logFile, copy).catch(() => rm(copy, { force: true }));
  await truncate(logFile);
}

/** Returns a sentence for an error of the file system. */
export function fileProblem(file: string, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresError(
        `The embedded database may not write to ${file}. Give the folder to the user who starts {program} ` +
          '(it belongs to another one when {program} ran as root before), or {setFolder}.',
        { cause: error },
      );
    case 'EROFS':
      return new EmbeddedPostgresError(
        `The embedded database cannot write to ${file}: the disk is read-only. {SetFolder}.`,
        { cause: error },
      );
    case 'ENOENT':
      return new EmbeddedPostgresError(
        `The embedded database cannot be kept in ${file}: the system lets nobody make a folder there. {SetFolder}.`,
        { cause: error },
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(file, error);
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        `The embedded database needs the folder ${file}, but a file, or a link to a folder that is not there, is in ` +
          'its way. Move it away, or {setFolder}.',
        { cause: error },
      );
    default:
      return error;
  }
}

export function diskFull(folder: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk that holds ${folder} is full, so the embedded database cannot start. ` +
      'Nothing is lost: free some space and start again.',
    { cause },
  );
}

/** Returns whether PostgreSQL reports a full disk: that nothing, or too little, could be written. */
export const saysDiskFull = (text: string) => /No space left on device|Check free disk space/.test(text);

export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < FULL_BELOW_BYTES;
}
