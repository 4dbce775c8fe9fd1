import { restore, tryRestore } from '../server/src/app/backup/commands.ts';
import { runCommand } from './command.ts';

const USAGE = `Restores a backup into an empty database, while no server runs on it.

  npm run restore -- FILE [LOG_FOLDER …] [--secret-lost]
  npm run restore -- FILE --check     says whether it could be restored, and changes nothing

Erasures, blocks and suspensions since the backup are replayed from DATA_DIR/protections and the folders named:
those of the other nodes, or the one saved from the machine that is gone. BACKUP_KEY is what the file was made with,
TOKEN_SECRET what the server had, unless it made its own. With --secret-lost a new one begins: see docs/operations.md.
`;

await runCommand(USAGE, (args, env) => {
  const [only, check, ...more] = args;
  if (only !== undefined && check === '--check' && more.length === 0) return tryRestore(env, only);
  const [file, ...logs] = args.filter((arg) => arg !== '--secret-lost');
  if (file === undefined || [file, ...logs].some((arg) => arg.startsWith('-'))) return undefined;
  return restore(env, { file, logs, secretLost: args.includes('--secret-lost') });
});
