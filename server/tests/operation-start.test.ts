import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { configWarnings, readConfig, type Config } from '../src/config.ts';
import { startNats } from '@herenow/testing/nats-server';
import { startServer } from '@herenow/testing/server-process';
import { startApp } from '@herenow/testing/start-app';
import { createEmptyDatabase } from '@herenow/testing/test-database';

const NATS = { NATS_URL: 'nats://bus.example' };
const SHARED = {
  DATABASE_URL: 'postgres://user:secret@db.example/here',
  PHOTOS_URL: 'https://key:secret@store.example/photos',
  TOKEN_SECRET: 'a secret of more than 32 characters',
};

test.each<[string, NodeJS.ProcessEnv, string[]]>([
  ['one node', {}, []],
  ['one of several', { ...NATS, ...SHARED }, []],
  ['no shared database', { ...NATS, ...SHARED, DATABASE_URL: '' }, ['DATABASE_URL']],
  ['no shared photos', { ...NATS, ...SHARED, PHOTOS_URL: '' }, ['PHOTOS_URL']],
  ['no shared secret', { ...NATS, ...SHARED, TOKEN_SECRET: '' }, ['TOKEN_SECRET']],
  ['nothing shared', NATS, ['DATABASE_URL', 'PHOTOS_URL', 'TOKEN_SECRET']],
])('%s is warned of what it lacks', (_, env, missing) => {
  const warnings = configWarnings(readConfig(env));
  expect(warnings.map((text) => /without (\w+):/.exec(text)![1])).toEqual(missing);
  expect(warnings.join()).not.toContain('secret@');
});

test.each([
  ['nothing', 'http://localhost:3000'],
  ['an address without TLS', 'http://herenow.example'],
])('in production with %s as PUBLIC_URL a server warns of it', (_, publicUrl) => {
  const env = { NODE_ENV: 'production', MAIL_URL: 'smtps://mail.example' };
  expect(configWarnings(readConfig({ ...env, PUBLIC_URL: publicUrl }))).toEqual([
    `PUBLIC_URL is ${publicUrl}: mails lead there, and browsers tell a place at https:// alone. Set it to the address at which people reach the app, like https://herenow.example.`,
  ]);
  expect(configWarnings(readConfig({ ...env, PUBLIC_URL: 'https://town.example' }))).toEqual([]);
  expect(configWarnings(readConfig({ PUBLIC_URL: publicUrl }))).toEqual([]);
});

test('a server warns of settings that are probably mistyped', () => {
  const env = { PHOTO_URL: 'x', METRICTOKEN: 'x', MAIL_FORM: 'x', TOKEN_SECRETS_FILE: '/x' };
  expect(
    configWarnings(readConfig(env)).map((text) => /^(\w+) .* Is (\w+) meant/.exec(text)!.slice(1)),
  ).toEqual([
    ['PHOTO_URL', 'PHOTOS_URL'],
    ['METRICTOKEN', 'METRICS_TOKEN'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['TOKEN_SECRETS_FILE', 'TOKEN_SECRET_FILE'],
  ]);
  const others = {
    HOME: '/',
    POST: '1',
    NODE_OPTIONS: 'x',
    NODE_PATH: 'x',
    MAIL: '/',
    XDG_DATA_DIRS: '/',
    PGHOST: 'x',
  };
  const known = { BACKUP_KEY: 'x', BACKUP_DAYS: '3', BACKUP_KEY_FILE: '/x', DATABASE_URL_FILE: '/x' };
  expect(configWarnings(readConfig({ ...others, ...known }))).toEqual([]);
});

test('the log of a node without PHOTOS_URL says so at the start', async () => {
  await using nats = await startNats();
  await using app = await startApp({ natsUrl: nats.url, tokenSecret: SHARED.TOKEN_SECRET });
  const warnings = app.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings.map(({ msg }) => msg)).toEqual([
    `NATS_URL is set without PHOTOS_URL: other nodes do not find the photos of this one, unless all nodes share the folder ${app.config.dataDir}.`,
  ]);
});

test.each<[string, boolean | number, number]>([
  ['that is not named, once', false, 1],
  ['that is named not at all', 1, 0],
])('a server warns of a proxy in front %s', async (_, trustProxy, times) => {
  await using app = await startApp({ trustProxy });
  const ask = (headers: Record<string, string>) => fetch(new URL('/healthz', app.url), { headers });
  const warnings = () => app.logLines.filter((line) => line.includes('TRUST_PROXY'));
  await ask({});
  expect(warnings()).toEqual([]);
  for (const address of ['203.0.113.7', '203.0.113.8']) await ask({ 'x-forwarded-for': address });
  expect(warnings()).toHaveLength(times);
});

test.each<[string, (port: number) => { port?: number; host?: string }, (port: number) => string]>([
  [
    'a port that another program has',
    (port) => ({ port }),
    (port) => `Port ${port} is taken by another program. Stop that one, or set PORT to another number.`,
  ],
  [
    'an address of another machine',
    () => ({ host: '192.0.2.77' }),
    () => 'This machine has no address 192.0.2.77. Correct HOST, or leave it out.',
  ],
])('a start at %s is refused with a sentence', async (_, config, sentence) => {
  await using app = await startApp();
  const { databaseUrl, dataDir } = app.config;
  const other = startApp({ databaseUrl, dataDir, ...config(app.port) });
  await expect(other).rejects.toMatchObject({ name: 'StartError', message: sentence(app.port) });
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

// In /proc the system lets nobody make a folder, and says that there is none.
test.each([
  ['secret', {}, 'The secret that Herenow signs with cannot be kept in /proc/herenow/token-secret (ENOENT).'],
  ['photos', { TOKEN_SECRET: SHARED.TOKEN_SECRET }, 'Photos cannot be stored in /proc/herenow/photos:'],
  ['database', { DATABASE_URL: '' }, 'The embedded database cannot be kept in /proc/herenow/postgres'],
])('a start whose folder of the %s cannot be made ends with a sentence', async (_, env, sentence) => {
  await using database = await createEmptyDatabase();
  const start = startServer({ DATA_DIR: '/proc/herenow', DATABASE_URL: database.url, ...env });
  const problem = await start.then(() => 'It started.', String);
  expect(problem).toContain('has ended:');
  expect(problem).toContain(sentence);
});

test.each<[string, (port: number) => Partial<Config>]>([
  ['a port that is taken', (port) => ({ port })],
  ['a bus that does not answer', () => ({ natsUrl: 'nats://127.0.0.1:9', tokenSecret: SHARED.TOKEN_SECRET })],
])('a start that fails because of %s leaves the database as it is', async (_, wrong) => {
  await using app = await startApp();
  await using database = await createEmptyDatabase();
  const start = startApp({ databaseUrl: database.url, ...wrong(app.port) });
  await expect(start).rejects.toMatchObject({ name: 'StartError' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`SELECT to_regclass('schema_migrations') AS made`);
  await client.end();
  expect(rows).toEqual([{ made: null }]);
});

test('a job queue that an earlier release created with other settings gets the current ones', async () => {
  await using app = await startApp();
  const settings = sql<{ name: string; retry_limit: number; expire_seconds: number }>`
    SELECT name, retry_limit, expire_seconds FROM pgboss.queue ORDER BY name`;
  const { rows: before } = await settings.execute(app.db);
  expect(before).not.toEqual([]);
  await sql`UPDATE pgboss.queue SET retry_limit = 99, expire_seconds = 7`.execute(app.db);
  await using _ = await startApp(app.config);
  expect((await settings.execute(app.db)).rows).toEqual(before);
});
