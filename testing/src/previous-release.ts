import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The commit of the previous release; update it with each release. */
const COMMIT = '6a31e1ea701e156d6504ca19d57499fc3d5b6d99';
/** The folders that its server needs. */
const WORKSPACES = ['contract', 'postgres', 'server'];

/** Whether the commit exists here; false in a shallow clone. */
export async function hasPreviousRelease(): Promise<boolean> {
  const asked = run('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: root });
  return await asked.then(
    () => true,
    () => false,
  );
}

/** A folder with the sources of the previous release, run with the packages of this one. */
export async function openPreviousRelease(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'herenow-previous-'));
  const archive = path.join(folder, 'sources.tar');
  await run('git', ['archive', '-o', archive, COMMIT, 'package.json', ...WORKSPACES], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  await linkPackages(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const ours = path.join(folder, 'node_modules', '@herenow');
  await mkdir(ours);
  for (const workspace of WORKSPACES) {
    await symlink(path.join(folder, workspace), path.join(ours, workspace));
    const packages = path.join(root, workspace, 'node_modules');
    if (existsSync(packages)) await symlink(packages, path.join(folder, workspace, 'node_modules'));
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Links all packages except the workspaces, whose version differs. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from))
    if (name !== '@herenow') await symlink(path.join(from, name), path.join(to, name));
}
