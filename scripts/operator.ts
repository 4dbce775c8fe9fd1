import { readConfig } from '../server/src/config.ts';
import { readOperatorCommand, type OperatorCommand } from '../server/src/features/moderation/index.ts';
import { StartError } from '../server/src/lib/start-error.ts';
import { openForCommand, runCommand } from './command.ts';

const USAGE = `Says who may see reports and act on them, and helps those who have lost an authenticator app.

  npm run operator -- list
  npm run operator -- add ada@example.org
  npm run operator -- remove ada@example.org
  npm run operator -- reset-second-factor ada@example.org

The database is the one of DATABASE_URL, or the embedded one below DATA_DIR, whether or not a server runs on it.
`;

await runCommand(USAGE, (args, env) => {
  const command = readOperatorCommand(args);
  return command && run(command, env);
});

async function run(command: OperatorCommand, env: NodeJS.ProcessEnv): Promise<string> {
  // Reads only the environment variables that lead to the database.
  const { DATABASE_URL, DATA_DIR } = env;
  await using database = await openForCommand(readConfig({ DATABASE_URL, DATA_DIR }));
  const { exitCode, text } = await command(database.db, new Date());
  if (exitCode !== 0) throw new StartError(text);
  return text;
}
