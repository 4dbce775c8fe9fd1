import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY_DISK = '/dev/shm';
/** Where `databaseFolder` may have put something. */
export const DATABASE_FOLDERS = [...new Set([MEMORY_DISK, tmpdir()])];
const NEEDED_BYTES = 1_500_000_000;

/**
 * Where databases of tests live: in memory where there is room, since making a database is mostly
 * writing files (30 ms there against 300 ms on a busy disk). Surviving a killed process is the same in both.
 */
export async function databaseFolder(): Promise<string> {
  try {
    await access(MEMORY_DISK, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(MEMORY_DISK);
    return bavail * bsize > NEEDED_BYTES ? MEMORY_DISK : tmpdir();
  } catch {
    return tmpdir();
  }
}
