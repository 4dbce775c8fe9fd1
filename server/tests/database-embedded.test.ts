import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { findBinaries } from '../src/database/embedded/binaries.ts';
import { ensureCluster } from '../src/database/embedded/cluster.ts';
import { preparePlace } from '../src/database/embedded/place.ts';
import { createLog } from '../src/lib/log.ts';
import { startDatabaseProcess } from '../testing/database-process.ts';

const run = promisify(execFile);
const log = createLog('silent');
const isRoot = process.getuid?.() === 0;
/** An account that owns nothing. */
const NOBODY = 65_534;

let stack: AsyncDisposableStack;
let dataDir: string;
/** Has been started before; making one takes seconds, so the tests that can share it do. */
let usedFolder: string;

beforeAll(async () => {
  usedFolder = await makeFolder();
  await (await openDatabase({ dataDir: usedFolder, log })).close();
});
afterAll(() => rm(usedFolder, { recursive: true, force: true }));

beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'herenow-embedded-'));
  await chmod(folder, 0o755);
  return folder;
}

function useUsedFolder() {
  dataDir = usedFolder;
  stack.defer(() => endServer(usedFolder));
}

async function useNewFolder() {
  const folder = await makeFolder();
  dataDir = folder;
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  stack.defer(() => endServer(folder));
}

/** A test that failed must not leave a server behind, whatever it was about. */
async function endServer(folder: string) {
  const pid = await postmasterPid(folder).catch(() => undefined);
  if (!pid || pid === process.pid || !(await isServer(pid))) return;
  process.kill(pid, 'SIGKILL');
  await expectGone(pid);
}

async function startProcess(options?: Parameters<typeof startDatabaseProcess>[1]) {
  return stack.use(await startDatabaseProcess(dataDir, options));
}

