import { restore } from '../server/src/app/backup/commands.ts';
import { runCommand } from './command.ts';

const USAGE = `Restores a backup into an empty database, while no server runs on it.

  npm run restore -- FILE [LOG_FOLDER …]

Erasures, blocks and suspensions since the backup are replayed from DATA_DIR/protections and the folders named:
those of the other nodes, or the one saved from the machine that is gone. BACKUP_KEY is what the file was made with.
`;

await runCommand(USAGE, ([file, ...logs]) =>
  file === undefined || file.startsWith('-') ? undefined : restore(process.env, { file, logs }),
);
