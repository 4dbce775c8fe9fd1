/** Problems of a restore on a machine where it is tried for the first time. */
import { login } from '@herenow/contract/accounts';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { deleteAccount, report } from '@herenow/testing/safety';
import { newOperator } from '@herenow/testing/second-factor';
import { startApp } from '@herenow/testing/start-app';
import { createEmptyDatabase, createTestDatabase } from '@herenow/testing/test-database';
import { backup, restore } from '../src/app/backup/commands.ts';
import { pack, unpack } from '../src/app/backup/records.ts';
import { readSealed, writeSealed } from '../src/app/backup/sealed-file.ts';
import { connect, openDatabase } from '../src/database/connect.ts';
import { readMigrations } from '../src/database/migrate.ts';
import { readProtections } from '../src/features/protections/index.ts';
import { createLog } from '../src/lib/log.ts';
import { plain, RED, upload } from './photos-pictures.ts';
import { registered } from './registered.ts';

const BACKUP_KEY = 'a key of at least thirty-two characters';
const TOKEN_SECRET = 'the secret under which it was made, once';

const stack = new AsyncDisposableStack();
let ada: Person;
let file: string;

async function folder(): Promise<string> {
  const { path: made } = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-restore-')));
  return made;
}

async function save(databaseUrl: string, dataDir?: string): Promise<string> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir ?? (await folder()), TOKEN_SECRET, BACKUP_KEY };
  return /^Wrote (.+\.backup): /.exec(await backup(env, { folder: await folder(), chats: false }))![1]!;
}

const environment = async (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: await folder(),
  TOKEN_SECRET,
  BACKUP_KEY,
});

const photosIn = ({ DATA_DIR }: { DATA_DIR: string }) =>
  readdir(path.join(DATA_DIR, 'photos')).catch(() => []);

/** Returns a copy of the backup that says it was made years ago. */
async function saveOld(): Promise<string> {
  const old = path.join(await folder(), 'old.backup');
  await using sealed = await writeSealed(old, BACKUP_KEY);
  for await (const frame of readSealed(file, BACKUP_KEY)) {
    const { record, bytes } = unpack(frame);
    const createdAt = '2020-01-01T03:30:00.000Z';
    await sealed.add(pack(record.kind === 'head' ? { ...record, createdAt } : record, bytes));
  }
  await sealed.close();
  return old;
}

async function signsInAt(databaseUrl: string, tokenSecret: string): Promise<number> {
  await using restored = await startApp({ databaseUrl, tokenSecret });
  return (await api(restored, login, { body: { email: ada.email, password: PASSWORD } })).status;
}

beforeAll(async () => {
  await using app = await startApp({ tokenSecret: TOKEN_SECRET });
  ada = await person(app, 'ada', { photos: 0 });
  await upload(app, ada, [await plain(RED, 30, 40).jpeg().toBuffer()]);
  file = await save(app.config.databaseUrl!, app.config.dataDir);
});
afterAll(() => stack.disposeAsync());

test('a database on which a server has started but nobody registered counts as empty', async () => {
  await using database = await createTestDatabase();
  await using server = await startApp({ databaseUrl: database.url, tokenSecret: TOKEN_SECRET });
  await server[Symbol.asyncDispose]();
  await restore(await environment(database.url), { file, logs: [] });
  expect(await signsInAt(database.url, TOKEN_SECRET)).toBe(200);
});

test('a database on which a newer release has started is refused with advice', async () => {
  await using before = await createEmptyDatabase();
  const migrations = (await readMigrations()).slice(0, -1);
  await using _ = await openDatabase({
    databaseUrl: before.url,
    dataDir: '',
    log: createLog('silent'),
    migrations,
  });
  const older = await save(before.url);
  await using database = await createTestDatabase();
  await expect(restore(await environment(database.url), { file: older, logs: [] })).rejects.toThrow(
    'A newer version than that of the backup has run on this database. Restore into a new one: make it with ' +
      'CREATE DATABASE, and name it in DATABASE_URL.',
  );
});

test('a restore that fails at the newest migration takes over nothing, and can be run again', async () => {
  await using before = await createEmptyDatabase();
  const newest = (await readMigrations()).at(-1)!;
  const migrations = (await readMigrations()).slice(0, -1);
  const start = async (databaseUrl: string) => {
    await using _ = await openDatabase({ databaseUrl, dataDir: '', log: createLog('silent'), migrations });
    return stack.adopt(await connect(databaseUrl), (client) => client.end());
  };
  const old = await start(before.url);
  await old.query(
    `INSERT INTO users (id, email, username, password_hash, notification_settings, created_at, updated_at, last_active_at)
     VALUES (gen_random_uuid(), 'ada@example.org', 'ada', '', '{}', now(), now(), now())`,
  );
  const older = await save(before.url);

  await using database = await createEmptyDatabase();
  const env = await environment(database.url);
  const client = await start(database.url);
  const names = async () => (await client.query('SELECT username FROM users')).rows;
  await client.query(
    `ALTER TABLE schema_migrations ADD CONSTRAINT unwilling CHECK (version < ${newest.version})`,
  );
  await expect(restore(env, { file: older, logs: [] })).rejects.toThrow('unwilling');
  expect(await names()).toEqual([]);
  await client.query('ALTER TABLE schema_migrations DROP CONSTRAINT unwilling');
  expect(await restore(env, { file: older, logs: [] })).toContain('Restored the state of');
  expect(await names()).toEqual([{ username: 'ada' }]);
});

