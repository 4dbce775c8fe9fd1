import path from 'node:path';
import { readStoreUrl } from '../../lib/store-url.ts';
import type { PhotoFiles } from './files.ts';
import { openFolder } from './folder.ts';

/** Opens the store that `PHOTOS_URL` names, or without one a folder in `dataDir`. */
export async function openPhotoFiles(options: {
  photosUrl: string | undefined;
  dataDir: string;
}): Promise<PhotoFiles> {
  if (options.photosUrl === undefined) return await openFolder(path.join(options.dataDir, 'photos'));
  // Loaded on demand: the client of object stores is large.
  const { openBucket } = await import('./bucket.ts');
  return openBucket(readStoreUrl(options.photosUrl)!);
}
