import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openDatabase } from '../../server/src/database/connect.ts';
import { TOKEN_SECRET } from '../lib/signed-in-tokens.ts';
import { createLog } from '../../server/src/lib/log.ts';

export interface BenchDatabase extends AsyncDisposable {
  url: string;
  pool: pg.Pool;
  /** The data folder for a server on this database. */
  folder: string;
}

/** Opens an empty embedded database, as the product runs it, fsync included. */
export async function openEmptyDatabase(): Promise<BenchDatabase> {
  await using undo = new AsyncDisposableStack();
  const { path: folder } = undo.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-bench-')));
  const { pool, connectionString } = undo.use(
    await openDatabase({ dataDir: folder, log: createLog('warn') }),
  );
  const resources = undo.move();
  return { url: connectionString, pool, folder, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Returns the environment variables of a server under load on this database. */
export const environmentOf = (database: Pick<BenchDatabase, 'url' | 'folder'>): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.url,
  DATA_DIR: database.folder,
  TOKEN_SECRET,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
});