async function postmasterPid(folder = dataDir) {
  return Number.parseInt(await readFile(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

async function query(url: string | undefined, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url! });
  await client.connect();
  return await client.query(text, values).finally(() => client.end());
}

const serverUser = async () => (await stat(`/proc/${await postmasterPid()}`)).uid;
const writeAda = (url: string | undefined) =>
  query(url, `DROP TABLE IF EXISTS guests; CREATE TABLE guests AS SELECT 'ada' AS name`);

async function readNames(url: string | undefined) {
  const { rows } = await query(url, 'SELECT name FROM guests ORDER BY name');
  return rows.map(({ name }) => name as string);
}

/** A dead server counts as gone even where nobody buries it. */
async function isServer(pid: number) {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text !== '';
}

const expectGone = (pid: number) => expect.poll(() => isServer(pid), { timeout: 10_000 }).toBe(false);

describe('an ordinary life', () => {
  beforeEach(useUsedFolder);

  test('starts a durable server, keeps the data over a stop, and stays on its port', async () => {
    const first = await openDatabase({ dataDir, log });
    await writeAda(first.connectionString);
    const settings = await first.pool.query(
      `SELECT current_setting('fsync') AS fsync, current_setting('jit') AS jit,
              current_setting('listen_addresses') AS addresses, current_setting('server_version_num') AS version,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
    );
    expect(settings.rows[0]).toEqual({
      ...{ fsync: 'on', jit: 'off', addresses: '127.0.0.1' },
      ...{ version: expect.stringMatching(/^18/), superuser: false },
    });
    const pid = await postmasterPid();
    await first.close();
    expect(await isServer(pid)).toBe(false);

    const second = stack.use(await openDatabase({ dataDir, log }));
    expect(second.connectionString).toBe(first.connectionString);
    expect(await readNames(second.connectionString)).toEqual(['ada']);
  });

  test('takes another port when its own is taken', async () => {
    const first = await startEmbedded({ dataDir, log });
    await first.stop();
    const port = Number(new URL(first.connectionString).port);
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    stack.defer(() => void squatter.close());

    const second = stack.use(await startEmbedded({ dataDir, log }));
    expect(Number(new URL(second.connectionString).port)).not.toBe(port);
    expect((await query(second.connectionString, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test.each(['exit', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'goes when its process ends by %s without closing it',
    async (how) => {
      const node = await startProcess();
      const pid = await postmasterPid();
      await (how === 'exit' ? node.exit() : node.kill(how));
      await expectGone(pid);
      const { stdout } = await run('tail', ['-n1', path.join(dataDir, 'postgres/server.log')]);
      expect(stdout).toContain('database system is shut down');
    },
  );

  test('keeps what people wrote out of its log, and its password to its owner', async () => {
    const database = stack.use(await openDatabase({ dataDir, log }));
    await database.pool.query('CREATE TABLE emails (email text UNIQUE)');
    const insert = () => database.pool.query('INSERT INTO emails VALUES ($1)', ['ada@herenow.example']);
    await insert();
    await expect(insert()).rejects.toThrow('duplicate key');
    await expect(database.pool.query(`SELECT 'ada@herenow.example'::uuid`)).rejects.toThrow('uuid');
    const text = await readFile(path.join(dataDir, 'postgres/server.log'), 'utf8');
    expect(text).toContain('ready to accept connections');
    expect(text).not.toContain('ada@herenow');
    expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
  });
});

describe('two processes, one folder', () => {
  beforeEach(useUsedFolder);

  test('the second is told who has it, and harms nothing', async () => {
    const first = await startProcess();
    await writeAda(first.url);
    const second = await startProcess();
    expect(second.problem).toBe(
      `Another Herenow (process ${first.child.pid}) is using the data in ${dataDir}/postgres. ` +
        'Stop it first, or give this one a DATA_DIR of its own. Several nodes share one database by DATABASE_URL.',
    );
    await query(first.url, `INSERT INTO guests VALUES ('bela')`);
    expect(await readNames(first.url)).toEqual(['ada', 'bela']);
  });

  test('of two that make the folder at the same moment one has it', async () => {
    await useNewFolder();
    const both = await Promise.all([startProcess(), startProcess()]);
    const winner = both.find(({ url }) => url)!;
    const loser = both.find(({ problem }) => problem)!;
    expect(loser.problem).toContain(`Another Herenow (process ${winner.child.pid}) is using the data`);
    expect((await query(winner.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await readdir(path.join(dataDir, 'postgres'))).toSorted()).toEqual(['data', 'server.log']);
  });

  test('one process does not open its own folder twice', async () => {
    stack.use(await startEmbedded({ dataDir, log }));
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`(process ${process.pid})`);
  });
});

describe('after a kill -9', () => {
  beforeEach(useUsedFolder);

  /** Inserts until the connection breaks and answers how many inserts were acknowledged. */
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

  test('of PostgreSQL and Node: the next start recovers every row that was acknowledged', async () => {
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

  test('of PostgreSQL alone: it comes back on the same port under the running process', async () => {
    const database = stack.use(await openDatabase({ dataDir, log }));
    await writeAda(database.connectionString);
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    const names = () =>
      database.pool.query('SELECT name FROM guests').then(
        ({ rows }) => rows,
        (error: Error) => error.message,
      );
    // The dead server's sessions may answer for a moment longer.
    await expectGone(pid);
    await expect.poll(() => postmasterPid(), { timeout: 15_000 }).not.toBe(pid);
    await expect.poll(names, { timeout: 15_000 }).toEqual([{ name: 'ada' }]);

    // It is ours as the first was: another process is refused, and closing ends it.
    const other = await startProcess();
    expect(other.problem).toContain(`(process ${process.pid})`);
    const second = await postmasterPid();
    await database.close();
    expect(await isServer(second)).toBe(false);
  });

  test('of one backend: the server recovers and the pool goes on', async () => {
    const database = stack.use(await openDatabase({ dataDir, log }));
    const { rows } = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    const answers = () =>
      database.pool.query('SELECT 1').then(
        () => 'yes',
        (error: Error) => error.message,
      );
    await expect.poll(answers, { timeout: 15_000 }).toBe('yes');
    // The lock is held anew, so the folder is still ours.
    const refused = async () => (await startDatabaseProcess(dataDir)).problem;
    await expect.poll(refused, { timeout: 15_000 }).toContain(`(process ${process.pid})`);
  });

  test('of the making of the cluster: the half-made one is replaced', async () => {
    await useNewFolder();
    const folder = path.join(dataDir, 'postgres');
    const half = path.join(folder, `new-${await deadPid()}`);
    await mkdir(half, { recursive: true });
    await writeFile(path.join(half, 'PG_VERSION'), '18\n');
    await writeFile(`${half}-password`, 'secret');
    const node = await startProcess();
    expect(node.problem).toBeUndefined();
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'server.log']);
  });

  test('a process id that has gone to someone else does not block the start', async () => {
    const node = await startProcess();
    const pid = await postmasterPid();
    await node.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await expectGone(pid);
    const file = path.join(dataDir, 'postgres/data/postmaster.pid');
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

describe('what a person must mend is a sentence', () => {
  beforeEach(useNewFolder);

  test('a platform without programs', () => {
    expect(() => findBinaries('freebsd', 'x64')).toThrow(
      'The embedded database has no programs for this platform (freebsd-x64). Set DATABASE_URL to a ' +
        'PostgreSQL 15 or newer',
    );
  });

  test('programs that do not run here', async () => {
    const place = await preparePlace(dataDir, true);
    const binaries = { initdb: path.join(dataDir, 'initdb'), postgres: path.join(dataDir, 'postgres') };
    await expect(ensureCluster({ ...place, binaries })).rejects.toThrow(
      'The programs of the embedded database do not run on this machine (ENOENT). Set DATABASE_URL',
    );
  });

  test('a file where the folder should be', async () => {
    await writeFile(path.join(dataDir, 'postgres'), '');
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('but a file is in its way');
  });

  test('data of another major version', async () => {
    await (await startEmbedded({ dataDir, log })).stop();
    await writeFile(path.join(dataDir, 'postgres/data/PG_VERSION'), '17\n');
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('another major version of PostgreSQL');
  });

  test('damaged data, with PostgreSQL’s own reason', async () => {
    await (await startEmbedded({ dataDir, log })).stop();
    await rm(path.join(dataDir, 'postgres/data/global/pg_control'));
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
      /^The embedded database did not start: .*pg_control.* Its log is .*server\.log\.$/s,
    );
  });
});

describe.skipIf(!isRoot)('what only root can set up (skipped for an ordinary user)', () => {
  beforeEach(useNewFolder);

  test('as root the server runs as another user', async () => {
    const node = await startProcess();
    expect(node.problem).toBeUndefined();
    expect(await serverUser()).not.toBe(0);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(await serverUser());
  });

  test('an ordinary user and root take turns over the same folder', async () => {
    await chown(dataDir, NOBODY, NOBODY);
    const first = await startProcess({ uid: NOBODY });
    expect(await serverUser()).toBe(NOBODY);
    await writeAda(first.url);
    await first.close();
    const asRoot = await startProcess();
    expect(await serverUser()).toBe(NOBODY);
    await asRoot.close();
    const again = await startProcess({ uid: NOBODY });
    expect(await readNames(again.url)).toEqual(['ada']);
  });

  test('root takes over the server that a killed ordinary user left', async () => {
    await chown(dataDir, NOBODY, NOBODY);
    await (await startProcess({ uid: NOBODY })).kill('SIGKILL');
    const pid = await postmasterPid();
    await (await startProcess()).close();
    expect(await isServer(pid)).toBe(false);
  });

  test('a folder that may not be written to', async () => {
    const node = await startProcess({ uid: NOBODY });
    expect(node.problem).toBe(
      `The embedded database may not write to ${dataDir}/postgres. Give the folder to the user who starts ` +
        'Herenow (it belongs to another one when Herenow ran as root before), or set DATA_DIR to another folder.',
    );
  });

  test('a folder that root used before', async () => {
    await chown(dataDir, NOBODY, NOBODY);
    await (await startProcess()).close();
    const node = await startProcess({ uid: NOBODY });
    expect(node.problem).toContain(`The embedded database may not write to ${dataDir}/postgres.`);
  });

  test('a folder inside a closed one of root’s, as its home is', async () => {
    await chmod(dataDir, 0o700);
    const node = await startProcess();
    expect(node.problem).toBeUndefined();
    expect(await serverUser()).not.toBe(0);
    expect((await query(node.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test('a closed folder that a root without its powers cannot open either', async () => {
    await chmod(dataDir, 0o700);
    const prefix = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'];
    const node = await startProcess({ prefix });
    expect(node.problem).toContain(`the user it runs as instead may not enter ${dataDir}. Allow it with`);
  });

  test('a disk too full to make the cluster', async () => {
    await mount('20m');
    const node = await startProcess();
    expect(node.problem).toBe(
      `The disk that holds ${dataDir}/postgres is full, so the embedded database cannot start. ` +
        'Nothing is lost: free some space and start again.',
    );
    expect(await readdir(path.join(dataDir, 'postgres'))).toEqual([]);
  });

  test('a disk that filled up later; with space again nothing is lost', async () => {
    await mount('160m');
    const first = await startProcess();
    await writeAda(first.url);
    await first.close();
    const filler = path.join(dataDir, 'filler');
    await expect(run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'])).rejects.toThrow('No space left');
    const full = await startProcess();
    expect(full.problem).toContain('is full, so the embedded database cannot start.');
    await rm(filler);
    const next = await startProcess();
    expect(await readNames(next.url)).toEqual(['ada']);
  });

  async function mount(size: string) {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', dataDir]);
    // Lazily: the server that a failed test left may still be in it.
    stack.defer(async () => void (await run('umount', ['-l', dataDir])));
  }
});
