import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from './log.ts';
import { readPassword } from './data-folder.ts';
import { keepLogShort, preparePlace, type Place } from './place.ts';
import { takeOwnership, type Owned } from './ownership.ts';
import { findPostmaster, signalPostmaster, stopPostmaster } from './postmaster.ts';
import { findSocketFolder } from './sockets.ts';
import { endWithProcess } from './with-process.ts';

export interface EmbeddedDatabase extends AsyncDisposable {
  /** For the database and its ordinary user, both with the given name. */
  connectionString: string;
  /** For the superuser, used by tests and tools. */
  adminConnectionString: string;
  stop(): Promise<void>;
}

const RETRY_MS = 1000;
/** How often it is logged that the server cannot be brought back. */
const TELL_MS = 60_000;
const LOG_CHECK_MS = 60_000;

/**
 * Starts a real PostgreSQL with its data in `<dataDir>/postgres`, or takes over one that a killed process left
 * running there, and restarts it if it dies, until `stop`.
 */
export async function startEmbedded(options: {
  dataDir: string;
  /** The name of the database, of its user, and of the file with their password. */
  name: string;
  log: Log;
  /** False only where losing the data does not matter. */
  fsync?: boolean;
  /** How often the length of the server's log is checked, in milliseconds. */
  logCheckMs?: number;
}): Promise<EmbeddedDatabase> {
  const { dataDir, name, log, fsync = true, logCheckMs = LOG_CHECK_MS } = options;
  const place = await preparePlace({ dataDir, name, fsync });
  const first = await takeOwnership(place, log);
  const guard = createGuard(place, first, { log, logCheckMs });
  try {
    await ensureDatabase(first.owner, name, first.password);
  } catch (error) {
    await guard.stop();
    throw error;
  }
  log.info({ port: first.port, folder: place.folder }, 'embedded database runs');
  return {
    connectionString: bySocket(urlOf(name, first), await findSocketFolder(place, first.port)),
    adminConnectionString: urlOf('postgres', first),
    stop: () => guard.stop(),
    [Symbol.asyncDispose]: () => guard.stop(),
  };
}

/** Returns how to reach the server that a running process keeps for this folder; undefined if none runs. */
export async function findRunning(dataDir: string, name: string): Promise<string | undefined> {
  const place = await preparePlace({ dataDir, name, fsync: true });
  const running = await findPostmaster(place);
  return running && urlOf(name, { port: running.port, password: await readPassword(place) });
}

/** Returns the URL for a user, who has a database of the same name. */
function urlOf(user: string, { port, password }: Pick<Owned, 'port' | 'password'>): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${user}`;
}

/**
 * Returns the URL for the server's socket: without TCP, a query costs the process and the server a third less. Host and
 * port stay for display.
 */
function bySocket(url: string, folder: string | undefined): string {
  return folder === undefined ? url : `${url}?host=${encodeURIComponent(folder)}`;
}

/** Creates the app's user and database; the user can do nothing outside it. */
async function ensureDatabase(admin: pg.Client, name: string, password: string): Promise<void> {
  const user = admin.escapeIdentifier(name);
  const roles = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (roles.rows.length === 0)
    await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD ${admin.escapeLiteral(password)}`);
  const databases = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (databases.rows.length === 0) await admin.query(`CREATE DATABASE ${user} OWNER ${user}`);
}

/** Restarts the server when it dies, keeps its log short, and stops it when this process ends. */
function createGuard(
  place: Place,
  first: Owned,
  { log, logCheckMs }: { log: Log; logCheckMs: number },
): { stop(): Promise<void> } {
  let current = first;
  let stopping: Promise<void> | undefined;
  let recovery: Promise<void> = Promise.resolve();
  const goingOn = new AbortController();
  const stayBehind = endWithProcess(() => signalPostmaster(current.pid, 'SIGINT'));

  function watch(): void {
    current.owner.once('end', () => {
      if (!goingOn.signal.aborted) recovery = recover();
    });
  }

  /** The cause, such as a full disk, may disappear while this process runs. */
  async function recover(): Promise<void> {
    log.error({ pid: current.pid }, 'database server lost, bringing it back');
    let toldAt = -Infinity;
    while (!goingOn.signal.aborted) {
      try {
        current = await takeOwnership(place, log, { port: first.port });
        watch();
        log.info({ pid: current.pid }, 'database server is back');
        return;
      } catch (error) {
        if (performance.now() - toldAt >= TELL_MS) {
          log.error({ reason: (error as Error).message }, 'database server not back yet');
          toldAt = performance.now();
        }
        await delay(RETRY_MS, undefined, { signal: goingOn.signal }).catch(() => {});
      }
    }
  }

  async function keepLog(): Promise<void> {
    while (!goingOn.signal.aborted) {
      await delay(logCheckMs, undefined, { signal: goingOn.signal, ref: false }).catch(() => {});
      await keepLogShort(place.logFile).catch(() => {});
    }
  }

  async function stopNow(): Promise<void> {
    goingOn.abort();
    await recovery;
    stayBehind();
    await stopPostmaster(place, current);
    await current.owner.end();
  }
  watch();
  void keepLog();
  return {
    stop: () => (stopping ??= stopNow()),
  };
}
