import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its missing parents, all with `mode`. Node's own way reports ENOENT on a read-only disk, and never
 * ends where the system lets nobody make a folder, such as in `/proc`.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await isFolder(parent))) throw error;
    await makeFolder(parent, mode);
    await makeFolder(folder, mode);
  }
}

const isFolder = (name: string): Promise<boolean> =>
  stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
