import { freePort } from '@herenow/testing/server-process';
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../../server/src/database/own-database.ts';
import { findAccount } from '@herenow/postgres/account';
import { createLog } from '../../server/src/lib/log.ts';
import { startUntil } from './child-processes.ts';
import { DEBIAN_POSTGRES, runProgram } from './programs.ts';

/** A PostgreSQL server of the bench, used as its administrator. */
export interface Postgres extends AsyncDisposable {
  /** The name and version, such as `PostgreSQL 18.4`. */
  version: string;
  url(database: string): string;
}

/** Starts the embedded server as the product does by default. */
export async function startEmbeddedPostgres(folder: string): Promise<Postgres> {
  const server = await openEmbedded({ dataDir: folder, log: createLog('warn') });
  return await describe(server.adminConnectionString, () => server.stop());
}

/** Starts Debian's PostgreSQL 15 with the settings of the embedded one; see `DEBIAN_POSTGRES`. */
export async function startDebianPostgres(folder: string): Promise<Postgres> {
  const place = path.join(path.resolve(folder), 'postgres15');
  await mkdir(place, { recursive: true, mode: 0o700 });
  const data = path.join(place, 'data');
  const account = await findAccount(data, place);
  const { uid, gid } = account ?? {};
  const identity = uid === undefined || gid === undefined ? {} : { uid, gid };
  if (uid !== undefined && gid !== undefined) await chown(place, uid, gid);
  const options = { cwd: place, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...identity };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  const made = await runProgram(
    path.join(DEBIAN_POSTGRES, 'postgres'),
    ['-D', data, '-C', 'port'],
    options,
  ).then(
    () => true,
    () => false,
  );
  if (!made) await runProgram(path.join(DEBIAN_POSTGRES, 'initdb'), initdb, options);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=512MB',
    'jit=off',
    'timezone=UTC',
    'log_checkpoints=off',
  ];
  const server = await startUntil(
    [path.join(DEBIAN_POSTGRES, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    (line) => line.includes('ready to accept connections') || undefined,
    options,
  );
  const stop = async () => {
    // SIGINT is a fast shutdown: it disconnects the clients.
    server.child.kill('SIGINT');
    await server.stop();
  };
  return await describe(`postgres://postgres@127.0.0.1:${port}/postgres`, stop);
}

async function describe(adminUrl: string, stop: () => Promise<void>): Promise<Postgres> {
  const version = await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ server_version: string }>('SHOW server_version');
    return `PostgreSQL ${rows[0]!.server_version.split(' ')[0]}`;
  });
  const url = (database: string) => Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href;
  return { version, url, [Symbol.asyncDispose]: stop };
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
