import { statfs } from 'node:fs/promises';

/** Returns the part of the disk of a folder that may still be written, from 0 to 1; undefined without such a folder. */
export async function diskFree(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.bavail / disk.blocks;
}
