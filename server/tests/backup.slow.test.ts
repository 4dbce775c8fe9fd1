import { eventually } from '@herenow/testing/eventually';
import { deleteUser, login } from '@herenow/contract/accounts';
import { blockUser, listBlockedUsers } from '@herenow/contract/safety';
import { shareDate } from '@herenow/contract/shared-dates';
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, meet, ok, send } from '@herenow/testing/encounters';
import { startObjectStore } from '@herenow/testing/object-store';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { mayMount } from '@herenow/testing/mounts';
import { smallDisk } from '@herenow/testing/small-disk';
import { createEmptyDatabase, createTestDatabase } from '@herenow/testing/test-database';
import { backup, restore, tryRestore } from '../src/app/backup/commands.ts';
import { makeBackup } from '../src/app/backup/make-backup.ts';
import { readHead } from '../src/app/backup/restore-backup.ts';
import { openDatabase } from '../src/database/connect.ts';
import { readMigrations } from '../src/database/migrate.ts';
import { createLog } from '../src/lib/log.ts';
import { openPhotoFiles, type PhotoFiles } from '../src/features/photos/index.ts';
import { StartError } from '../src/lib/start-error.ts';
import { plain, RED, upload } from './photos-pictures.ts';

const BACKUP_KEY = 'a key of at least thirty-two characters';
const HELLO = 'hello from the evening before';

const stack = new AsyncDisposableStack();
let app: TestApp;
let people: Record<'ada' | 'bela' | 'chidi' | 'dana', Person>;
let photo: string;
let without: string;
let withChats: string;

async function folder(): Promise<string> {
  const { path: made } = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-backup-')));
  return made;
}

const environment = () => ({
  DATABASE_URL: app.config.databaseUrl,
  DATA_DIR: app.config.dataDir,
  BACKUP_KEY,
  // As compose.yaml passes what is not set.
  BACKUP_DAYS: ' ',
});
/** Returns the file that a command says it has written. */
const written = (sentence: string) => /^Wrote (.+\.backup): /.exec(sentence)![1]!;
const signIn = (server: { url: string }, one: Person) =>
  api(server, login, { body: { email: one.email, password: PASSWORD, appSource: 'web' } });

beforeAll(async () => {
  app = stack.use(await startApp({}, { pace: { protections: 20 } }));
  const [ada, bela, chidi, dana] = await Promise.all(
    ['ada', 'bela', 'chidi', 'dana'].map((name) => person(app, name)),
  );
  people = { ada: ada!, bela: bela!, chidi: chidi!, dana: dana! };
  const { photos } = await upload(app, people.bela, [await plain(RED, 30, 40).jpeg().toBuffer()]);
  photo = new URL(photos.at(-1)!.url, app.url).pathname;
  await send(people.bela, await meet(app, people.bela, people.chidi), HELLO);
  const date = { who: 'Chidi', place: 'the pub', until: later(app, 2) };
  ok(await people.bela.api(shareDate, { body: date }));
  await app.pool.query(
    `INSERT INTO face_checks (user_id, poses, drawn_at, selfies, sent_at)
     VALUES ($1, '{open-hand,look-up}', $2, '{one,two}', $2)`,
    [people.bela.id, app.clock.now()],
  );
  without = written(await backup(environment(), { folder: await folder(), chats: false }));
  withChats = written(await backup(environment(), { folder: await folder(), chats: true }));
  // What happens after the backup must also hold after the restore.
  ok(await people.ada.api(deleteUser, { params: { id: people.ada.id } }));
  ok(await people.bela.api(blockUser, { body: { userId: people.bela.id, userToBlockId: people.chidi.id } }));
  await suspend(app, people.dana);
  await eventually(async () => {
    const waiting = await app.db.selectFrom('protections').select('id').execute();
    if (waiting.length > 0) throw new Error('The log is not written yet.');
  });
});
afterAll(() => stack.disposeAsync());

const logFolder = () => path.join(app.config.dataDir, 'protections');

test('an empty machine continues with the embedded database from a backup', async () => {
  const dataDir = await folder();
  const sentence = await restore({ DATA_DIR: dataDir, BACKUP_KEY }, { file: without, logs: [logFolder()] });
  expect(sentence).toMatch(
    /^Restored the state of .+; \d+ erasures, blocks and suspensions since then hold\.$/,
  );
  await using restored = await startApp({ dataDir, databaseUrl: undefined });

  const { ada, bela, chidi, dana } = people;
  expect((await signIn(restored, ada)).status).toBe(401);
  expect((await signIn(restored, dana)).status).toBe(403);
  expect((await signIn(restored, bela)).status).toBe(200);
  const again = ok(await api(restored, listBlockedUsers, { params: { id: bela.id }, token: bela.token }));
  expect(again.json).toMatchObject([{ id: chidi.id }]);
  const picture = await fetch(restored.url + photo);
  expect(picture.status).toBe(200);
  expect(await picture.bytes()).toEqual(await (await fetch(app.url + photo)).bytes());
  expect(await restored.db.selectFrom('messages').select('id').execute()).toEqual([]);
  expect(await restored.db.selectFrom('chats').select('id').execute()).toEqual([]);
  // Data that is erased within hours must not be in a file that is kept for days.
  expect(await restored.db.selectFrom('shared_dates').select('id').execute()).toEqual([]);
  expect(await restored.db.selectFrom('face_checks').select('user_id').execute()).toEqual([]);
});

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

