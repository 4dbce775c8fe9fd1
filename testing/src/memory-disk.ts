import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY_DISK = '/dev/shm';
/** Folders in which `databaseFolder` may have created one. */
export const DATABASE_FOLDERS = [...new Set([MEMORY_DISK, tmpdir()])];
const NEEDED_BYTES = 1_500_000_000;

/**
 * A folder for the databases of tests: in memory if there is room, since creating a database mostly writes files (30 ms
 * there, 300 ms on a busy disk). A killed process loses nothing in either.
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
