import { login } from '@herenow/contract/accounts';
import { api, PASSWORD, type Person } from '@herenow/testing/people';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const BACKUP_KEY = 'a key of at least thirty-two characters';

/** Makes a folder that is removed with `stack`. */
export async function newFolder(stack: AsyncDisposableStack): Promise<string> {
  return stack.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-backup-'))).path;
}

/** Returns the file that a command says it has written. */
export const written = (sentence: string) => /^Wrote (.+\.backup): /.exec(sentence)![1]!;

export const signIn = (server: { url: string }, one: Person) =>
  api(server, login, { body: { email: one.email, password: PASSWORD, appSource: 'web' } });
