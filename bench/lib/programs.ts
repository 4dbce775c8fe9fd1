import { execFile } from 'node:child_process';
import { constants, accessSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

/** The folder of the programs that Debian's package does not put on the PATH. */
export const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';

/** The Debian package of each program. */
const PACKAGES: Record<string, string> = {
  pgbench: 'postgresql-15',
  postgres: 'postgresql-15',
  initdb: 'postgresql-15',
  'redis-server': 'redis-server',
  'redis-benchmark': 'redis-server',
};

/** Returns the path of a program on this machine, or undefined if it is missing. */
export function findProgram(name: string): string | undefined {
  const folders = [DEBIAN_POSTGRES, ...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Returns the text of a row that cannot be measured because a program is missing. */
export function howToGet(name: string): string {
  return `not measured: ${name} is missing (apt-get install ${PACKAGES[name] ?? name})`;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  return await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Runs a program to its end and returns what it printed. */
export const runProgram = promisify(execFile);
