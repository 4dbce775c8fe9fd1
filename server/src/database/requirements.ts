import type pg from 'pg';
import { StartError } from '../lib/start-error.ts';
import { inTransactionOn } from './transaction.ts';

const OLDEST_MAJOR = 15;
const EXTENSIONS = ['cube', 'btree_gist'];
/** Keeps nodes that start at the same time from creating the same extension twice. */
const LOCK = 4_730_002;

/** Returns what is wrong with a server of this `server_version_num`, if anything. */
export function versionProblem(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST_MAJOR) return undefined;
  return (
    `The database server is PostgreSQL ${major}; Herenow needs ${OLDEST_MAJOR} or newer. ` +
    'Upgrade it, or start without DATABASE_URL to use the embedded one.'
  );
}

/** Checks the server and creates the extensions. Throws a StartError if it is too old or lacks an extension. */
export async function meetRequirements(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  const problem = versionProblem(Number(rows[0]!.server_version_num));
  if (problem) throw new StartError(problem);
  await inTransactionOn(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    for (const extension of EXTENSIONS) await ensureExtension(client, extension);
  });
}

async function ensureExtension(client: pg.ClientBase, extension: string): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_extension WHERE extname = $1', [extension]);
  if (found.rows.length > 0) return;
  try {
    await client.query(`CREATE EXTENSION ${extension}`);
  } catch (error) {
    throw new StartError(extensionProblem(extension, error as { code?: string; message: string }), {
      cause: error,
    });
  }
}

function extensionProblem(extension: string, error: { code?: string; message: string }): string {
  if (error.code === '42501')
    return (
      `The database user may not create the extension ${extension}. ` +
      `Let an administrator run CREATE EXTENSION ${extension}; in this database once, ` +
      'or grant the user CREATE on the database.'
    );
  return (
    `The database server has no extension ${extension} (${error.message}). ` +
    'Install the contrib package of its PostgreSQL version.'
  );
}
