import { readConfig } from '../server/src/config.ts';
import { openPhotoFiles } from '../server/src/features/photos/index.ts';
import { writeCopy } from '../server/src/features/rights/index.ts';
import { openForCommand, runCommand } from './command.ts';

const USAGE = `Writes what is held about a person to a new ZIP file, as the app does under Your Data: for somebody who
cannot sign in, or for an authority that may have it.

  npm run copy -- ada@example.org FILE

It reads DATABASE_URL, DATA_DIR and PHOTOS_URL as the server does, whether or not one runs.
`;

await runCommand(USAGE, ([email, file, ...more], env) => {
  if (!email?.includes('@') || file === undefined || more.length > 0) return undefined;
  return run(email, file, env);
});

async function run(email: string, file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { DATABASE_URL, DATA_DIR, PHOTOS_URL } = env;
  const config = readConfig({ DATABASE_URL, DATA_DIR, PHOTOS_URL });
  await using database = await openForCommand(config);
  const photoFiles = await openPhotoFiles(config);
  return await writeCopy({ db: database.db, photoFiles }, email, file);
}
