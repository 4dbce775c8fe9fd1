import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from './processes.ts';

interface Locked {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Returns whether a package is locked where Node looks for it from a folder. */
function isLocked(packages: Record<string, Locked>, folder: string, name: string): boolean {
  const here = path.posix.join(folder, 'node_modules', name);
  return (
    here in packages || (folder !== '' && isLocked(packages, path.posix.dirname(`/${folder}`).slice(1), name))
  );
}

test('the lock file has everything that a package may need, or npm ci would refuse it', async () => {
  const file = await readFile(inRoot('package-lock.json'), 'utf8');
  const { packages } = JSON.parse(file) as { packages: Record<string, Locked> };
  const missing = Object.entries(packages).flatMap(([folder, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies })
      .filter((name) => !isLocked(packages, folder, name))
      .map((name) => `${folder} needs ${name}`),
  );
  expect(missing).toEqual([]);
});
