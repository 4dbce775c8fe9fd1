import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';
import { EmbeddedPostgresError } from './problem.ts';
import { ensureCluster, readPassword } from './data-folder.ts';
import type { Place } from './place.ts';
import { answersInFolder } from './sockets.ts';
import { findPostmaster, launchPostmaster, READY_TIMEOUT_MS, type Postmaster } from './postmaster.ts';

/** A running server that only this process is responsible for. */
export interface Owned extends Postmaster {
  /** Holds the lock that proves ownership; the server frees it as soon as this process is gone, however it ended. */
  owner: pg.Client;
  password: string;
}

/** An arbitrary number that nothing else in the database `postgres` uses as an advisory lock. */
const LOCK = 4_730_003;
const RETRY_MS = 50;
/** How long to wait for a server that is shutting down, starting up, or left behind by a killed process. */
const PATIENCE_MS = 10_000;
/** A killed process loses its lock within milliseconds; a process that still holds it after this time is alive. */
const HELD_PATIENCE_MS = 1000;

/**
 * Starts the server of a place, or takes over one whose process is gone. Throws a sentence if a living process owns it.
 * With `port`, the server must already exist: it is not created anew.
 */
export async function takeOwnership(
  place: Place,
  log: Log,
  { port, patienceMs = PATIENCE_MS }: { port?: number; patienceMs?: number } = {},
): Promise<Owned> {
  if (port === undefined) await ensureCluster(place, log);
  const password = await readPassword(place);
  const start = Date.now();
  let giveUpAt = start + patienceMs;
  for (;;) {
    const running = await findPostmaster(place);
    const elsewhere = !running && (await answersInFolder(place));
    if (elsewhere && Date.now() > start + HELD_PATIENCE_MS) throw inUse(place, 'in another container');
    const server = running ?? (elsewhere ? undefined : await launchPostmaster(place, port));
    const owner = server && (await connectAsOwner(server, password));
    if (owner) {
      const holder = await lockOrHolder(owner);
      if (holder === undefined) {
        if (running) log.info({ pid: server.pid }, 'took over the running database server');
        return { pid: server.pid, port: server.port, owner, password };
      }
      await owner.end();
      if (Date.now() > start + HELD_PATIENCE_MS) throw inUse(place, `process ${holder}`);
    }
    // Crash recovery may take long, in our server or one that another process starts.
    if (running && !running.ready) giveUpAt = Math.min(Date.now() + patienceMs, start + READY_TIMEOUT_MS);
    if (Date.now() > giveUpAt) throw noAnswer(place, running);
    await delay(RETRY_MS);
  }
}

/** A person must end it: it may belong to a process that is alive and only slow. */
function noAnswer(place: Place, running: Postmaster | undefined): EmbeddedPostgresError {
  if (!running)
    return new EmbeddedPostgresError(`The embedded database does not start. Its log is ${place.logFile}.`);
  return new EmbeddedPostgresError(
    `The database server (process ${running.pid}) in ${place.folder} does not answer. ` +
      `If no other run of {program} uses it, end it with "kill ${running.pid}" and start again.`,
  );
}

function inUse(place: Place, holder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another run of {program} (${holder}) is using the data in ${place.folder}. ` +
      'Stop it first, or {setFolder}. For several that share one database, {setServer}.',
  );
}

async function connectAsOwner({ port }: Postmaster, password: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: `owner ${process.pid}`,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
  });
  // A broken connection is handled on `end`.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if ((error as { code?: string }).code === '28P01')
      throw new EmbeddedPostgresError(
        'The embedded database does not accept the password kept beside its data.',
        {
          cause: error,
        },
      );
    return undefined;
  }
}

/** Takes the lock, or returns the process id of its holder. */
async function lockOrHolder(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCK,
  ]);
  if (rows[0]?.locked) return undefined;
  const holder = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.objid = $1`,
    [LOCK],
  );
  return holder.rows[0]?.name.split(' ').at(-1) ?? 'unknown';
}
