import { HOUR_MS } from '@herenow/contract/constants';
import { cuttableLine } from '@herenow/testing/cuttable-line';
import { ROOT } from '@herenow/testing/database-process';
import { eventually } from '@herenow/testing/eventually';
import { startApp } from '@herenow/testing/start-app';
import { startNats } from '@herenow/testing/nats-server';
import { asAdmin, createTestDatabase } from '@herenow/testing/test-database';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect, test } from 'vitest';

const ready = async (url: string) => {
  const answer = await fetch(`${url}/readyz`);
  return {
    status: answer.status,
    text: await answer.text(),
    closes: answer.headers.get('connection') === 'close',
  };
};

test('a node that is about to stop announces it first, and answers everything meanwhile', async () => {
  const app = await startApp({ drainMs: 1500 });
  expect(await ready(app.url)).toEqual({ status: 200, text: 'ok', closes: false });
  let stopped = false;
  const stopping = app[Symbol.asyncDispose]().then(() => (stopped = true));
  await eventually(async () =>
    expect(await ready(app.url)).toEqual({
      status: 503,
      text: 'Herenow is restarting. Please try again in a moment.',
      closes: true,
    }),
  );
  const alive = await fetch(`${app.url}/healthz`);
  expect([alive.status, stopped]).toEqual([200, false]);
  await stopping;
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('an unreachable bus is reported, and makes no node unready', async () => {
  await using nats = await startNats();
  await using app = await startApp({ natsUrl: `nats://127.0.0.1:9,${nats.url}` });
  expect(await ready(app.url)).toMatchObject({ status: 200, text: 'ok' });
  await nats.kill();
  await eventually(async () =>
    expect(await ready(app.url)).toMatchObject({ status: 200, text: 'The message bus cannot be reached.' }),
  );
});

test('a node whose database has become a standby is not ready until it has the primary again', async () => {
  await using database = await createTestDatabase();
  await using app = await startApp({ databaseUrl: database.url });
  const name = new URL(database.url).pathname.slice(1);
  const up = async () =>
    /^herenow_database_up \d$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[0];
  expect([await ready(app.url), await up()]).toMatchObject([{ status: 200 }, 'herenow_database_up 1']);
  // Like a failover, this ends all connections, and new ones lead to a standby.
  await asAdmin(async (admin) => {
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  });
  await eventually(async () =>
    expect(await ready(app.url)).toMatchObject({ status: 503, text: 'The database cannot be reached.' }),
  );
  expect(await up()).toBe('herenow_database_up 0');
  // From here on new connections lead to the primary; those to the standby stay open.
  await asAdmin((admin) => admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`));
  await eventually(async () => expect(await ready(app.url)).toMatchObject({ status: 200, text: 'ok' }));
  await eventually(async () => expect(await up()).toBe('herenow_database_up 1'));
});

test('a hanging bus does not hold up the shutdown', async () => {
  await using nats = await startNats();
  // So long that only an end of everything, the bus included, ends it.
  const app = await startApp({ natsUrl: nats.url }, { pace: { stopping: HOUR_MS } });
  nats.pause();
  await app[Symbol.asyncDispose]();
  expect(app.logLines.join('')).not.toContain('stopped before everything had ended');
  nats.resume();
});

test('a silent database does not hold up the shutdown', async () => {
  await using database = await createTestDatabase();
  const { host } = new URL(database.url);
  await using line = await cuttableLine(host);
  const overTcp = new URL(database.url.replace(host, line.host));
  overTcp.search = '';
  const app = await startApp({ databaseUrl: overTcp.href }, { pace: { stopping: 500 } });
  line.freeze();
  const unanswered = app.pool.query('SELECT 1').catch((error: Error) => error.message);
  await app[Symbol.asyncDispose]();
  expect(app.logLines.join('')).toContain('stopped before everything had ended');
  line.cut();
  expect(await unanswered).toContain('Connection terminated');
});

test('a start that waits for the database of others ends with a signal', async () => {
  await using database = await createTestDatabase();
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE schema_migrations');
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database.url, PORT: '0', NODE_ENV: 'test' },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const waiting = async () =>
    (
      await other.query(`SELECT FROM pg_locks WHERE NOT granted AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).rowCount;
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  child.kill('SIGTERM');
  // Node without a listener would end by the signal itself, and not at all as the first process of a container.
  expect(await ended).toEqual([0, null]);
  await other.end();
});