test('a backup of another token secret is refused, unless that secret is lost', async () => {
  await using database = await createEmptyDatabase();
  const other = 'another secret, of the machine that is new';
  const env = { ...(await environment(database.url)), TOKEN_SECRET: other };
  await expect(restore(env, { file, logs: [] })).rejects.toThrow(
    `${file} was made under another token secret.`,
  );
  await expect(restore({ ...env, TOKEN_SECRET: '' }, { file, logs: [] })).rejects.toThrow(
    'another token secret',
  );
  expect(await photosIn(env)).toEqual([]);
  await restore(env, { file, logs: [], secretLost: true });
  expect(await signsInAt(database.url, other)).toBe(200);
});

test('a folder instead of a file, and a log that is not at the named place, give a sentence', async () => {
  await using database = await createEmptyDatabase();
  const env = await environment(database.url);
  const nowhere = path.join(env.DATA_DIR, 'nowhere');
  await expect(restore(env, { file: path.dirname(file), logs: [] })).rejects.toThrow(
    `The backup ${path.dirname(file)} cannot be read (EISDIR).`,
  );
  await expect(restore(env, { file, logs: [nowhere] })).rejects.toThrow(
    `The log of protections in ${nowhere} cannot be read (ENOENT).`,
  );
  expect(existsSync(nowhere)).toBe(false);
  expect(await photosIn(env)).toEqual([]);
  await mkdir(nowhere);
  expect(await restore(env, { file, logs: [nowhere] })).toContain('0 erasures');
});

test('a backup from before the log of protections is restored, with a note of what may be back', async () => {
  const old = await saveOld();
  const logs = await folder();
  const restored = async () => {
    await using database = await createEmptyDatabase();
    return await restore(await environment(database.url), { file: old, logs: [logs] });
  };
  const told = /erased, blocked and suspended until .+ is as the backup has it/;
  expect(await restored()).toMatch(told);
  const line = { at: '2020-02-02T12:00:00.000Z', id: '1', kind: 'erased', who: 'nobody' };
  await writeFile(path.join(logs, '2020-02-02.log'), `\n${JSON.stringify(line)}\n`);
  expect(await restored()).toMatch(told);
  await writeFile(
    path.join(logs, '2020-01-01.log'),
    `\n${JSON.stringify({ ...line, at: '2020-01-01T23:00:00.000Z' })}\n`,
  );
  expect(await restored()).not.toMatch(told);
});

test('what a restore seals again can be read once the previous token secret is gone', async () => {
  await using before = await startApp({ tokenSecret: TOKEN_SECRET }, { pace: { protections: 20 } });
  const chidi = await registered(before, 'chidi@example.org');
  await report(await person(before, 'bela', { photos: 0 }), chidi, { words: 'what bela had to say' });
  const old = await save(before.config.databaseUrl!);
  await deleteAccount(chidi);
  const log = path.join(before.config.dataDir, 'protections');
  await eventually(async () => expect(await readProtections(log, [])).toMatchObject([{ kind: 'erased' }]));

  await using database = await createEmptyDatabase();
  const tokenSecret = 'the secret that takes the place of it';
  const env = { ...(await environment(database.url)), TOKEN_SECRET: tokenSecret };
  await restore({ ...env, TOKEN_SECRET_PREVIOUS: TOKEN_SECRET }, { file: old, logs: [log] });
  const client = stack.adopt(await connect(database.url), (one) => one.end());
  // A restore goes by the machine’s clock, which is behind the one of tests.
  await client.query(`UPDATE sealed_cases SET forget_at = forget_at + interval '20 years'`);
  const options = { databaseUrl: database.url, tokenSecret };
  await using both = await startApp({ ...options, tokenSecretPrevious: TOKEN_SECRET });
  await both[Symbol.asyncDispose]();
  await using app = await startApp(options);
  const operator = await newOperator(app, 'dana');
  expect(ok(await operator.api(listSealedCases)).json).toMatchObject([
    { username: 'chidi', reports: [{ words: 'what bela had to say' }] },
  ]);
});
