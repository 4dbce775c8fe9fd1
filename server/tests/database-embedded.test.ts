import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { createLog } from '../src/lib/log.ts';
import { embeddedFolders, isServer, query, readNames, writeAda } from '@herenow/testing/embedded-folders';

const log = createLog('silent');
const folders = embeddedFolders();
const { useUsedFolder, startProcess, postmasterPid } = folders;
beforeEach(useUsedFolder);

test('starts a durable server, keeps the data after a stop, and stays on its port', async () => {
  const first = await openDatabase({ dataDir: folders.dataDir, log });
  await writeAda(first.connectionString);
  const settings = await first.pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('jit') AS jit,
            current_setting('listen_addresses') AS addresses, current_setting('server_version_num') AS version,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
  );
  expect(settings.rows[0]).toEqual({
    fsync: 'on',
    jit: 'off',
    addresses: '127.0.0.1',
    version: expect.stringMatching(/^18/),
    superuser: false,
  });
  const pid = await postmasterPid();
  await first.close();
  expect(await isServer(pid)).toBe(false);

  const second = folders.stack.use(await openDatabase({ dataDir: folders.dataDir, log }));
  expect(second.connectionString).toBe(first.connectionString);
  expect(await readNames(second.connectionString)).toEqual(['ada']);
});

/** Inserts until the connection breaks; returns how many inserts were acknowledged. */
async function insertUntilBroken(url: string, onCount: (count: number) => void) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('DROP TABLE IF EXISTS counted; CREATE TABLE counted (n int PRIMARY KEY)');
  for (let n = 1; ; n += 1) {
    try {
      await client.query('INSERT INTO counted VALUES ($1)', [n]);
    } catch {
      return n - 1;
    }
    onCount(n);
  }
}

test('after a kill -9 of PostgreSQL and Node the next start recovers every acknowledged row', async () => {
  const node = await startProcess();
  const pid = await postmasterPid();
  const acknowledged = await insertUntilBroken(node.url!, (count) => {
    if (count === 300) {
      node.child.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
    }
  });
  expect(acknowledged).toBeGreaterThanOrEqual(300);

  const next = await startProcess();
  expect(await postmasterPid()).not.toBe(pid);
  const { rows } = await query(next.url, 'SELECT count(*)::int AS rows, max(n) AS last FROM counted');
  expect(rows[0].rows).toBe(rows[0].last);
  expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged);
});
