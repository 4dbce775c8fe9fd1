import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/src/database/connect.ts';
import { openEmbedded } from '../../server/src/database/own-database.ts';
import { isAlive } from '@herenow/postgres/data-folder';
import { preparePlace } from '@herenow/postgres/place';
import { findPostmaster, stopPostmaster } from '@herenow/postgres/postmaster';
import { JOB_KINDS } from '../../server/src/app/job-kinds.ts';
import { PACE } from '../../server/src/app/sweep-pace.ts';
import { createJobs } from '../../server/src/database/jobs.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { byTrueClock } from './fake-time.ts';
import { DATABASE_FOLDERS, databaseFolder } from './memory-disk.ts';

/** URL of the tests' database server for its administrator; set by hand or by the global setup. */
const SERVER = 'TEST_DATABASE_URL';
/** The migrated template of test databases, including the job queue; set by the global setup. */
const TEMPLATE = 'TEST_DATABASE_TEMPLATE';
/** Prefix of the names of data folders; followed by the id of the process that created it. */
export const TEST_FOLDER = 'herenow-test-data-';

const log = createLog('silent');

/**
 * Starts one server for a whole run with a migrated template; workers find both in the environment.
 * Uses the server of TEST_DATABASE_URL if set, else an embedded one.
 */
export async function startTestServer(): Promise<AsyncDisposable> {
  await using undo = new AsyncDisposableStack();
  const given = process.env[SERVER];
  if (!given) {
    await removeLeftovers();
    const folder = path.join(await databaseFolder(), `${TEST_FOLDER}${process.pid}`);
    await mkdir(folder);
    undo.defer(() => rm(folder, { recursive: true, force: true }));
    // Timeouts of PostgreSQL do not work under libfaketime, and some tests wait for them.
    const server = undo.use(await byTrueClock(() => openEmbedded({ dataDir: folder, log, fsync: false })));
    process.env[SERVER] = server.adminConnectionString;
    undo.defer(() => void delete process.env[SERVER]);
  }
  const template = await createDatabase();
  undo.defer(() => template.drop());
  await using migrated = await openDatabase({ databaseUrl: template.url, dataDir: '', log });
  const jobs = createJobs({ pool: migrated.pool, log, kinds: JOB_KINDS, pace: PACE });
  await jobs.start();
  await jobs.stop();
  await migrated.close();
  process.env[TEMPLATE] = databaseName(template.url);
  undo.defer(() => void delete process.env[TEMPLATE]);
  return undo.move();
}

export interface TestDatabase extends AsyncDisposable {
  url: string;
  drop(): Promise<void>;
}

/** Creates a separate migrated database within tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = process.env[TEMPLATE];
  if (!template)
    throw new Error('No test server runs: call startTestServer first, as the global setup does.');
  return await createDatabase(template);
}

/** Creates a database without tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabase();
}

async function createDatabase(template = 'template1'): Promise<TestDatabase> {
  const name = `herenow_test_${randomBytes(8).toString('hex')}`;
  await asAdmin((admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`));
  const url = new URL(process.env[SERVER]!);
  url.pathname = `/${name}`;
  const drop = async () => {
    await asAdmin((admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  };
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

const administrators = new Map<string, pg.Pool>();

/** Returns the connections to a server as its administrator; they keep no process from ending. */
function administratorOf(connectionString: string): pg.Pool {
  const known = administrators.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, allowExitOnIdle: true, idleTimeoutMillis: 60_000 });
  // They end with the server.
  pool.on('error', () => {});
  administrators.set(connectionString, pool);
  return pool;
}

/** Runs a task as the administrator of the test server. */
export async function asAdmin<T>(task: (admin: pg.ClientBase) => Promise<T>): Promise<T> {
  const admin = await administratorOf(process.env[SERVER]!).connect();
  try {
    return await task(admin);
  } finally {
    admin.release();
  }
}

const databaseName = (url: string) => new URL(url).pathname.slice(1);

/** Stops and removes the servers left by killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const base of DATABASE_FOLDERS) {
    const names = await readdir(base).catch(() => []);
    for (const name of names.filter((found) => found.startsWith(TEST_FOLDER))) {
      const pid = Number.parseInt(name.slice(TEST_FOLDER.length), 10);
      if (pid === process.pid || !isAlive(pid)) await removeFolder(path.join(base, name));
    }
  }
}

async function removeFolder(folder: string): Promise<void> {
  try {
    const place = await preparePlace({ dataDir: folder, name: 'herenow', fsync: false });
    const server = await findPostmaster(place);
    if (server) await stopPostmaster(place, server);
    await rm(folder, { recursive: true, force: true });
  } catch {
    // Another run may be removing it at the same time.
  }
}
