/** What a restore brings back, and what it refuses. */
import { eventually } from '@herenow/testing/eventually';
import { deleteUser } from '@herenow/contract/accounts';
import { goOnline } from '@herenow/contract/presence';
import { updateLocation } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { blockUser, listBlockedUsers } from '@herenow/contract/safety';
import { shareDate } from '@herenow/contract/shared-dates';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, meet, ok, send } from '@herenow/testing/encounters';
import { startObjectStore } from '@herenow/testing/object-store';
import { api, person, type Person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { createEmptyDatabase } from '@herenow/testing/test-database';
import { backup, restore } from '../src/app/backup/commands.ts';
import { listTables } from '../src/app/backup/database-tables.ts';
import { openDatabase } from '../src/database/connect.ts';
import { createLog } from '../src/lib/log.ts';
import { BACKUP_KEY, newFolder, signIn, written } from './backups.ts';
import { plain, RED, upload } from './photos-pictures.ts';
import { live } from './rights-life.ts';

const HELLO = 'hello from the evening before';

const stack = new AsyncDisposableStack();
let app: TestApp;
let people: Record<'ada' | 'bela' | 'chidi' | 'dana', Person>;
let photo: string;
let without: string;
let withChats: string;

const folder = () => newFolder(stack);

const environment = () => ({
  DATABASE_URL: app.config.databaseUrl,
  DATA_DIR: app.config.dataDir,
  BACKUP_KEY,
});

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
  // Nor does a file that is kept for weeks tell where anybody is; the app tells the server again.
  const places = await restored.db.selectFrom('users').select('cell').where('cell', 'is not', null).execute();
  expect(places).toEqual([]);
  const session = { params: { id: bela.id }, token: bela.token };
  const visible = { ...session, body: { userId: bela.id, onlineUntil: later(restored, 1) } };
  expect((await api(restored, goOnline, visible)).text).toBe(refusals.placeUnknown.text);
  const place = { type: 'Point' as const, coordinates: [13.4, 52.5] as [number, number] };
  ok(await api(restored, updateLocation, { ...session, body: place }));
  ok(await api(restored, goOnline, visible));
  // Data that is erased within hours must not be in a file that is kept for days.
  expect(await restored.db.selectFrom('shared_dates').select('id').execute()).toEqual([]);
  expect(await restored.db.selectFrom('face_checks').select('user_id').execute()).toEqual([]);
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

test('nothing is restored under a running server, which keeps what it has read', async () => {
  await using empty = await createEmptyDatabase();
  await using running = await startApp({ databaseUrl: empty.url });
  const env = { DATABASE_URL: empty.url, DATA_DIR: await folder(), BACKUP_KEY };
  await expect(restore(env, { file: without, logs: [] })).rejects.toThrow(
    'Herenow runs on this database. Stop it before something is restored there.',
  );
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  expect(await running.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('every row that is saved comes back as it was, also what triggers write', async () => {
  await using whole = await startApp();
  await live(whole);
  const { databaseUrl, dataDir } = whole.config;
  const saved = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_KEY };
  const file = written(await backup(saved, { folder: await folder(), chats: true }));
  const rowsOf = async (url: string) => {
    await using database = await openDatabase({ databaseUrl: url, dataDir: '', log: createLog('silent') });
    const client = await database.pool.connect();
    const tables: Record<string, string[]> = {};
    for (const { name } of await listTables(client, true)) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM "${name}" t ORDER BY 1`,
      );
      tables[name] = rows.map(({ row }) => row);
    }
    client.release();
    return tables;
  };
  const before = await rowsOf(databaseUrl!);
  await using empty = await createEmptyDatabase();
  await restore({ DATABASE_URL: empty.url, DATA_DIR: await folder(), BACKUP_KEY }, { file, logs: [] });
  expect(before['waiting_cases']).not.toEqual([]);
  expect(await rowsOf(empty.url)).toEqual(before);
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
