import { makeFolder } from '@herenow/postgres/make-folder';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'last-backup';

/** Records in `dataDir` that a backup of this moment is complete. */
export async function noteBackup(dataDir: string, createdAt: string): Promise<void> {
  await makeFolder(dataDir, 0o700);
  await writeFile(path.join(dataDir, FILE), `${createdAt}\n`);
}

/** Returns the moment of the latest recorded backup in seconds since 1970; 0 if there is none. */
export async function lastBackup(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch(() => '');
  return (Date.parse(text.trim()) || 0) / 1000;
}