test('a backup without any photo of those in the database is not made', async () => {
  const dataDir = await folder();
  // The folder of the server is DATA_DIR; this one is mistyped.
  const elsewhere = { ...environment(), DATA_DIR: dataDir };
  await expect(backup(elsewhere, { chats: false })).rejects.toThrow(
    /^None of \d+ photos is where PHOTOS_URL and DATA_DIR lead/,
  );
  expect(await readdir(path.join(dataDir, 'backups'))).toEqual([]);
});

test('an outside database and a bucket are restored, with conversations', async () => {
  await using store = await startObjectStore();
  await using empty = await createEmptyDatabase();
  const photosUrl = `http://KEY:SECRET@${store.host}/photos`;
  const env = { DATABASE_URL: empty.url, DATA_DIR: await folder(), PHOTOS_URL: photosUrl, BACKUP_KEY };
  await restore(env, { file: withChats, logs: [] });
  expect(store.objects.size).toBe(4);
  await using restored = await startApp({ databaseUrl: empty.url, dataDir: env.DATA_DIR, photosUrl });
  const messages = await restored.db.selectFrom('messages').select('content').execute();
  expect(messages).toEqual([{ content: HELLO }]);
  const dates = await restored.db.selectFrom('shared_dates').select('place').execute();
  expect(dates).toEqual([{ place: 'the pub' }]);
  const checks = await restored.db.selectFrom('face_checks').select('selfies').execute();
  expect(checks).toEqual([{ selfies: ['one', 'two'] }]);
  expect((await signIn(restored, people.ada)).status).toBe(200);
  expect((await fetch(restored.url + photo)).status).toBe(200);
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
      `No backup could be written to ${disk} (ENOSPC, the disk is full).`,
    );
    expect((await readdir(disk)).filter((name) => name.includes('backup'))).toEqual([]);
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

test('a restore does not replace existing users', async () => {
  await expect(restore(environment(), { file: without, logs: [] })).rejects.toThrow(
    /There are people in this database already\. Restore into a new one: make it with CREATE DATABASE/,
  );
});

test('restoring a truncated or changed backup, or one of another key, leaves nothing behind', async () => {
  await using empty = await createEmptyDatabase();
  const env = { DATABASE_URL: empty.url, DATA_DIR: await folder(), BACKUP_KEY };
  const bytes = await readFile(without);
  expect(bytes.includes('bela')).toBe(false);
  const copy = path.join(await folder(), 'copy.backup');
  const refused = async (changed: Buffer, sentence: RegExp, key = BACKUP_KEY) => {
    await writeFile(copy, changed);
    await expect(restore({ ...env, BACKUP_KEY: key }, { file: copy, logs: [] })).rejects.toThrow(sentence);
  };
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)]! ^= 1;
  await refused(flipped, /is damaged or broken off\. Nothing of it was taken over\./);
  await refused(bytes.subarray(0, -20), /is damaged or broken off/);
  await refused(bytes.subarray(0, Math.floor(bytes.length / 2)), /is damaged or broken off/);
  await refused(bytes, /was made with another BACKUP_KEY/, 'another key of thirty-two characters');
  // Within the rows of a table.
  for (const end of [1500, 3000]) await refused(bytes.subarray(0, end), /is damaged/);
  await refused(Buffer.from('no backup'), /is not a backup of Herenow/);
  await restore(env, { file: without, logs: [] });
});

test('backups are kept for a week, and the latest one always', async () => {
  const backups = await folder();
  const named = (day: string) => `herenow-${day}T00-00-00.backup`;
  const before = ['2020-01-01', '2020-01-02'].map(named);
  for (const name of [...before, `${named('2020-01-03')}.partial`, 'notes.txt'])
    await writeFile(path.join(backups, name), '');
  const make = async () =>
    path.basename(written(await backup(environment(), { folder: backups, chats: false })));
  const first = await make();
  // Otherwise one made while the clock is far ahead would be all that is left.
  expect((await readdir(backups)).toSorted()).toEqual([before[1], first, 'notes.txt']);
  await rename(path.join(backups, first), path.join(backups, named('2020-01-04')));
  const second = await make();
  expect((await readdir(backups)).toSorted()).toEqual([named('2020-01-04'), second, 'notes.txt']);
});

test('a backup needs a folder, a key, and no more days than the log of protections', async () => {
  const file = path.join(await folder(), 'a file');
  await writeFile(file, '');
  await expect(backup(environment(), { folder: file, chats: false })).rejects.toThrow(
    new StartError(`No backup could be written to ${file} (EEXIST).`),
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

test('the log outside the database names nobody', async () => {
  const names = await readdir(logFolder());
  const text = (await Promise.all(names.map((name) => readFile(path.join(logFolder(), name), 'utf8')))).join(
    '',
  );
  for (const { id, email } of Object.values(people)) {
    expect(text).not.toContain(id);
    expect(text).not.toContain(email);
  }
  expect(text).toContain('"kind":"erased"');
});
