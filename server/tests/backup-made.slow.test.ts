/** What a backup is made of and needs, and how long it is kept. */
import { DAY_MS } from '@herenow/contract/constants';
import { readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startObjectStore } from '@herenow/testing/object-store';
import { person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { backup } from '../src/app/backup/commands.ts';
import { makeBackup } from '../src/app/backup/make-backup.ts';
import { readHead } from '../src/app/backup/restore-backup.ts';
import { openDatabase } from '../src/database/connect.ts';
import { openPhotoFiles, type PhotoFiles } from '../src/features/photos/index.ts';
import { createLog } from '../src/lib/log.ts';
import { StartError } from '../src/lib/start-error.ts';
import { BACKUP_KEY, newFolder, written } from './backups.ts';
import { plain, RED, upload } from './photos-pictures.ts';

const stack = new AsyncDisposableStack();
let app: TestApp;

const folder = () => newFolder(stack);

const environment = () => ({
  DATABASE_URL: app.config.databaseUrl,
  DATA_DIR: app.config.dataDir,
  BACKUP_KEY,
  // As compose.yaml passes what is not set.
  BACKUP_DAYS: ' ',
});

beforeAll(async () => {
  app = stack.use(await startApp());
  await upload(app, await person(app, 'ada'), [await plain(RED, 30, 40).jpeg().toBuffer()]);
});
afterAll(() => stack.disposeAsync());

test('a backup without any photo of those in the database is not made', async () => {
  const dataDir = await folder();
  // The folder of the server is DATA_DIR; this one is mistyped.
  const elsewhere = { ...environment(), DATA_DIR: dataDir };
  await expect(backup(elsewhere, { chats: false })).rejects.toThrow(
    /^None of \d+ photos is where PHOTOS_URL and DATA_DIR lead/,
  );
  expect(await readdir(path.join(dataDir, 'backups'))).toEqual([]);
});

test('a backup tells how many photos were not found', async () => {
  const { rowCount } = await app.pool.query('SELECT FROM photos');
  const sentence = await backup(environment(), { folder: await folder(), chats: false });
  // All but the uploaded one are rows without files.
  expect(sentence).toContain(`4 files of photos. Not found: ${rowCount! - 1} of ${rowCount} photos.`);
});

test('photos are saved outside of a transaction, which would keep the database from cleaning up', async () => {
  const files = await openPhotoFiles(app.config);
  // Its own connection: tasks of the server have transactions meanwhile.
  let pid: number | undefined;
  let open: number | undefined;
  const read: PhotoFiles['read'] = async (...photoFile) => {
    const { rows } = await app.pool.query(
      `SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'idle in transaction'`,
      [pid],
    );
    open ??= rows.length;
    return await files.read(...photoFile);
  };
  await using database = await openDatabase({
    databaseUrl: app.config.databaseUrl,
    dataDir: '',
    log: createLog('silent'),
    poolSize: 1,
    copies: true,
  });
  const client = await database.pool.connect();
  pid = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
  const options = {
    client,
    photoFiles: { ...files, read },
    secretFile: undefined,
    key: BACKUP_KEY,
    chats: false,
    keptDays: 7,
  };
  await makeBackup({ ...options, folder: await folder() });
  client.release();
  expect(open).toBe(0);
});

test('a backup waits for a photo store that fails for a moment', async () => {
  await using store = await startObjectStore();
  const { key } = await app.db.selectFrom('photos').select('key').limit(1).executeTakeFirstOrThrow();
  store.objects.set(`/photos/${key}/1080.jpg`, { bytes: Buffer.from('a photo'), type: '', cache: '' });
  store.breakDown(true);
  const env = { ...environment(), PHOTOS_URL: `http://KEY:SECRET@${store.host}/photos` };
  const made = backup(env, { folder: await folder(), chats: false });
  made.catch(() => {});
  // The client of the store itself asks twice.
  await expect.poll(() => store.signatures.length).toBeGreaterThan(1);
  store.breakDown(false);
  expect(await made).toContain(' 1 files of photos.');
});

test('with one a day, no backup gets older than a week, and the latest one stays always', async () => {
  const backups = await folder();
  const make = async () => {
    const made = written(await backup(environment(), { folder: backups, chats: false }));
    return { made: path.basename(made), left: (await readdir(backups)).toSorted() };
  };
  const named = (moment: string) => `herenow-${moment.slice(0, 19).replaceAll(':', '-')}.backup`;
  const before = ['2020-01-01', '2020-01-02'].map((day) => named(`${day}T00:00:00`));
  for (const name of [...before, `${named('2020-01-03T00:00:00')}.partial`, 'notes.txt'])
    await writeFile(path.join(backups, name), '');
  // Otherwise one made while the clock is far ahead would be all that is left.
  const first = await make();
  expect(first.left).toEqual([before[1], first.made, 'notes.txt']);
  const { createdAt } = (await readHead(path.join(backups, first.made), BACKUP_KEY)).head;
  const [older, younger, yesterday] = [6.5, 5.5, 1].map((days) =>
    named(new Date(Date.parse(createdAt) - days * DAY_MS).toISOString()),
  );
  await rename(path.join(backups, first.made), path.join(backups, yesterday!));
  for (const name of [older, younger]) await writeFile(path.join(backups, name!), '');
  const { left, made } = await make();
  expect(left).toEqual([younger, yesterday, made, 'notes.txt']);
});

test('a backup needs a folder, a key, and no more days than the log of protections', async () => {
  const file = path.join(await folder(), 'a file');
  await writeFile(file, '');
  await expect(backup(environment(), { folder: file, chats: false })).rejects.toThrow(
    new StartError(`No backup was made in ${file} (EEXIST: file already exists, mkdir '${file}').`),
  );
  // The system lets nobody make a folder there.
  await expect(backup(environment(), { folder: '/proc/backups', chats: false })).rejects.toThrow(
    'No backup was made in /proc/backups (',
  );
  const refused = (more: object) => backup({ ...environment(), ...more }, { chats: false });
  await expect(refused({ BACKUP_KEY: 'short' })).rejects.toThrow(
    'BACKUP_KEY must hold at least 32 characters',
  );
  for (const BACKUP_DAYS of ['0', 'a week', '34'])
    await expect(refused({ BACKUP_DAYS })).rejects.toThrow(
      'BACKUP_DAYS must be a number of days above 0, and 33 at most',
    );
});
