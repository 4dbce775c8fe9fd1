import { createHash } from 'node:crypto';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { migrate, readMigrations } from '../src/database/migrate.ts';
import { createLog } from '../src/lib/log.ts';
import { eventually } from '@herenow/testing/eventually';
import { createEmptyDatabase, createTestDatabase } from '@herenow/testing/test-database';

const log = createLog('silent');
let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

async function emptyDatabase() {
  return stack.use(await createEmptyDatabase()).url;
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stack.defer(() => client.end());
  return client;
}

async function migrationsOf(files: Record<string, string>) {
  const { path: folder } = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-migrations-')));
  for (const [name, sql] of Object.entries(files)) await writeFile(path.join(folder, name), sql);
  return await readMigrations(folder);
}

/** The advisory lock that a migrating node holds. */
const LOCK = 4_730_001;

const TWO = {
  '0001_people.sql': 'CREATE TABLE people (name text); CREATE INDEX ON people (name);',
  '0002_ada.sql': `INSERT INTO people VALUES ('ada');`,
};

describe('migrate', () => {
  test('applies what is missing, in order, once', async () => {
    const client = await connect(await emptyDatabase());
    const both = await migrationsOf(TWO);
    await migrate(client, { migrations: both.slice(0, 1), log });
    await migrate(client, { migrations: both, log });
    await migrate(client, { migrations: both, log });

    expect((await client.query('SELECT name FROM people')).rows).toEqual([{ name: 'ada' }]);
    expect((await client.query('SELECT version, name FROM schema_migrations ORDER BY 1')).rows).toEqual([
      { version: 1, name: '0001_people' },
      { version: 2, name: '0002_ada' },
    ]);
  });

  test('takes the records that another node has made since this one looked for them', async () => {
    const url = await emptyDatabase();
    const migrations = await migrationsOf(TWO);
    const [first, second] = [await connect(url), await connect(url)];
    // The connection remembers what it did not find.
    await second.query("SELECT to_regclass('schema_migrations') IS NOT NULL");
    await first.query(`SELECT pg_advisory_lock(${LOCK})`);
    const migrated = migrate(second, { migrations, log });
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await first.query(waiting)).rowCount).toBe(1);
    await migrate(first, { migrations, log });
    await first.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await migrated;
    expect((await second.query('SELECT name FROM people')).rows).toEqual([{ name: 'ada' }]);
  });

  test('is safe when eight nodes start at once', async () => {
    const url = await emptyDatabase();
    const migrations = await migrationsOf(TWO);
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(url)));
    await Promise.all(clients.map((client) => migrate(client, { migrations, log })));
    expect((await clients[0]!.query('SELECT name FROM people')).rows).toEqual([{ name: 'ada' }]);
  });

  test('a failing migration says where and changes nothing; the ones before it stay', async () => {
    const client = await connect(await emptyDatabase());
    const migrations = await migrationsOf({
      ...TWO,
      '0003_broken.sql': `INSERT INTO people VALUES ('bela');\nDELETE FROM nowhere;`,
    });
    await expect(migrate(client, { migrations, log })).rejects.toThrow(
      'Migration 0003_broken failed in line 2 and changed nothing: relation "nowhere" does not exist.',
    );
    expect((await client.query('SELECT name FROM people')).rows).toEqual([{ name: 'ada' }]);
    expect((await client.query('SELECT max(version) FROM schema_migrations')).rows).toEqual([{ max: 2 }]);
  });

  test('blocks nobody while a backup reads the tables that it changes', async () => {
    const url = await emptyDatabase();
    const [client, backup, server] = await Promise.all([connect(url), connect(url), connect(url)]);
    const all = await migrationsOf({ ...TWO, '0003_ages.sql': 'ALTER TABLE people ADD COLUMN age int;' });
    await migrate(client, { migrations: all.slice(0, 2), log });
    await backup.query('BEGIN; SELECT FROM people');
    const migrated = migrate(client, { migrations: all, log });
    await eventually(async () => {
      const { rows } = await server.query(`SELECT FROM pg_locks WHERE NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
      if (rows.length === 0) throw new Error('The migration does not wait.');
    });
    await server.query('SET statement_timeout = 3000');
    expect((await server.query('SELECT name FROM people')).rows).toEqual([{ name: 'ada' }]);
    await backup.query('COMMIT');
    await migrated;
    expect((await server.query('SELECT age FROM people')).rows).toEqual([{ age: null }]);
  });

  test('refuses a database that is newer than the code', async () => {
    const client = await connect(await emptyDatabase());
    const both = await migrationsOf(TWO);
    await migrate(client, { migrations: both, log });
    await expect(migrate(client, { migrations: both.slice(0, 1), log })).rejects.toThrow(
      'The database is newer than this version of Herenow: it has migration 0002_ada, ' +
        'and this version knows none after 0001_people. Start the newer version.',
    );
  });

  test('refuses a migration that was changed after it had been applied', async () => {
    const client = await connect(await emptyDatabase());
    await migrate(client, { migrations: await migrationsOf(TWO), log });
    const changed = await migrationsOf({ ...TWO, '0001_people.sql': 'CREATE TABLE people (id int);' });
    await expect(migrate(client, { migrations: changed, log })).rejects.toThrow(
      'Migration 0001_people was changed after it had been applied to this database.',
    );
  });

  test('treats other line endings as the same file', async () => {
    const client = await connect(await emptyDatabase());
    const sql = 'CREATE TABLE people (\n  name text\n);\n';
    await migrate(client, { migrations: await migrationsOf({ '0001_people.sql': sql }), log });
    const windows = await migrationsOf({ '0001_people.sql': sql.replaceAll('\n', '\r\n') });
    await expect(migrate(client, { migrations: windows, log })).resolves.toBeUndefined();
  });

  test('refuses a database that lost an earlier migration', async () => {
    const client = await connect(await emptyDatabase());
    const migrations = await migrationsOf(TWO);
    await migrate(client, { migrations, log });
    await client.query('DELETE FROM schema_migrations WHERE version = 1');
    await expect(migrate(client, { migrations, log })).rejects.toThrow(
      'The database lacks migration 0001_people but has 0002_ada, which comes later.',
    );
  });

  test.each([
    [{ '0002_late.sql': '' }, 'Migration 0002_late should have the number 1.'],
    [{ '0001_a.sql': '', '0001_b.sql': '' }, 'Migration 0001_b should have the number 2.'],
    [{ 'first.sql': '' }, 'Migration first.sql must be named like 0001_start.sql.'],
  ])('refuses files that are not numbered one by one: %o', async (files, message) => {
    await expect(migrationsOf(files as Record<string, string>)).rejects.toThrow(message);
  });
});

/** The number of released migrations, and a hash of them; update both with each release. */
const OUT = 37;
const HASH = 'e42b0a5b15e407543ab501be9bf9f37f7d7395477fdadab8e90015ef2f650ed9';

test('no released migration was changed, since servers that have applied it would not start', async () => {
  const out = (await readMigrations()).slice(0, OUT);
  const lines = out.map(({ name, checksum }) => `${name} ${checksum}`).join('\n');
  expect(createHash('sha256').update(lines).digest('hex')).toBe(HASH);
});

test('our own migrations create every extension the queries need', async () => {
  const client = await connect(stack.use(await createTestDatabase()).url);
  const { rows } = await client.query(
    `SELECT extname FROM pg_extension WHERE extname IN ('cube', 'btree_gist') ORDER BY 1`,
  );
  expect(rows).toEqual([{ extname: 'btree_gist' }, { extname: 'cube' }]);
});

test('four nodes open one empty database at once', async () => {
  const databaseUrl = await emptyDatabase();
  const nodes = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ databaseUrl, dataDir: '', log, poolSize: 2 })),
  );
  for (const node of nodes) stack.use(node);
  const expected = (await readMigrations()).map(({ version }) => ({ version }));
  const { rows } = await nodes[3]!.pool.query('SELECT version FROM schema_migrations ORDER BY 1');
  expect(rows).toEqual(expected);
});
