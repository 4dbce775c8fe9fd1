import { login } from '@herenow/contract/accounts';
import { listCases } from '@herenow/contract/moderation';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { readMigrations } from '../src/database/migrate.ts';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { createLog, nameInLogs } from '../src/lib/log.ts';
import { createEmptyDatabase, createTestDatabase } from '@herenow/testing/test-database';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator, setUpSecondFactor } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { whileLocked } from './while-locked.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/operator.ts');
/** What a command needs to run, and nothing that configures it. */
const { PATH, NODE_COMPILE_CACHE } = process.env;

test('the command finds its database and prints what it did', async () => {
  await using database = await createTestDatabase();
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url };
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, 'list'], { env });
  expect(stdout).toBe('There is no operator yet.\n');
});

test('a command reads its secrets from files', async () => {
  await using database = await createTestDatabase();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-secret-'));
  const file = path.join(folder.path, 'database-url');
  await writeFile(file, `${database.url}\n`);
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL_FILE: file };
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, 'list'], { env });
  expect(stdout).toBe('There is no operator yet.\n');
});

test('the command of a newer version does not migrate the database of an older one, and says so @slow', async () => {
  await using database = await createEmptyDatabase();
  const all = await readMigrations();
  await using old = await openDatabase({
    databaseUrl: database.url,
    dataDir: '',
    log: createLog('silent'),
    migrations: all.slice(0, -1),
  });
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url };
  await expect(promisify(execFile)(process.execPath, [SCRIPT, 'list'], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(`^The database is older than this version .* migration ${all.at(-1)!.name}\\. `),
    ),
  });
  const { rows } = await old.pool.query('SELECT version FROM schema_migrations');
  expect(rows).toHaveLength(all.length - 1);
});

test.each([
  ['operator.ts', 'list'],
  ['database.ts', 'list'],
  ['copy.ts', 'ada@example.org', 'ada.zip'],
])('%s makes no database where there is none', async (script, ...words) => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-mistyped-'));
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder.path };
  const command = [path.join(path.dirname(SCRIPT), script), ...words];
  await expect(promisify(execFile)(process.execPath, command, { env })).rejects.toMatchObject({
    code: 1,
    stderr: `There is no database in ${folder.path}. Correct DATA_DIR, or set DATABASE_URL.\n`,
  });
  expect(await readdir(folder.path)).toEqual([]);
});

test.each([['operator.ts', 'list'], ['news.ts', SCRIPT], ['backup.ts'], ['database.ts']])(
  '%s says what is wrong with the configuration in sentences @slow',
  async (script, ...words) => {
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: 'mistyped', BACKUP_KEY: 'x'.repeat(32) };
    const run = promisify(execFile)(process.execPath, [path.join(path.dirname(SCRIPT), script), ...words], {
      env,
    });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr:
        'The configuration has problems:\n' +
        '  - DATABASE_URL must be a URL that starts with postgres:// or postgresql://, like postgres://user:password@db.example/herenow.\n',
    });
  },
);

const done = (text: string) => ({ exitCode: 0, text });
const failed = (text: string) => ({ exitCode: 1, text });
const command = (app: TestApp, ...words: string[]) => readOperatorCommand(words)?.(app.db, app.clock.now());

test('operators can be added, listed and removed', async () => {
  await using app = await startApp();
  const mayLook = async (who: Person) => (await who.api(listCases)).status === 200;
  const [ada, dana] = [
    await person(app, 'ada', { email: 'ada@example.org' }),
    await person(app, 'dana', { email: 'dana@example.org' }),
  ];
  await command(app, 'add', dana.email);
  expect(await command(app, 'add', 'ADA@example.org')).toEqual(done('ADA@example.org is an operator now.'));
  expect(await mayLook(ada), 'without a second factor').toBe(false);
  await setUpSecondFactor(app, ada, app.clock.now());
  expect(await mayLook(ada)).toBe(true);
  expect(await command(app, 'list')).toEqual(done(`ada@example.org\n${dana.email}`));
  expect(await command(app, 'remove', ada.email)).toEqual(done('ada@example.org is no operator any more.'));
  expect(await mayLook(ada)).toBe(false);
  await command(app, 'remove', dana.email);
  expect(await command(app, 'list')).toEqual(done('There is no operator yet.'));
});

test('the command removes a lost second factor, records it, and the user is told', async () => {
  await using app = await startApp({}, { pace: { accounts: 100, retrySeconds: 0 } });
  const [ada, dana] = [await person(app, 'ada'), await person(app, 'dana')];
  await makeOperator(app, dana);
  expect(await command(app, 'reset-second-factor', ada.email)).toEqual(
    failed(`Nobody with the email ${ada.email} has a second factor.`),
  );
  expect(await command(app, 'reset-second-factor', ` ${dana.email.toUpperCase()} `)).toMatchObject({
    exitCode: 0,
  });
  expect((await dana.api(listCases)).status).toBe(403);
  expect((await api(app, login, { body: { email: dana.email, password: PASSWORD } })).status).toBe(200);
  await expect
    .poll(() => app.mailbox.list(dana.email).map(({ subject }) => subject))
    .toContain('Two-step sign-in was taken off your account');
  expect(app.logLines.filter((line) => line.includes('second factor reset')).join('')).toContain(
    String(nameInLogs(dana.id)),
  );
  const { rows } = await app.pool.query(
    'SELECT user_id, told_at IS NOT NULL AS told FROM second_factor_resets',
  );
  expect(rows).toEqual([{ user_id: dana.id, told: true }]);
});

test('only users whose email is verified can be operators: somebody else may have registered with any other', async () => {
  await using app = await startApp();
  const email = 'nobody@example.org';
  const eve = await person(app, 'eve', { step: 5 });
  for (const one of [email, eve.email])
    expect(await command(app, 'add', one)).toEqual(
      failed(`Nobody has registered with the email ${one} and verified it.`),
    );
  expect(await command(app, 'remove', email)).toEqual(
    failed(`Nobody with the email ${email} is an operator.`),
  );
});

test.each([[[]], [['add']], [['add', 'ada']], [['list', 'all']], [['promote', 'ada@example.org']]])(
  '%j is no command',
  (words) => expect(readOperatorCommand(words)).toBeUndefined(),
);

test('a user deleted meanwhile has no second factor to remove', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await setUpSecondFactor(app, ada, app.clock.now());
  const lock = 'SELECT FROM users WHERE id = $1 FOR UPDATE';
  const { answer, waited } = await whileLocked(
    app,
    { lock, change: 'DELETE FROM users WHERE id = $1', values: [ada.id] },
    async () => await command(app, 'reset-second-factor', ada.email),
  );
  expect(waited).toBe(true);
  expect(answer).toEqual(failed(`Nobody with the email ${ada.email} has a second factor.`));
});
