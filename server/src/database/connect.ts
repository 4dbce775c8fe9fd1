import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { noteAnswer, tellAway } from '../lib/away-log.ts';
import type { Log } from '../lib/log.ts';
import { StartError } from '../lib/start-error.ts';
import { openEmbedded } from './own-database.ts';
import { checkMigrated, migrate, readMigrations, type Migration } from './migrate.ts';
import { namingPool, withTimeLimit } from './named.ts';
import { StrictPool } from './one-connection.ts';
import { keepPrepared } from './pooler.ts';
import { meetRequirements } from './requirements.ts';
import type { Db } from './db.ts';
import { columnTypes } from './column-types.ts';

/**
 * What to do with an older schema without migrating it: accept it, as a backup does, or refuse it, as code does that
 * reads all of it.
 */
type WithoutMigrating = 'older taken' | 'older refused';

export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  pool: pg.Pool;
  connectionString: string;
  /** Waits for running queries, closes the pool and stops the embedded server if it is in use. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const POOL_SIZE = 20;
/** PostgreSQL’s SQLSTATEs for a full disk and for missing rights. */
const DISK_FULL = '53100';
const FORBIDDEN = '42501';
/**
 * Long, since a connection keeps its prepared statements: a new one costs a handshake of milliseconds and plans them
 * again.
 */
const IDLE_TIMEOUT_MS = 10 * 60_000;

/** Opens the database at `databaseUrl`, or the embedded one in `dataDir`, and migrates it. */
export async function openDatabase(options: {
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Log;
  poolSize?: number;
  /** The time limit of a query in milliseconds; without it there is none, as for a backup. */
  queryTimeoutMs?: number;
  /** For `COPY`, which needs its own connection until it ends. */
  copies?: boolean;
  /** Whether a transaction that asks for a second connection is a fault (tests and development). */
  strict?: boolean;
  /** Fewer than all, if a restore needs an older schema; or what to do if some are missing. */
  migrations?: readonly Migration[] | WithoutMigrating;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, log, poolSize = POOL_SIZE, queryTimeoutMs = 0, copies = false } = options;
  await using undo = new AsyncDisposableStack();
  const connectionString = databaseUrl ?? undo.use(await openEmbedded({ dataDir, log })).connectionString;
  await prepare(connectionString, log, { outside: databaseUrl !== undefined, wanted: options.migrations });

  const pool = new (options.strict ? StrictPool : pg.Pool)({
    connectionString,
    max: poolSize,
    types: columnTypes,
    application_name: 'herenow',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    // A connection sends statements without waiting for earlier results: see `transaction.ts`.
    pipeline: !copies,
  });
  pool.on('connect', (client) => {
    hearErrors(client, pool, log);
    if (queryTimeoutMs > 0) letGo(client, 2 * queryTimeoutMs);
  });
  pool.on('release', (error) => error || noteAnswer(log));
  // The pool emits the same errors again for idle connections.
  pool.on('error', () => {});
  undo.defer(() => pool.end());
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) });

  const resources = undo.move();
  const close = () => resources.disposeAsync();
  return { db, pool, connectionString, close, [Symbol.asyncDispose]: close };
}

/**
 * Makes the server end a transaction of this connection that is idle for so long: its node may be frozen, or gone with
 * its machine, and its locks would stay for hours.
 */
function letGo(client: pg.PoolClient, milliseconds: number): void {
  // If this fails, so does everything after it on this connection.
  client.query(`SET idle_in_transaction_session_timeout = ${milliseconds}`).catch(() => {});
}

/** Shorter than those who ask whether a node is ready wait for its answer. */
const READY_MS = 2000;

/**
 * Returns whether the database takes changes. Drops a connection that leads to a standby, as one does after a failover,
 * so that the next one may lead to the primary. Logs that it does not answer in time: all else may wait longer for it.
 */
export async function takesChanges(pool: pg.Pool, log: Log): Promise<boolean> {
  const client = await pool.connect();
  let takes = false;
  try {
    const asked = `SELECT current_setting('transaction_read_only') = 'off' AS takes`;
    takes = (await client.query<{ takes: boolean }>(withTimeLimit(READY_MS, { text: asked }))).rows[0]!.takes;
    return takes;
  } catch (error) {
    tellAway(log, error);
    throw error;
  } finally {
    client.release(!takes);
  }
}

/** Connections that break within this time share one line of the log. */
const TOGETHER_MS = 1000;
const toldAt = new WeakMap<pg.Pool, number>();

