import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '@herenow/testing/database-process';
import { mayMount } from '@herenow/testing/mounts';

const mounts = await mayMount();
const run = promisify(execFile);
const NOBODY = 65_534;

let clone = '';
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'herenow-clone-'));
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    await cp(path.join(ROOT, name), path.join(clone, name), { recursive: true });
});
afterEach(() => rm(clone, { recursive: true, force: true }));

/** Returns what the first command prints when it gives up. */
async function setUp(prefix: string[] = []): Promise<string> {
  const command = [...prefix, process.execPath, path.join(clone, 'scripts/setup.mjs'), 'scripts/none.mjs'];
  const { stderr } = await run(command[0]!, command.slice(1), { cwd: clone }).then(
    () => Promise.reject(new Error('The first command did not give up.')),
    (error: { stderr: string }) => error,
  );
  return stderr.trim();
}

describe.skipIf(process.getuid?.() !== 0)('the first command gives up with a sentence', () => {
  test.skipIf(!mounts)('on a disk that is read-only', async () => {
    const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';
    expect(await setUp(['unshare', '--mount', 'sh', '-c', script, 'sh', clone])).toBe(
      `The modules cannot be installed in ${clone}/: the disk is read-only. Clone Herenow to another folder.`,
    );
  });

  test('in a folder of another user', async () => {
    await chown(clone, NOBODY, NOBODY);
    await chmod(clone, 0o755);
    const prefix = ['setpriv', '--bounding-set=-dac_override', '--'];
    expect(await setUp(prefix)).toContain('this user may not write there. Start Herenow as the');
  });

  test('where its Node must not be run', async () => {
    const modules = path.join(clone, 'node_modules');
    await mkdir(path.join(modules, 'node/bin'), { recursive: true });
    await mkdir(path.join(modules, '.setup'));
    await writeFile(path.join(modules, 'node/bin/node'), '', { mode: 0o644 });
    await writeFile(path.join(modules, 'node/package.json'), '{"version":"0.0.0"}');
    const stamp = createHash('sha256').update(await readFile(path.join(clone, 'package-lock.json')));
    await writeFile(
      path.join(modules, '.setup/modules'),
      stamp.update(`${process.platform} ${process.arch}`).digest('hex'),
    );
    expect(await setUp()).toContain(
      `Programs may not be run in ${clone}/: the disk is mounted with "noexec"`,
    );
  });
});
