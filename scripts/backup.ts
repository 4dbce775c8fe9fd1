import { backup } from '../server/src/app/backup/commands.ts';
import { runCommand } from './command.ts';

const USAGE = `Writes everything into one encrypted file, beside a running server, and removes those older than a week.

  npm run backup -- [FOLDER] [--chats]

FOLDER is DATA_DIR/backups without one. --chats takes conversations along, which are temporary by promise.
BACKUP_KEY holds what the file is encrypted with, BACKUP_DAYS how long files are kept (7, at most 33).
`;

await runCommand(USAGE, (args) => {
  const chats = args.includes('--chats');
  const [folder, ...more] = args.filter((arg) => arg !== '--chats');
  if (more.length > 0 || folder?.startsWith('-')) return undefined;
  return backup(process.env, { folder, chats });
});
