import { findProgram as find } from '@herenow/testing/debian';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The folder of the programs that Debian's package does not put on the PATH. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';

/** The Debian package of each program. */
const PACKAGES: Record<string, string> = {
  pgbench: 'postgresql-15',
  'redis-server': 'redis-server',
  'redis-benchmark': 'redis-server',
};

/** Returns the path of a program on this machine, or undefined if it is missing. */
export const findProgram = (name: string): string | undefined => find(name, DEBIAN_POSTGRES);

/** Returns the text of a row that cannot be measured because a program is missing. */
export function howToGet(name: string): string {
  return `not measured: ${name} is missing (apt-get install ${PACKAGES[name] ?? name})`;
}

/** Runs a program to its end and returns what it printed. */
export const runProgram = promisify(execFile);
