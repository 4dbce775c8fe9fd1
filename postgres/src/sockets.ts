import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import type { Place } from './place.ts';

const PREFIX = '.s.PGSQL.';
/** The longest path of a socket in bytes that works on every system with sockets. */
const LONGEST_PATH = 103;

/**
 * Returns where the server puts a socket besides its port: its own folder, unless that path is too long. Containers
 * that share the folder see no other sign of life of each other.
 */
export function socketFolder(place: Place): string {
  const longest = path.join(place.folder, `${PREFIX}65535`);
  return process.platform !== 'win32' && Buffer.byteLength(longest) <= LONGEST_PATH ? place.folder : '';
}

/**
 * Returns whether a server responds in the folder, wherever it runs on this machine. Removes sockets of dead servers.
 */
export async function answersInFolder(place: Place): Promise<boolean> {
  if (socketFolder(place) === '') return false;
  const names = (await readdir(place.folder)).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name));
  const answers = await Promise.all(names.map((name) => answersAt(path.join(place.folder, name))));
  return answers.includes(true);
}

/** Returns the folder of the socket at which the server on this port responds; undefined if it has only its port. */
export async function findSocketFolder(place: Place, port: number): Promise<string | undefined> {
  const folder = socketFolder(place);
  return folder !== '' && (await answersAt(path.join(folder, `${PREFIX}${port}`))) ? folder : undefined;
}

async function answersAt(socket: string): Promise<boolean> {
  const code = await new Promise<string | undefined>((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(undefined);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
  });
  // Its lock file has a pid that may have been reused, which would stop the next server.
  if (code === 'ECONNREFUSED') {
    await rm(socket, { force: true });
    await rm(`${socket}.lock`, { force: true });
  }
  return code === undefined;
}
