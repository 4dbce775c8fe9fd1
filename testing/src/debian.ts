import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the path of a program, if it is installed; `first` is a folder to look in before the others. */
export function findProgram(name: string, ...first: string[]): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const folders = [...first, ...onPath, '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** Returns what `find` finds, after installing Debian’s packages if need be and root may; throws a hint otherwise. */
export function haveInstalled(packages: readonly string[], find: () => string | undefined): string {
  const there = find();
  if (there) return there;
  const hint = `This needs more programs: apt-get install -y ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(hint);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  const installed = find();
  if (!installed) throw new Error(hint);
  return installed;
}
