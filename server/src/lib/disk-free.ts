import { statfs } from 'node:fs/promises';

/** Returns the part of the disk of a folder that may still be written, from 0 to 1; undefined without such a folder. */
export async function diskFree(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.bavail / disk.blocks;
}

/** The part of a disk, and the bytes of a large one, that are left to what cannot do without, such as a database. */
const LEFT = { part: 0.05, bytes: 2 * 1024 ** 3 };

/** Whether so little of the disk of a folder is free that what can wait must not take more of it. */
export async function isAlmostFull(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize < Math.min(LEFT.part * blocks * bsize, LEFT.bytes);
}
