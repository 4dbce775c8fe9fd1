import pg from 'pg';
import { openEmbedded } from '../../server/src/database/own-database.ts';
import { createLog } from '../../server/src/lib/log.ts';

/** A PostgreSQL server of the bench, used as its administrator. */
export interface Postgres extends AsyncDisposable {
  /** The name and version, such as `PostgreSQL 18.4`. */
  version: string;
  url(database: string): string;
}

/** Starts the embedded server as the product does by default. */
export async function startEmbeddedPostgres(folder: string): Promise<Postgres> {
  const server = await openEmbedded({ dataDir: folder, log: createLog('warn') });
  const adminUrl = server.adminConnectionString;
  const version = await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ server_version: string }>('SHOW server_version');
    return `PostgreSQL ${rows[0]!.server_version.split(' ')[0]}`;
  });
  const url = (database: string) => Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href;
  return { version, url, [Symbol.asyncDispose]: () => server.stop() };
}

/** Opens a pool; whoever calls it ends it. */
export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  // Its end does not wait for its connections, so a server that stops next may still cut one of them.
  pool.on('error', () => {});
  return pool;
}

/** Runs a task on a new connection, which is closed afterwards. */
export async function asAdmin<T>(url: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}
