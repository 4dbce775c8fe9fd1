import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { takeOwnership } from '@herenow/postgres/ownership';
import { preparePlace } from '@herenow/postgres/place';
import { createLog } from '../src/lib/log.ts';
import { startDatabaseProcess } from '@herenow/testing/database-process';
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
const { useUsedFolder, useNewFolder, startProcess, postmasterPid } = folders;

describe('after a kill -9', () => {
  beforeEach(useUsedFolder);

  test('of Node: the next start takes the orphaned server over', async () => {
    const node = await startProcess();
    await writeAda(node.url);
    const pid = await postmasterPid();
    await node.kill('SIGKILL');
    expect(await isServer(pid)).toBe(true);

    const next = await startProcess();
    expect(await postmasterPid()).toBe(pid);
    expect(await readNames(next.url)).toEqual(['ada']);
    await next.close();
    expect(await isServer(pid)).toBe(false);
  });

  test('of PostgreSQL alone: it comes back on the same port under the running process', async () => {
    const database = folders.stack.use(await openDatabase({ dataDir: folders.dataDir, log }));
    await writeAda(database.connectionString);
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    const names = () =>
      database.pool.query('SELECT name FROM guests').then(
        ({ rows }) => rows,
        (error: Error) => error.message,
      );
    // The dead server's sessions may respond for a moment longer.
    await expectGone(pid);
    await expect.poll(() => postmasterPid()).not.toBe(pid);
    await expect.poll(names).toEqual([{ name: 'ada' }]);

    // The new server is ours as the first was: another process is refused, and closing stops it.
    const other = await startProcess();
    expect(other.problem).toContain(`(process ${process.pid})`);
    const second = await postmasterPid();
    await database.close();
    expect(await isServer(second)).toBe(false);
  });

  test('of PostgreSQL while it cannot start: it is retried until it comes back', async () => {
    const lines: string[] = [];
    const watched = createLog('info', { write: (line) => void lines.push(line) });
    const database = folders.stack.use(await openDatabase({ dataDir: folders.dataDir, log: watched }));
    const control = path.join(folders.dataDir, 'postgres/data/global/pg_control');
    await rename(control, `${control}-away`);
    process.kill(await postmasterPid(), 'SIGKILL');
    await expect.poll(() => lines.join('')).toContain('not back yet');
    // Further attempts follow each second, and nobody wants to read a line for each.
    const serverLog = () => readFile(path.join(folders.dataDir, 'postgres/server.log'), 'utf8');
    await expect.poll(async () => (await serverLog()).match(/pg_control/g)?.length ?? 0).toBeGreaterThan(2);
    expect(lines.filter((line) => line.includes('not back yet'))).toHaveLength(1);
    await rename(`${control}-away`, control);
    await expect.poll(() => lines.join('')).toContain('database server is back');
    expect((await query(database.connectionString, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('of one backend: the server recovers and the pool continues', async () => {
    const database = folders.stack.use(await openDatabase({ dataDir: folders.dataDir, log }));
    const { rows } = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    const answers = () =>
      database.pool.query('SELECT 1').then(
        () => 'yes',
        (error: Error) => error.message,
      );
    await expect.poll(answers).toBe('yes');
    // The lock is held again, so the folder is still ours.
    const refused = async () => (await startDatabaseProcess(folders.dataDir)).problem;
    await expect.poll(refused).toContain(`(process ${process.pid})`);
  });

  test('during the creation of the cluster: the unfinished one is replaced', async () => {
    await useNewFolder();
    const folder = path.join(folders.dataDir, 'postgres');
    const half = path.join(folder, `new-${await deadPid()}`);
    await mkdir(half, { recursive: true });
    await writeFile(path.join(half, 'PG_VERSION'), '18\n');
    await writeFile(`${half}-password`, 'secret');
    const node = await startProcess();
    expect(node.problem).toBeUndefined();
    expect(await folders.names()).toEqual(['data', 'server.log']);
  });

  test('a server that does not answer is left alone and reported', async () => {
    await (await startProcess()).kill('SIGKILL');
    const pid = await postmasterPid();
    process.kill(pid, 'SIGSTOP');
    folders.stack.defer(() => void process.kill(pid, 'SIGCONT'));
    const place = await preparePlace({ dataDir: folders.dataDir, name: 'herenow', fsync: true });
    await expect(takeOwnership(place, log, { patienceMs: 1000 })).rejects.toThrow(
      `The database server (process ${pid}) in ${folders.dataDir}/postgres does not answer. ` +
        `If no other run of the program uses it, end it with "kill ${pid}" and start again.`,
    );
    expect(await isServer(pid)).toBe(true);
  });

  test('a process id that another process has now does not block the start', async () => {
    const node = await startProcess();
    const pid = await postmasterPid();
    await node.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await expectGone(pid);
    const file = path.join(folders.dataDir, 'postgres/data/postmaster.pid');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'));

    const next = await startProcess();
    expect((await query(next.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  async function deadPid() {
    const { child } = run('true');
    await once(child, 'exit');
    return child.pid!;
  }
});
