import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { StartError } from '../lib/start-error.ts';
import { inTransactionOn } from './transaction.ts';

export interface Migration {
  version: number;
  /** The file's name without `.sql`, as `0001_start`. */
  name: string;
  sql: string;
  checksum: string;
}

type Recorded = Omit<Migration, 'sql'>;

/**
 * How long a migration waits for a table in use. Everybody after it waits for that table as long, and a backup reads
 * for minutes, so the migration steps back and tries again.
 */
const LOCK_TIMEOUT_MS = 500;
const AGAIN_AFTER_MS = 1000;
/** PostgreSQL’s SQLSTATEs for a lock that was not granted in time, and for a deadlock. */
const IN_USE = new Set(['55P03', '40P01']);

/** An arbitrary number that nothing else in the database uses as an advisory lock. */
const LOCK = 4_730_001;
const FILE = /^(\d{4})_[a-z0-9_-]+\.sql$/;
const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Reads the numbered SQL files of a folder in order. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)));
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 1)
      throw new StartError(`Migration ${migration.name} should have the number ${index + 1}.`);
  }
  return migrations;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const version = FILE.exec(file)?.[1];
  if (!version) throw new StartError(`Migration ${file} must be named like 0001_start.sql.`);
  // Git may check out the same file with other line endings on another machine.
  const sql = (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { version: Number(version), name: file.slice(0, -'.sql'.length), sql, checksum };
}

/**
 * Applies all missing migrations, each in its own transaction. Any number of nodes may call this at once: each
 * transaction holds the lock.
 */
export async function migrate(
  client: pg.ClientBase,
  { migrations, log }: { migrations: readonly Migration[]; log: Log },
): Promise<void> {
  while (await applyNextOnceFree(client, migrations, log));
}

/**
 * Applies all missing migrations in the transaction that the caller has begun, of a database that nobody else uses: it
 * waits for any lock, since a retry would lose the transaction.
 */
export async function migrateWithin(
  client: pg.ClientBase,
  { migrations }: { migrations: readonly Migration[] },
): Promise<void> {
  while (await applyFirstMissing(client, migrations, 0));
}

/** Checks that this version knows all migrations of the database, which may lack the newest if `takesOlder`. */
export async function checkMigrated(
  client: pg.ClientBase,
  { migrations, takesOlder }: { migrations: readonly Migration[]; takesOlder: boolean },
): Promise<void> {
  if (!(await hasRecords(client)))
    throw new StartError('The database is empty. Correct DATA_DIR or DATABASE_URL.');
  const recorded = await readRecorded(client);
  checkRecorded(migrations, recorded);
  const missing = migrations[recorded.length];
  if (missing && !takesOlder)
    throw new StartError(
      `The database is older than this version of Herenow: it lacks migration ${missing.name}. ` +
        'Use the command of the version that runs, or start this one first, which migrates it.',
    );
}

/** Retries until nobody uses what the migration changes; the other nodes serve meanwhile. */
async function applyNextOnceFree(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  log: Log,
): Promise<boolean> {
  for (;;) {
    try {
      return await applyNext(client, migrations, log);
    } catch (error) {
      const { cause, message } = error as Error;
      if (!IN_USE.has((cause as { code?: string } | undefined)?.code ?? '')) throw error;
      log.warn({ reason: message }, 'a migration waits: something else, such as a backup, uses its tables');
      await delay(AGAIN_AFTER_MS);
    }
  }
}

/** Applies the first missing migration, if any, and returns whether there may be more. */
async function applyNext(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  log: Log,
): Promise<boolean> {
  const applied = await inTransactionOn(client, () => applyFirstMissing(client, migrations, LOCK_TIMEOUT_MS));
  if (applied) log.info({ migration: applied.name }, 'database migrated');
  return applied !== undefined;
}

/** Applies the first missing migration, if any, and returns it. */
async function applyFirstMissing(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  lockTimeoutMs: number,
): Promise<Migration | undefined> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const recorded = await readRecorded(client);
  checkRecorded(migrations, recorded);
  const next = migrations[recorded.length];
  if (next) await apply(client, next, lockTimeoutMs);
  return next;
}

async function hasRecords(client: pg.ClientBase): Promise<boolean> {
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists`,
  );
  return table.rows[0]!.exists;
}

async function readRecorded(client: pg.ClientBase): Promise<Recorded[]> {
  if (!(await hasRecords(client))) {
    // PostgreSQL may remember that there was no table, although another node has made it since.
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  }
  const { rows } = await client.query<Recorded>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  return rows;
}

/** The database has migrations that this version, or the backup to restore, does not have. */
export class NewerSchema extends StartError {}

function checkRecorded(migrations: readonly Migration[], recorded: readonly Recorded[]): void {
  const newest = recorded.at(-1);
  const known = migrations.at(-1);
  if (newest && newest.version > (known?.version ?? 0))
    throw new NewerSchema(
      `The database is newer than this version of Herenow: it has migration ${newest.name}, ` +
        `and this version knows none after ${known?.name ?? 'the beginning'}. Start the newer version.`,
    );
  for (const [index, row] of recorded.entries()) {
    const migration = migrations[index]!;
    if (row.version !== migration.version)
      throw new StartError(
        `The database lacks migration ${migration.name} but has ${row.name}, which comes later. ` +
          'Restore it from a backup.',
      );
    if (row.checksum !== migration.checksum)
      throw new StartError(
        `Migration ${row.name} was changed after it had been applied to this database. ` +
          'Put the file back as it was, and write the change as a new migration.',
      );
  }
}

/** @param lockTimeoutMs 0: none. */
async function apply(client: pg.ClientBase, migration: Migration, lockTimeoutMs: number): Promise<void> {
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.query(migration.sql);
  } catch (error) {
    const { message, position } = error as Error & { position?: string };
    const line = position ? ` in line ${lineAt(migration.sql, Number(position))}` : '';
    throw new StartError(`Migration ${migration.name} failed${line} and changed nothing: ${message}.`, {
      cause: error,
    });
  }
  await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
    migration.version,
    migration.name,
    migration.checksum,
  ]);
}

/** Returns the line of a position, which PostgreSQL counts in characters from 1. */
function lineAt(sql: string, position: number): number {
  return Array.from(sql)
    .slice(0, position - 1)
    .join('')
    .split('\n').length;
}
