import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '@herenow/testing/database-process';
import { embeddedFolders, query } from '@herenow/testing/embedded-folders';
import { mayMount } from '@herenow/testing/mounts';

const mounts = await mayMount();

const folders = embeddedFolders();
const { useNewFolder, startProcess, postmasterPid } = folders;

/** Starts a process that alone sees the repository at `clone`, mounted with `options`. */
async function startInClone(clone: string, options = 'rw') {
  await mkdir(clone, { recursive: true });
  const script = 'mount --bind "$1" "$2" && mount -o remount,bind,"$3" "$2" && shift 3 && exec "$@"';
  const prefix = ['unshare', '--mount', 'sh', '-c', script, 'sh', ROOT, clone, options];
  return await startProcess({ prefix, clone });
}

describe.skipIf(!mounts)('wherever the repository was cloned (skipped for who may not mount)', () => {
  beforeEach(useNewFolder);

  test.each([
    ['clone and data', 'home', 'home/data'],
    ['the clone', 'home', 'data'],
    ['the data', 'closed', 'closed/data'],
  ])('%s below a folder that is closed to all but root', async (_what, closed, data) => {
    const home = path.join(folders.dataDir, closed);
    await mkdir(home, { recursive: true });
    await chmod(home, 0o700);
    folders.use(path.join(folders.dataDir, data));
    const node = await startInClone(path.join(home, 'clone'));
    expect(node.problem).toBeUndefined();
    expect((await query(node.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await stat(`/proc/${await postmasterPid()}`)).uid).not.toBe(0);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
  });

  test('a path with blanks, symbols and letters of many scripts', async () => {
    await chmod(folders.dataDir, 0o700);
    const clone = path.join(folders.dataDir, `Ada's café 東京 %20 & (1)`);
    folders.use(path.join(folders.dataDir, `Ada's "café" 東京 %20 data`));
    const node = await startInClone(clone);
    expect(node.problem).toBeUndefined();
    expect((await query(node.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a clone on a disk that cannot be written to', async () => {
    const clone = path.join(folders.dataDir, 'clone');
    folders.use(path.join(folders.dataDir, 'data'));
    expect((await startInClone(clone, 'ro')).problem).toBeUndefined();
  });

  test.each(['no-such-folder', 'docs'])('data in %s on a disk that cannot be written to', async (folder) => {
    const clone = path.join(folders.dataDir, 'clone');
    folders.use(path.join(clone, folder));
    expect((await startInClone(clone, 'ro')).problem).toBe(
      `The embedded database cannot write to ${clone}/${folder}/postgres: the disk is read-only. ` +
        'Set DATA_DIR to another folder.',
    );
  });

  test('programs on a disk mounted with noexec', async () => {
    const clone = path.join(folders.dataDir, 'clone');
    folders.use(path.join(folders.dataDir, 'data'));
    const { problem } = await startInClone(clone, 'noexec');
    expect(problem).toContain('The programs of the embedded database may not be run where they are');
    expect(problem).toContain('the disk is mounted with "noexec"');
  });
});
