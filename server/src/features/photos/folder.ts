import { access, chmod, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../lib/start-error.ts';
import type { PhotoFiles } from './files.ts';

/** Photos in a folder, which several nodes may share. */
export async function openFolder(root: string): Promise<PhotoFiles> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await access(root, constants.W_OK);
    // Also one that was made before, or by hand: below it nobody else of this machine gets anywhere.
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
  /** Where a photo is written before it is whole. By its key, so that what a process left half done is found. */
  const partialOf = (key: string) => path.join(root, `.new-${key}`);

  return {
    async put(key, files) {
      const final = folder(key);
      const partial = partialOf(key);
      await mkdir(partial, { mode: 0o700 });
      try {
        for (const [name, bytes] of files)
          await writeFile(path.join(partial, name), bytes, { flush: true, mode: 0o600 });
        await mkdir(path.dirname(final), { recursive: true, mode: 0o700 });
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
      await mkdir(folder(key), { recursive: true, mode: 0o700 });
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

    async remove(key) {
      for (const one of [folder(key), partialOf(key)]) await rm(one, { recursive: true, force: true });
    },
  };
}

/** A folder that somebody else owns, such as a mount that nodes share, is theirs to close. */
function unlessAnothers(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error;
}
