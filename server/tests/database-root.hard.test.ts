import { execFile } from 'node:child_process';
import { chmod, chown, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { createLog } from '../src/lib/log.ts';
import { startDatabaseProcess } from '@herenow/testing/database-process';
import {
  readPostmasterPid,
  embeddedFolders,
  isServer,
  query,
  readNames,
  writeAda,
} from '@herenow/testing/embedded-folders';
import { mayMount } from '@herenow/testing/mounts';

const mounts = await mayMount();
const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** An account that owns nothing. */
const NOBODY = 65_534;
/** A user id without a name, as containers are often started with. */
const NAMELESS = 54_321;

const folders = embeddedFolders();
const { useUsedFolder, useNewFolder, useCopiedFolder, startProcess, postmasterPid } = folders;

const serverUser = async () => (await stat(`/proc/${await postmasterPid()}`)).uid;

describe.skipIf(!isRoot)('what only root can set up (skipped for an ordinary user)', () => {
  beforeEach(useNewFolder);

  test('as root the server runs as another user, without any privilege of root', async () => {
    const dataDir = path.join(folders.dataDir, 'data');
    await using node = await startDatabaseProcess(dataDir);
    expect(node.problem).toBeUndefined();
    const pid = await readPostmasterPid(dataDir);
    const { uid } = await stat(`/proc/${pid}`);
    expect(uid).not.toBe(0);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(uid);
    // The server has no capability, except the one to enter folders if those above the programs are closed to other
    // users.
    expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^CapEff:\s+0{15}[024]$/m);
  });

  test.skipIf(!mounts)('the other user is made where there is none', async () => {
    const etc = `${folders.dataDir}-etc`;
    folders.stack.defer(() => rm(etc, { recursive: true, force: true }));
    await run('cp', ['-a', '/etc', etc]);
    const files = ['passwd', 'group', 'shadow', 'gshadow'].map((name) => path.join(etc, name));
    await run('sed', ['-i', '/^postgres:/d', ...files]);
    // Only this process sees the copy as its /etc; its PATH is as short as in some shells of root.
    const script = `mount --bind "${etc}" /etc && PATH=/usr/bin:/bin exec "$@"`;
    const prefix = ['unshare', '--mount', 'sh', '-c', script, 'sh'];
    const node = await startProcess({ prefix });
    expect(node.problem).toBeUndefined();
    const made = await readFile(path.join(etc, 'passwd'), 'utf8');
    expect(made).toMatch(new RegExp(`^postgres:x:${await serverUser()}:`, 'm'));
  });

  test('a copy of the data made by root can be started', async () => {
    const original = await startProcess();
    await writeAda(original.url);
    await original.close();
    const copy = `${folders.dataDir}-copy`;
    folders.stack.defer(() => rm(copy, { recursive: true, force: true }));
    await run('cp', ['-r', folders.dataDir, copy]);
    folders.use(copy);
    expect((await stat(path.join(copy, 'postgres/data'))).uid).toBe(0);
    const node = await startProcess();
    expect(node.problem).toBeUndefined();
    expect(await readNames(node.url)).toEqual(['ada']);
    expect(await serverUser()).not.toBe(0);
  });

  test('an ordinary user and root can use the same folder in turn', async () => {
    await chown(folders.dataDir, NOBODY, NOBODY);
    const asRoot = await startProcess();
    expect(await serverUser()).toBe(NOBODY);
    await writeAda(asRoot.url);
    await asRoot.close();
    const first = await startProcess({ uid: NOBODY });
    expect(await serverUser()).toBe(NOBODY);
    expect(await readNames(first.url)).toEqual(['ada']);
    await first.close();
    await chown(folders.dataDir, 0, 0);
    const again = await startProcess();
    expect(await serverUser()).toBe(NOBODY);
    expect(await readNames(again.url)).toEqual(['ada']);
  });

  test('root in a folder of an unnamed user runs the server as another user', async () => {
    await chown(folders.dataDir, NAMELESS, NAMELESS);
    const node = await startProcess();
    expect(node.problem).toBeUndefined();
    expect([0, NAMELESS]).not.toContain(await serverUser());
  });

  test('an unnamed user gets a sentence', async () => {
    await chown(folders.dataDir, NAMELESS, NAMELESS);
    const node = await startProcess({ uid: NAMELESS });
    expect(node.problem).toBe(
      'The embedded database cannot be made by a user without a name: there is no line for the user id ' +
        '54321 in /etc/passwd. Start Herenow as a user who has one, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  });

  test('root adopts the server that a killed ordinary user left', async () => {
    await chown(folders.dataDir, NOBODY, NOBODY);
    await (await startProcess({ uid: NOBODY })).kill('SIGKILL');
    const pid = await postmasterPid();
    await (await startProcess()).close();
    expect(await isServer(pid)).toBe(false);
  });

  test('a folder that may not be written to', async () => {
    const node = await startProcess({ uid: NOBODY });
    expect(node.problem).toBe(
      `The embedded database may not write to ${folders.dataDir}/postgres. Give the folder to the user who starts ` +
        'Herenow (it belongs to another one when Herenow ran as root before), or set DATA_DIR to another folder.',
    );
  });

  test('a folder that root used before', async () => {
    await useCopiedFolder();
    await chown(folders.dataDir, NOBODY, NOBODY);
    const node = await startProcess({ uid: NOBODY });
    expect(node.problem).toContain(`The embedded database may not write to ${folders.dataDir}/postgres.`);
  });

  test('a folder inside a closed one of root’s, as its home is', async () => {
    await useCopiedFolder();
    await chmod(folders.dataDir, 0o700);
    const node = await startProcess();
    expect(node.problem).toBeUndefined();
    expect(await serverUser()).not.toBe(0);
    expect((await query(node.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await stat(folders.dataDir)).mode & 0o777).toBe(0o700);
  });

  test('root in a container has fewer privileges, which are enough', async () => {
    await useCopiedFolder();
    await chmod(folders.dataDir, 0o700);
    const powers =
      'chown dac_override fowner fsetid kill mknod net_raw setgid setuid setfcap setpcap sys_chroot';
    const prefix = ['setpriv', `--bounding-set=-all,+${powers.replaceAll(' ', ',+')}`, '--'];
    const first = await startProcess({ prefix });
    expect(first.problem).toBeUndefined();
    await writeAda(first.url);
    const pid = await postmasterPid();
    await first.kill('SIGKILL');
    const second = await startProcess({ prefix });
    expect(await postmasterPid()).toBe(pid);
    expect(await readNames(second.url)).toEqual(['ada']);
    await second.close();
    expect(await isServer(pid)).toBe(false);
    expect(await readFile(path.join(folders.dataDir, 'postgres/server.log'), 'utf8')).toMatch(
      /is shut down\n$/,
    );
  });

  test.skipIf(!mounts)(
    'a server in another container over the same folder is not started against',
    async () => {
      useUsedFolder();
      const first = await startProcess();
      await writeAda(first.url);
      // From inside, neither the first process nor its port nor its shared memory is visible.
      const prefix = ['unshare', '--pid', '--ipc', '--net', '--fork', '--mount-proc'];
      const second = await startProcess({ prefix });
      expect(second.problem).toContain(`Another run of Herenow (in another container) is using the data`);
      expect(await readNames(first.url)).toEqual(['ada']);
      expect(await isServer(await postmasterPid())).toBe(true);
    },
  );

  test('a closed folder that even a root without privileges cannot open', async () => {
    await chmod(folders.dataDir, 0o700);
    const prefix = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'];
    const node = await startProcess({ prefix });
    expect(node.problem).toContain(
      `the user it runs as instead may not enter ${folders.dataDir}. Allow it with`,
    );
  });

  test('a root without any privileges, as in a container that drops all', async () => {
    const prefix = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'];
    const node = await startProcess({ prefix });
    expect(node.problem).toContain('this root may not start it as another user: it lacks the capabilities');
  });

  test.skipIf(!mounts)('a disk too full to make the cluster', async () => {
    await mount('20m');
    const node = await startProcess();
    expect(node.problem).toBe(
      `The disk that holds ${folders.dataDir}/postgres is full, so the embedded database cannot start. ` +
        'Nothing is lost: free some space and start again.',
    );
    expect(await readdir(path.join(folders.dataDir, 'postgres'))).toEqual([]);
  });

  test.skipIf(!mounts)('a disk that filled up later; with space again nothing is lost', async () => {
    await mount('160m');
    const first = await startProcess();
    await writeAda(first.url);
    await first.close();
    const filler = path.join(folders.dataDir, 'filler');
    await expect(run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'])).rejects.toThrow('No space left');
    const full = await startProcess();
    expect(full.problem).toContain('is full, so the embedded database cannot start.');
    await rm(filler);
    const next = await startProcess();
    expect(await readNames(next.url)).toEqual(['ada']);
  });

  test.skipIf(!mounts)('a disk of an outside database that is full', async () => {
    await mount('300m');
    const first = await startProcess();
    await using undo = new AsyncDisposableStack();
    undo.defer(() => first.close());
    const admin = new pg.Client({ connectionString: first.url! });
    await admin.connect();
    await admin.query(
      'DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE EXTENSION cube; CREATE EXTENSION btree_gist',
    );
    await admin.end();
    const filler = path.join(folders.dataDir, 'filler');
    await expect(run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'])).rejects.toThrow('No space left');
    undo.defer(() => rm(filler));
    const databaseUrl = first.url!;
    const opening = openDatabase({ databaseUrl, dataDir: folders.dataDir, log: createLog('silent') });
    await expect(opening).rejects.toThrow(/^The disk of the database at \S+ is full\. Free some space/);
  });

  async function mount(size: string) {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folders.dataDir]);
    // Lazily: the server of a failed test may still use it.
    folders.stack.defer(async () => void (await run('umount', ['-l', folders.dataDir])));
  }
});
