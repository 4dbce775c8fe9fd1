import { makeFolder } from '@herenow/postgres/make-folder';
import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-error.ts';

/** Within `DATA_DIR`. */
export const SECRET_FILE = 'token-secret';
const SECRET_BYTES = 32;

/**
 * Returns a random secret, made on first use and kept in a file that only its owner can read. Throws a StartError if it
 * cannot be kept or is damaged; the error of a full disk is thrown as it is.
 */
export async function keptSecret(folder: string): Promise<string> {
  const file = path.join(folder, SECRET_FILE);
  try {
    await makeFolder(folder);
    const secret = (await readIfThere(file)) ?? (await make(file));
    if (secret.length >= SECRET_BYTES) return secret;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw error;
    throw new StartError(
      `The secret that Herenow signs with cannot be kept in ${file} (${code}). Give the folder to the user who ` +
        'starts Herenow, or set DATA_DIR to another folder.',
      { cause: error },
    );
  }
  throw new StartError(
    `The secret in ${file} is damaged. Put it back from a backup, or remove the file: everybody then signs in again.`,
  );
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the file whole or not at all; if several processes do so at once, all return the same secret. */
async function make(file: string): Promise<string> {
  const draft = `${file}-${randomUUID()}`;
  try {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await writeFile(draft, secret, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file);
    return secret;
  } catch (error) {
    const made = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await readIfThere(file));
    if (made) return made;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
