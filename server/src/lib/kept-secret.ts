import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A random secret made on first use and kept in a file that only its owner can read. */
export async function keptSecret(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return await readFile(file, 'utf8');
}
