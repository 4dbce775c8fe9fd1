import { existsSync } from 'node:fs';
import path from 'node:path';
import { findRunning, startEmbedded, type EmbeddedDatabase } from '@herenow/postgres/embedded';
import { EmbeddedPostgresError } from '@herenow/postgres/problem';
import type { Log } from '../lib/log.ts';
import { StartError } from '../lib/start-error.ts';

const NAME = 'herenow';
const WORDING = {
  program: 'Herenow',
  setFolder: 'set DATA_DIR to another folder',
  setServer: 'set DATABASE_URL to a PostgreSQL 15 or newer',
};

/**
 * Starts the embedded PostgreSQL with its data in `<dataDir>/postgres`. Throws a StartError for problems that an
 * operator can solve. `fsync` is false only where losing the data does not matter.
 */
export async function openEmbedded(options: {
  dataDir: string;
  log: Log;
  fsync?: boolean;
}): Promise<EmbeddedDatabase> {
  return await inOwnWords(() => startEmbedded({ ...options, name: NAME }));
}

/** Returns the connection string of the server that runs on this folder; undefined if none runs. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  return await inOwnWords(() => findRunning(dataDir, NAME));
}

/**
 * Returns the connection string of the existing database; undefined if it is an embedded one that does not run. Throws
 * a StartError if there is none, so that a mistyped folder does not become a new database.
 */
export async function findDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<string | undefined> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return databaseUrl;
  if (!existsSync(path.join(dataDir, 'postgres')))
    throw new StartError(`There is no database in ${dataDir}. Correct DATA_DIR, or set DATABASE_URL.`);
  return await findEmbedded(dataDir);
}

async function inOwnWords<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new StartError(error.inWordsOf(WORDING), { cause: error });
  }
}
