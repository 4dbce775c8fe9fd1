import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openDatabase } from '../../server/src/database/connect.ts';
import { isAlive } from '@herenow/postgres/data-folder';
import { createLog } from '../../server/src/lib/log.ts';
import { startDatabaseProcess } from './database-process.ts';
import { TEST_FOLDER } from './test-database.ts';
import { databaseFolder } from './memory-disk.ts';

const run = promisify(execFile);

/** Data folders for tests of the embedded database, and the processes using them; removed after each test. */
export function embeddedFolders() {
  let stack = new AsyncDisposableStack();
  let dataDir = '';
  // Creating a cluster takes seconds, so tests share one where they can.
  let used = '';

  beforeAll(async () => {
    used = await makeFolder();
    await (await openDatabase({ dataDir: used, log: createLog('silent') })).close();
  });
  afterAll(() => rm(used, { recursive: true, force: true }));
  beforeEach(() => {
    stack = new AsyncDisposableStack();
  });
  afterEach(() => stack.disposeAsync());

  const postmasterPid = () => readPostmasterPid(dataDir);

  async function useNewFolder() {
    const folder = await makeFolder();
    dataDir = folder;
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    stack.defer(() => endServer(folder));
  }

  return {
    /** Disposed after each test. */
    get stack() {
      return stack;
    },
    get dataDir() {
      return dataDir;
    },
    /** Switches to a folder whose cluster has been started before. */
    useUsedFolder() {
      dataDir = used;
      stack.defer(() => endServer(used));
    },
    useNewFolder,
    /** Switches to a subfolder of a folder that is removed after the test. */
    use(folder: string) {
      dataDir = folder;
      stack.defer(() => endServer(folder));
    },
    /** Switches to a copy of the started folder, which a test may damage. */
    async useCopiedFolder() {
      await useNewFolder();
      await run('cp', ['-a', path.join(used, 'postgres'), dataDir]);
    },
    async startProcess(options?: Parameters<typeof startDatabaseProcess>[1]) {
      return stack.use(await startDatabaseProcess(dataDir, options));
    },
    postmasterPid,
    /** Names of the files in the server's folder, without its sockets. */
    async names() {
      const names = await readdir(path.join(dataDir, 'postgres'));
      return names.filter((name) => !name.startsWith('.s.')).toSorted();
    },
  };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(await databaseFolder(), `${TEST_FOLDER}${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}

export async function readPostmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

/** Stops servers that a failed test left running. */
async function endServer(dataDir: string): Promise<void> {
  const pid = await readPostmasterPid(dataDir).catch(() => undefined);
  if (!pid || pid === process.pid || !(await isServer(pid))) return;
  process.kill(pid, 'SIGQUIT');
  await expectGone(pid);
}

/** Whether a process runs; a zombie counts as gone. */
export async function isServer(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(pid);
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text !== '';
}

export async function expectGone(pid: number): Promise<void> {
  await expect.poll(() => isServer(pid)).toBe(false);
}

export async function query(url: string | undefined, text: string) {
  const client = new pg.Client({ connectionString: url! });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

export const writeAda = (url: string | undefined) =>
  query(url, `DROP TABLE IF EXISTS guests; CREATE TABLE guests AS SELECT 'ada' AS name`);

export async function readNames(url: string | undefined): Promise<string[]> {
  const { rows } = await query(url, 'SELECT name FROM guests ORDER BY name');
  return rows.map(({ name }) => name as string);
}
