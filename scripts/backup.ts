import { backup } from '../server/src/app/backup/commands.ts';
import { runCommand } from './command.ts';

const USAGE = `Writes everything into one encrypted file, beside a running server, and removes those older than a week.

  npm run backup -- [FOLDER] [--chats] [--check]

FOLDER is DATA_DIR/backups without one. --chats takes conversations along, which are temporary by promise. --check
restores the file on trial, into an embedded database below DATA_DIR that is then removed.
BACKUP_KEY holds what the file is encrypted with, BACKUP_DAYS how long files are kept (7, at most 33).
`;

const OPTIONS = ['--chats', '--check'];

await runCommand(USAGE, (args, env) => {
  const [folder, ...more] = args.filter((arg) => !OPTIONS.includes(arg));
  if (more.length > 0 || folder?.startsWith('-')) return undefined;
  return backup(env, { folder, chats: args.includes('--chats'), check: args.includes('--check') });
});
