import { mayMount } from '@herenow/testing/mounts';
import { person } from '@herenow/testing/people';
import { smallDisk } from '@herenow/testing/small-disk';
import { startApp } from '@herenow/testing/start-app';
import { createEmptyDatabase, createTestDatabase } from '@herenow/testing/test-database';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { backup, restore, tryRestore } from '../src/app/backup/commands.ts';
import { readHead } from '../src/app/backup/restore-backup.ts';
import { openDatabase } from '../src/database/connect.ts';
import { readMigrations } from '../src/database/migrate.ts';
import { createLog } from '../src/lib/log.ts';
import { BACKUP_KEY, newFolder, signIn, written } from './backups.ts';
import { plain, RED, upload } from './photos-pictures.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());
const folder = () => newFolder(stack);

test('a backup is restored on trial, and only then counts as the latest one', async () => {
  await using town = await startApp();
  const ada = await person(town, 'ada', { photos: 0 });
  await upload(town, ada, [await plain(RED, 30, 40).jpeg().toBuffer()]);
  const { dataDir, databaseUrl } = town.config;
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_KEY };
  const backups = path.join(dataDir, 'backups');
  const latest = async () =>
    Number(
      /^herenow_backup_timestamp_seconds (.+)$/m.exec(await (await fetch(`${town.url}/metrics`)).text())![1],
    );
  expect(await latest()).toBe(0);
  await mkdir(path.join(dataDir, 'trial-killed'));
  const sentence = await backup(env, { chats: false, check: true });
  expect(sentence).toMatch(/4 files of photos\. It was restored on trial\.$/);
  const file = written(sentence);
  const { head } = await readHead(file, BACKUP_KEY);
  expect(await latest()).toBe(Date.parse(head.createdAt) / 1000);
  expect(await tryRestore(env, file)).toMatch(
    new RegExp(
      `^${file} can be restored: the state of ${head.createdAt}, \\d+ tables, 4 files of photos\\.$`,
    ),
  );
  // Nothing is left of the trial, and nothing of it came to the town.
  expect((await readdir(dataDir)).filter((name) => name.startsWith('trial-'))).toEqual([]);

  const old = path.join(backups, 'herenow-2020-01-01T00-00-00.backup');
  for (const name of [old, old.replace('01T', '02T')]) await writeFile(name, '');
  // What a broken disk may leave: a row about nobody.
  await town.pool.query(`ALTER TABLE news_sent DROP CONSTRAINT news_sent_user_id_fkey;
    INSERT INTO news_sent (news_id, user_id, sent_at) VALUES ('news', gen_random_uuid(), now())`);
  await expect(backup(env, { chats: false, check: true })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /\.backup cannot be restored \(.+ violates foreign key constraint .+\)\.$/,
    ),
  });
  expect(await latest()).toBe(Date.parse(head.createdAt) / 1000);
  // The earlier backups are all there is.
  expect(existsSync(old)).toBe(true);
});

test('a backup before an upgrade does not migrate the schema', async () => {
  await using before = await createEmptyDatabase();
  const migrations = (await readMigrations()).slice(0, -1);
  const log = createLog('silent');
  const old = await openDatabase({ databaseUrl: before.url, dataDir: '', log, migrations });
  await using _ = old;
  const env = { DATABASE_URL: before.url, DATA_DIR: await folder(), BACKUP_KEY };
  const file = written(await backup(env, { folder: await folder(), chats: false }));
  const { rows } = await old.pool.query('SELECT name FROM schema_migrations ORDER BY version');
  expect(rows).toEqual(migrations.map(({ name }) => ({ name })));
  expect((await readHead(file, BACKUP_KEY)).head.migrations).toEqual(migrations.map(({ name }) => name));
});

test('tables in a separate schema are saved and restored', async () => {
  await using own = await createEmptyDatabase();
  const name = new URL(own.url).pathname.slice(1);
  const admin = new pg.Client(own.url);
  await admin.connect();
  // As where each user has a schema of the same name.
  await admin.query(`CREATE SCHEMA own; ALTER DATABASE ${name} SET search_path = own, public`);
  await admin.end();
  await using town = await startApp({ databaseUrl: own.url });
  const ada = await person(town, 'ada', { photos: 0 });
  const env = { DATABASE_URL: own.url, DATA_DIR: town.config.dataDir, BACKUP_KEY };
  const file = written(await backup(env, { folder: await folder(), chats: false }));
  await using empty = await createEmptyDatabase();
  await restore({ ...env, DATABASE_URL: empty.url }, { file, logs: [] });
  await using restored = await startApp({ ...town.config, databaseUrl: empty.url });
  expect((await signIn(restored, ada)).status).toBe(200);
});

test.skipIf(!(await mayMount()))(
  'a full disk ends a backup with a sentence (skipped for who may not mount)',
  async () => {
    await using database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    // More than the disk has, of what does not compress.
    await client.query(`INSERT INTO photo_removals (key)
    SELECT i || (SELECT string_agg(md5(i || '-' || j), '') FROM generate_series(1, 60) j) FROM generate_series(1, 8000) i`);
    await client.end();
    const disk = await folder();
    await using _ = await smallDisk(disk, 2);
    const env = { DATABASE_URL: database.url, DATA_DIR: disk, BACKUP_KEY };
    await expect(backup(env, { folder: disk, chats: false })).rejects.toThrow(
      `No backup was made in ${disk} (ENOSPC: no space left on device, `,
    );
    expect((await readdir(disk)).filter((name) => name.includes('backup'))).toEqual([]);
  },
);

test.skipIf(!(await mayMount()))(
  'a restore is done that leaves too little room to start its database (skipped for who may not mount)',
  async () => {
    await using town = await startApp();
    await person(town, 'ada', { photos: 0 });
    const { dataDir, databaseUrl, tokenSecret } = town.config;
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TOKEN_SECRET: tokenSecret, BACKUP_KEY };
    const file = written(await backup(env, { chats: false }));
    const disk = await folder();
    // Enough to restore; the database starts only with 24 MB free beside it.
    await using _ = await smallDisk(disk, 58);
    const there = { ...env, DATABASE_URL: undefined, DATA_DIR: disk };
    expect(await restore(there, { file, logs: [] })).toContain('Restored the state of');
  },
);

test('an empty database is not backed up', async () => {
  const dataDir = path.join(await folder(), 'mistyped');
  await expect(backup({ DATA_DIR: dataDir, BACKUP_KEY }, { chats: false })).rejects.toThrow(
    `There is no database in ${dataDir}.`,
  );
  expect(existsSync(dataDir)).toBe(false);
  await using empty = await createEmptyDatabase();
  const env = { DATABASE_URL: empty.url, DATA_DIR: dataDir, BACKUP_KEY };
  await expect(backup(env, { chats: false })).rejects.toThrow('The database is empty.');
});
