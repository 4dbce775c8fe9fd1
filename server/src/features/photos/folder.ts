import { makeFolder } from '@herenow/postgres/make-folder';
import { access, chmod, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlmostFull } from '../../lib/disk-free.ts';
import { StartError } from '../../lib/start-error.ts';
import type { PhotoFiles } from './files.ts';

/** Opens a folder as photo store, which several nodes may share. */
export async function openFolder(root: string): Promise<PhotoFiles> {
  try {
    await makeFolder(root, 0o700);
    await access(root, constants.W_OK);
    // Also for a folder made earlier or by hand, so that no other user of this machine can enter it.
    await chmod(root, 0o700).catch(unlessAnothers);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new StartError(
      `Photos cannot be stored in ${root}: the folder is not writable. Allow it, or set DATA_DIR or PHOTOS_URL.`,
      { cause: error },
    );
  }
  // Two letters keep the number of entries in one folder small.
  const folder = (key: string) => path.join(root, key.slice(0, 2), key);
  /**
   * Where a photo is written until it is complete. Named by its key, so that `remove` finds what a process left behind.
   */
  const partialOf = (key: string) => path.join(root, `.new-${key}`);

  return {
    async put(key, files) {
      // Anybody can upload, and a database on the same disk stops once that is full.
      if (await isAlmostFull(root)) throw new Error('The disk of the photos is almost full.');
      const final = folder(key);
      const partial = partialOf(key);
      await mkdir(partial, { mode: 0o700 });
      try {
        for (const [name, bytes] of files)
          await writeFile(path.join(partial, name), bytes, { flush: true, mode: 0o600 });
        await makeFolder(path.dirname(final), 0o700);
        await rename(partial, final);
      } catch (error) {
        await rm(partial, { recursive: true, force: true });
        throw error;
      }
    },

    async restore(key, name, bytes) {
      const file = path.join(folder(key), name);
      if (
        await access(file).then(
          () => true,
          () => false,
        )
      )
        return;
      const partial = `${partialOf(key)}-${name}`;
      await writeFile(partial, bytes, { flush: true, mode: 0o600 });
      await makeFolder(folder(key), 0o700);
      await rename(partial, file);
    },

    async read(key, name) {
      try {
        return await readFile(path.join(folder(key), name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    check: () => access(root, constants.W_OK),

    keepsRemoved: async () => false,

    async remove(key) {
      for (const one of [folder(key), partialOf(key)]) await rm(one, { recursive: true, force: true });
    },
  };
}

/** Ignores EPERM: a folder owned by another user, such as a mount that nodes share, is for its owner to restrict. */
function unlessAnothers(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error;
}