/**
 * Handles the errors of a connection. One that breaks fails its running query and is replaced with the next one. The
 * pool listens only to idle connections; an unhandled error of one in use would end the process.
 */
function hearErrors(client: pg.PoolClient, pool: pg.Pool, log: Log): void {
  // A loss may emit two errors, PostgreSQL’s notice and the end of the stream, but is logged once. While the pool ends,
  // the server may close a connection before it learns that we have.
  client.once('error', (error) => {
    const now = performance.now();
    if (pool.ending || now - (toldAt.get(pool) ?? -Infinity) < TOGETHER_MS) return;
    toldAt.set(pool, now);
    log.warn({ reason: error.message }, 'database connection lost');
  });
  client.on('error', () => {});
}

/** Throws a StartError if a pooler mixes up what this connection and another have prepared. */
async function refusePooler(client: pg.Client, connectionString: string): Promise<void> {
  const other = await connect(connectionString);
  try {
    if (await keepPrepared(client, other)) return;
  } finally {
    await other.end();
  }
  throw new StartError(
    `The database at ${serverOf(connectionString)} is behind a pooler that gives each transaction another connection, ` +
      'so that prepared statements get mixed up. Let DATABASE_URL lead to PostgreSQL itself, or let the pooler keep a ' +
      'connection for each session (PgBouncer: pool_mode = session).',
  );
}

/** Checks the server and migrates the database, on its own connection. */
async function prepare(
  connectionString: string,
  log: Log,
  { outside, wanted }: { outside: boolean; wanted: readonly Migration[] | WithoutMigrating | undefined },
): Promise<void> {
  const client = await connect(connectionString);
  try {
    await meetRequirements(client, { changes: wanted !== 'older taken' });
    if (outside) await refusePooler(client, connectionString);
    const migrations = typeof wanted === 'object' ? wanted : await readMigrations();
    if (typeof wanted === 'string')
      await checkMigrated(client, { migrations, takesOlder: wanted === 'older taken' });
    else await migrate(client, { migrations, log });
  } catch (error) {
    const { code = '' } = error as { code?: string };
    throw [DISK_FULL, FORBIDDEN].includes(code) ? cannotStart(connectionString, error) : error;
  } finally {
    await client.end();
  }
}

/** Opens one connection. Throws a StartError that says what is wrong. */
export async function connect(connectionString: string): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    // Reads the certificate files that the address names.
    client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      types: columnTypes,
    });
    // A connection that breaks fails its query, which reports the error.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    await client?.end().catch(() => {});
    throw cannotStart(connectionString, error);
  }
}

const cannotStart = (connectionString: string, cause: unknown) =>
  new StartError(connectProblem(connectionString, cause as NodeJS.ErrnoException), { cause });

const serverOf = (connectionString: string): string =>
  URL.parse(connectionString)?.host || 'the server of DATABASE_URL';

/** Describes why connecting failed, without the password. */
function connectProblem(connectionString: string, error: NodeJS.ErrnoException): string {
  const url = URL.parse(connectionString);
  const server = serverOf(connectionString);
  const database = decoded(url?.pathname.slice(1));
  const user = decoded(url?.username);
  // PostgreSQL’s codes tell a reader nothing; those of the network tell more than their messages.
  const reason = error instanceof pg.DatabaseError ? error.message : (error.code ?? error.message);
  switch (error.code) {
    case '28P01':
      return `The database server at ${server} does not let the user "${user}" in. Check DATABASE_URL.`;
    case '28000':
      return `The database server at ${server} does not let the user "${user}" in (${reason}). Check DATABASE_URL.`;
    case '3D000':
      return `There is no database "${database}" at ${server}. Create it, or correct DATABASE_URL.`;
    case '53300':
      return `The database server at ${server} has no connection left. Raise its max_connections.`;
    case DISK_FULL:
      return `The disk of the database at ${server} is full. Free some space and start again: nothing is lost.`;
    case FORBIDDEN:
      return (
        `The database user "${user}" may not use the database "${database}" at ${server} (${reason}). ` +
        'It has to own the database and all that is in it.'
      );
    default:
      if (error.syscall === 'open')
        return `A file that DATABASE_URL names cannot be read (${error.message}). Correct it.`;
      if (error.message.includes('client password must be a string'))
        return `The database server at ${server} asks for a password. Put it into DATABASE_URL, behind "${user}:".`;
      return (
        `The database at ${server} cannot be reached (${reason}). ` +
        'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded one is used.'
      );
  }
}

/** Decodes a part of an address; returns it as it is if a "%" in it encodes nothing. */
function decoded(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
