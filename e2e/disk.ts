import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the files below a folder that contain any of some numbers: as decimal text, or as an 8-byte floating point
 * number in either byte order. A database's tables, indexes, logs and write-ahead log are such files.
 */
export async function filesThatHold(folder: string, numbers: readonly number[]): Promise<string[]> {
  const patterns = numbers.flatMap((number) => {
    const [little, big] = [Buffer.alloc(8), Buffer.alloc(8)];
    little.writeDoubleLE(number);
    big.writeDoubleBE(number);
    return [Buffer.from(String(number)), little, big];
  });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Error(`There is nothing to look at in ${folder}.`);
  const found: string[] = [];
  for (const file of files) {
    const content = await readFile(file);
    if (patterns.some((pattern) => content.includes(pattern))) found.push(file);
  }
  return found;
}
