import { PHOTO_WIDTHS } from '@herenow/contract/constants';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../lib/start-error.ts';

export type PhotoFileName = '1080.jpg' | `${(typeof PHOTO_WIDTHS)[number]}.webp`;

/** Every file of a photo, with its media type. */
export const PHOTO_FILES: ReadonlyMap<string, string> = new Map<PhotoFileName, string>([
  ['1080.jpg', 'image/jpeg'],
  ...PHOTO_WIDTHS.map((width) => [`${width}.webp`, 'image/webp'] as [PhotoFileName, string]),
]);

/** Where the files of photos lie: a few immutable ones under each key. */
export interface PhotoFiles {
  /** Stores all files of a new photo. */
  put(key: string, files: ReadonlyMap<PhotoFileName, Buffer>): Promise<void>;
  read(key: string, name: PhotoFileName): Promise<Buffer | undefined>;
  /** Forgets all files of a photo, also when some or all are gone already. */
  remove(key: string): Promise<void>;
}

/** The store that `PHOTOS_URL` names, or a folder below `dataDir` without one. */
export async function openPhotoFiles(options: {
  photosUrl: string | undefined;
  dataDir: string;
}): Promise<PhotoFiles> {
  if (options.photosUrl === undefined) return await openFolder(path.join(options.dataDir, 'photos'));
  // Loaded on demand: the client of object stores is large.
  const { openBucket } = await import('./bucket.ts');
  return openBucket(options.photosUrl);
}

async function openFolder(root: string): Promise<PhotoFiles> {
  try {
    await mkdir(root, { recursive: true });
    await access(root, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `Photos cannot be stored in ${root}: the folder is not writable. Allow it, or set DATA_DIR or PHOTOS_URL.`,
      { cause: error },
    );
  }
  // Two letters keep the number of entries in one folder small.
  const folder = (key: string) => path.join(root, key.slice(0, 2), key);

  return {
    async put(key, files) {
      const final = folder(key);
      const partial = path.join(root, `.new-${randomUUID()}`);
      await mkdir(partial);
      try {
        for (const [name, bytes] of files) await writeFile(path.join(partial, name), bytes, { flush: true });
        await mkdir(path.dirname(final), { recursive: true });
        await rename(partial, final);
      } catch (error) {
        await rm(partial, { recursive: true, force: true });
        throw error;
      }
    },

    async read(key, name) {
      try {
        return await readFile(path.join(folder(key), name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    async remove(key) {
      await rm(folder(key), { recursive: true, force: true });
    },
  };
}
