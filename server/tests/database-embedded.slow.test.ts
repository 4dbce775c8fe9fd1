import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { findEmbedded, openEmbedded } from '../src/database/own-database.ts';
import { findBinaries } from '@herenow/postgres/binaries';
import { startEmbedded } from '@herenow/postgres/embedded';
import { ensureCluster } from '@herenow/postgres/data-folder';
import { preparePlace } from '@herenow/postgres/place';
import { createLog } from '../src/lib/log.ts';
import { HARD } from '@herenow/testing/effort';
import {
  embeddedFolders,
  expectGone,
  isServer,
  query,
  readNames,
  writeAda,
} from '@herenow/testing/embedded-folders';

const run = promisify(execFile);
const log = createLog('silent');
const folders = embeddedFolders();
const { useUsedFolder, useNewFolder, useCopiedFolder, startProcess, postmasterPid } = folders;

describe('in ordinary use', () => {
  beforeEach(useUsedFolder);

  test('finds its server under another name of the folder', async () => {
    await (await startProcess()).kill('SIGKILL');
    const pid = await postmasterPid();
    const link = `${folders.dataDir}-link`;
    await symlink(folders.dataDir, link);
    folders.stack.defer(() => rm(link));
    await (await openEmbedded({ dataDir: link, log })).stop();
    expect(await isServer(pid)).toBe(false);
  });

  test('works in a folder with an odd name and too deep for a socket', async () => {
    const dataDir = path.join(folders.dataDir, `Ada's "data", 50 %`, 'x'.repeat(100));
    const database = folders.stack.use(await openEmbedded({ dataDir, log }));
    expect((await query(database.connectionString, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('takes another port when its own is taken', async () => {
    const first = await openEmbedded({ dataDir: folders.dataDir, log });
    await first.stop();
    const port = Number(new URL(first.connectionString).port);
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    folders.stack.defer(() => void squatter.close());

    const second = folders.stack.use(await openEmbedded({ dataDir: folders.dataDir, log }));
    expect(Number(new URL(second.connectionString).port)).not.toBe(port);
    expect((await query(second.connectionString, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test.each(HARD ? (['exit', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) : (['exit', 'SIGTERM'] as const))(
    'goes when its process ends by %s without closing it',
    async (how) => {
      const node = await startProcess();
      const pid = await postmasterPid();
      await (how === 'exit' ? node.exit() : node.kill(how));
      await expectGone(pid);
      const { stdout } = await run('tail', ['-n1', path.join(folders.dataDir, 'postgres/server.log')]);
      expect(stdout).toContain('database system is shut down');
    },
  );

  test('does not log connections that end because it is stopped', async () => {
    const lines: string[] = [];
    const noting = createLog('warn', { write: (line) => void lines.push(line) });
    const { pool, close } = await openDatabase({ dataDir: folders.dataDir, log: noting });
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // It notices that the connection was closed only when the server stops, too, as on a busy machine.
    process.kill(rows[0]!.pid, 'SIGSTOP');
    const closed = close();
    const state = () => readFile(path.join(folders.dataDir, 'postgres/data/postmaster.pid'), 'utf8');
    await expect.poll(state).toContain('stopping');
    process.kill(rows[0]!.pid, 'SIGCONT');
    await closed;
    expect(lines).toEqual([]);
  });

  test('keeps its log short while it runs, and goes on writing to it', async () => {
    const { dataDir } = folders;
    const database = folders.stack.use(
      await startEmbedded({ dataDir, name: 'herenow', log, logCheckMs: 20 }),
    );
    const file = path.join(dataDir, 'postgres/server.log');
    await appendFile(file, 'LOG:  a line of forty letters or so\n'.repeat(300_000));
    await expect.poll(async () => (await stat(file)).size).toBeLessThan(10_000);
    expect((await stat(`${file}.1`)).size).toBeGreaterThan(10_000_000);
    await query(database.adminConnectionString, 'SELECT pg_reload_conf()');
    await expect.poll(() => readFile(file, 'utf8')).toMatch(/^[^\0]*reloading configuration files/);
    await rm(`${file}.1`);
  });

  test('keeps users’ texts out of its log, and its password to its owner', async () => {
    const database = folders.stack.use(await openDatabase({ dataDir: folders.dataDir, log }));
    await database.pool.query('CREATE TABLE emails (email text UNIQUE)');
    const insert = () => database.pool.query('INSERT INTO emails VALUES ($1)', ['ada@herenow.example']);
    await insert();
    await expect(insert()).rejects.toThrow('duplicate key');
    await expect(database.pool.query(`SELECT 'ada@herenow.example'::uuid`)).rejects.toThrow('uuid');
    const text = await readFile(path.join(folders.dataDir, 'postgres/server.log'), 'utf8');
    expect(text).toContain('ready to accept connections');
    expect(text).not.toContain('ada@herenow');
    expect((await stat(path.join(folders.dataDir, 'postgres'))).mode & 0o077).toBe(0);
  });
});

describe('two processes, one folder', () => {
  beforeEach(useUsedFolder);

  test('the second is told which process has it, and does no harm', async () => {
    const first = await startProcess();
    await writeAda(first.url);
    const second = await startProcess();
    expect(second.problem).toBe(
      `Another run of Herenow (process ${first.child.pid}) is using the data in ${folders.dataDir}/postgres. ` +
        'Stop it first, or set DATA_DIR to another folder. For several that share one database, ' +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
    await query(first.url, `INSERT INTO guests VALUES ('bela')`);
    expect(await readNames(first.url)).toEqual(['ada', 'bela']);
  });

  test('a command reaches the database of the running process', async () => {
    const first = await startProcess();
    await writeAda(first.url);
    expect(await readNames(await findEmbedded(folders.dataDir))).toEqual(['ada']);
    await first.close();
    expect(await findEmbedded(folders.dataDir)).toBeUndefined();
  });

  test('of two that create the folder at the same moment one gets it', async () => {
    await useNewFolder();
    const both = await Promise.all([startProcess(), startProcess()]);
    const winner = both.find(({ url }) => url)!;
    const loser = both.find(({ problem }) => problem)!;
    expect(loser.problem).toContain(`Another run of Herenow (process ${winner.child.pid}) is using the data`);
    expect((await query(winner.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(await folders.names()).toEqual(['data', 'server.log']);
  });

  test('one process cannot open its own folder twice', async () => {
    folders.stack.use(await openEmbedded({ dataDir: folders.dataDir, log }));
    await expect(openEmbedded({ dataDir: folders.dataDir, log })).rejects.toThrow(`(process ${process.pid})`);
  });
});

describe('a problem that the user must fix gives a sentence', () => {
  beforeEach(useNewFolder);

  test('a platform without programs', () => {
    expect(() => findBinaries('freebsd', 'x64')).toThrow(
      'The embedded database has no programs for this platform (freebsd-x64). Use a PostgreSQL ' +
        '15 or newer of your own, or,',
    );
  });

  test('programs that cannot run here', async () => {
    const place = await preparePlace({ dataDir: folders.dataDir, name: 'herenow', fsync: true });
    const binaries = {
      initdb: path.join(folders.dataDir, 'initdb'),
      postgres: path.join(folders.dataDir, 'postgres'),
    };
    await expect(ensureCluster({ ...place, binaries }, log)).rejects.toThrow(
      /^The programs of the embedded database do not run on this machine \((?:ENOENT|No such file or directory)\)\. Use a PostgreSQL/,
    );
  });

  test('a file where the folder should be', async () => {
    await writeFile(path.join(folders.dataDir, 'postgres'), '');
    await expect(openEmbedded({ dataDir: folders.dataDir, log })).rejects.toThrow('but a file, or a link');
  });

  test('a link to a folder that is not there', async () => {
    const dataDir = path.join(folders.dataDir, 'link');
    await symlink(path.join(folders.dataDir, 'gone'), dataDir);
    await expect(openEmbedded({ dataDir, log })).rejects.toThrow(
      'a link to a folder that is not there, is in its way',
    );
  });

  test('data of another major version', async () => {
    await useCopiedFolder();
    await writeFile(path.join(folders.dataDir, 'postgres/data/PG_VERSION'), '17\n');
    await expect(openEmbedded({ dataDir: folders.dataDir, log })).rejects.toThrow(
      'another major version of PostgreSQL',
    );
  });

  test('damaged data, with PostgreSQL’s own reason', async () => {
    await useCopiedFolder();
    await rm(path.join(folders.dataDir, 'postgres/data/global/pg_control'));
    await expect(openEmbedded({ dataDir: folders.dataDir, log })).rejects.toThrow(
      /^The embedded database did not start: .*pg_control.* Its log is .*server\.log\.$/s,
    );
  });
});
