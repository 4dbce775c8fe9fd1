import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/database/connect.ts';
import { findEmbedded } from '../server/src/database/own-database.ts';
import { readOperatorCommand } from '../server/src/features/moderation/index.ts';
import { createLog } from '../server/src/lib/log.ts';
import { StartError } from '../server/src/lib/start-error.ts';

const USAGE = `Says who may see reports and act on them, and helps who has lost an authenticator app.

  npm run operator -- list
  npm run operator -- add ada@example.org
  npm run operator -- remove ada@example.org
  npm run operator -- reset-second-factor ada@example.org

The database is the one of DATABASE_URL, or the embedded one below DATA_DIR, whether or not a server runs on it.
`;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<number> {
  const command = readOperatorCommand(args);
  if (!command) {
    process.stderr.write(USAGE);
    return 2;
  }
  // Of the environment only what leads to the database counts here.
  const { DATABASE_URL, DATA_DIR } = process.env;
  const { databaseUrl, dataDir } = readConfig({ DATABASE_URL, DATA_DIR });
  const url = databaseUrl ?? (await findEmbedded(dataDir));
  await using database = await openDatabase({
    databaseUrl: url,
    dataDir,
    log: createLog('warn'),
    poolSize: 1,
  });
  const { exitCode, text } = await command(database.db, new Date());
  process[exitCode === 0 ? 'stdout' : 'stderr'].write(`${text}\n`);
  return exitCode;
}
