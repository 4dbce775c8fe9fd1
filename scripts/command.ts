import type { Config } from '../server/src/config.ts';
import { openDatabase } from '../server/src/database/connect.ts';
import { findDatabase } from '../server/src/database/own-database.ts';
import { isAway } from '../server/src/lib/away.ts';
import { createLog } from '../server/src/lib/log.ts';
import { withSecretFiles } from '../server/src/lib/secret-files.ts';
import { StartError } from '../server/src/lib/start-error.ts';

/**
 * Runs an operator's command with its arguments and the environment, and prints what it returns. A command returns
 * undefined if it does not understand its arguments; the usage is then printed and the exit code is 2. What the operator
 * can fix is printed as a sentence, with exit code 1.
 */
export async function runCommand(
  usage: string,
  command: (args: string[], env: NodeJS.ProcessEnv) => Promise<string> | undefined,
): Promise<void> {
  try {
    const answer = command(process.argv.slice(2), withSecretFiles(process.env));
    if (answer) process.stdout.write(`${await answer}\n`);
    else process.stderr.write(usage);
    process.exitCode = answer ? 0 : 2;
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

/** Returns what an operator can do about an error; undefined for a fault. */
function sentenceFor(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const { message, code } = error as NodeJS.ErrnoException;
  const reason = message || String(code);
  if ('$metadata' in error)
    return `The photo store cannot be used (${reason}). Correct PHOTOS_URL, or bring it back.`;
  if (code === 'ENOSPC') return `The disk is full (${reason}). Free some space, and run the command again.`;
  return isAway(error)
    ? `The database cannot be used for now (${reason}). Run the command again.`
    : undefined;
}

/**
 * Opens a single connection to the configured database, or to the embedded one, whether or not a server runs on it.
 * Refuses one that this version would have to migrate: the servers that run on it may be older.
 */
export async function openForCommand(config: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return await openDatabase({
    databaseUrl: await findDatabase(config),
    dataDir: config.dataDir,
    log: createLog('warn'),
    poolSize: 1,
    migrations: 'older refused',
  });
}
