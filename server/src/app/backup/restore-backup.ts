import type pg from 'pg';
import { once } from 'node:events';
import { zstdDecompressSync } from 'node:zlib';
import { finished } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import { readMigrations, type Migration } from '../../database/migrate.ts';
import type { PhotoFileName, PhotoFiles } from '../../features/photos/index.ts';
import { StartError } from '../../lib/start-error.ts';
import { unpack, type BackupRecord } from './records.ts';
import { brokenOff, readSealed } from './sealed-file.ts';

type Head = Extract<BackupRecord, { kind: 'head' }>;

/**
 * Returns the head of a backup, and the migrations that produce its schema. Throws a StartError for another version’s
 * migrations or a damaged file.
 */
export async function readHead(file: string, key: string): Promise<{ head: Head; migrations: Migration[] }> {
  for await (const frame of readSealed(file, key)) {
    const { record } = unpack(frame);
    if (record.kind !== 'head') break;
    const known = await readMigrations();
    const migrations = known.slice(0, record.migrations.length);
    if (migrations.map(({ name }) => name).join() !== record.migrations.join())
      throw new StartError(
        `${file} was made by another version of Herenow, which had migration ${record.migrations.at(-1)}. ` +
          'Restore it with that version or a newer one.',
      );
    return { head: record, migrations };
  }
  throw brokenOff(file);
}

export interface RestoreOptions {
  file: string;
  key: string;
  /** A connection to an empty database with the same migrations, in a transaction that the caller ends. */
  client: pg.ClientBase;
  photoFiles: Pick<PhotoFiles, 'restore'>;
  howToEmpty: string;
  keepSecret(secret: Buffer): Promise<void>;
  /** Runs once the database is restored, before the photos, which may take hours. */
  beforePhotos(): Promise<void>;
}

/**
 * Restores everything. The caller commits once this returns, so that a database has all of a backup or nothing.
 * Existing photos are left alone, so that an interrupted restore continues where it stopped.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ tables: number; photos: number }> {
  const { file, key, client } = options;
  await needEmpty(client, options.howToEmpty);
  let copying: TableCopy | undefined;
  let checked: Promise<void> | undefined;
  try {
    for await (const frame of readSealed(file, key)) {
      const { record, bytes } = unpack(frame);
      if (record.kind !== 'rows') {
        await copying?.end();
        copying = undefined;
      }
      if (record.kind === 'table') {
        // What a server makes at its first start, and what triggers have made of the rows before.
        await client.query(`DELETE FROM "${record.name}"`);
        copying = copyTable(client, record);
      }
      if (record.kind === 'rows') await copying?.write(zstdDecompressSync(bytes));
      if (record.kind === 'secret') await options.keepSecret(bytes);
      if (record.kind === 'photo' || record.kind === 'end') await (checked ??= options.beforePhotos());
      if (record.kind === 'photo')
        await options.photoFiles.restore(record.key, record.file as PhotoFileName, bytes);
      if (record.kind === 'end') {
        await moveSequences(client);
        return record;
      }
    }
    throw brokenOff(file);
  } catch (error) {
    copying?.abandon(error as Error);
    throw error;
  }
}

type TableCopy = ReturnType<typeof copyTable>;

/** Starts to copy rows into a table. Until this ends or is abandoned, the connection takes nothing else. */
function copyTable(client: pg.ClientBase, table: { name: string; columns: string[] }) {
  const stream = client.query(from(copyInto(table)));
  let failure: Error | undefined;
  // The database may refuse rows while nothing waits for the stream.
  stream.on('error', (error) => (failure ??= error));
  return {
    async write(rows: Buffer): Promise<void> {
      if (failure) throw failure;
      if (!stream.write(rows)) await once(stream, 'drain');
    },
    async end(): Promise<void> {
      if (failure) throw failure;
      stream.end();
      await finished(stream);
    },
    abandon(why: Error): void {
      if (!failure) stream.destroy(why);
    },
  };
}

/** Nobody may have registered yet, and no server may run, since it would go on with the keys that it has read. */
async function needEmpty(client: pg.ClientBase, howTo: string): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM users LIMIT 1');
  if (rows.length > 0)
    throw new StartError(`There are people in this database already. Restore into a new one: ${howTo}.`);
  const { rowCount: others } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'herenow' AND pid <> pg_backend_pid()`,
  );
  if (others)
    throw new StartError('Herenow runs on this database. Stop it before something is restored there.');
}

function copyInto({ name, columns }: { name: string; columns: string[] }): string {
  return `COPY "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) FROM STDIN`;
}

/** Makes generated numbers continue after those in the backup. */
async function moveSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  );
  for (const { table, column } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max("${column}"), 0) + 1, false) FROM "${table}"`,
      [`"${table}"`, column],
    );
}
