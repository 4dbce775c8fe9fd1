import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { precompress } from './precompress.ts';
import { inRoot, run, tool, type Finished } from './processes.ts';

const stampFile = inRoot('node_modules', '.setup', 'web');

/** Returns a hash of all inputs of a build of the web client. */
function sourcesHash(): string {
  const hash = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(process.env['VITE_API_BASE'] ?? '');
  const files = globSync(['web/**/*', 'contract/src/**/*'], {
    cwd: inRoot(),
    exclude: (name) => /^(node_modules|dist)$|\.test\.tsx?$/.test(path.basename(name)),
  });
  for (const file of files.toSorted()) {
    const full = inRoot(file);
    if (statSync(full).isFile()) hash.update(`\0${file}\0`).update(readFileSync(full));
  }
  return hash.digest('hex');
}

/** Builds the web client into `web/dist`. */
export async function buildWeb(): Promise<Finished> {
  const sources = sourcesHash();
  rmSync(stampFile, { force: true });
  const result = await run(tool('vite/bin/vite.js', 'build'), { cwd: inRoot('web') });
  if (result.ok) {
    precompress(inRoot('web', 'dist'));
    mkdirSync(path.dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, sources);
  }
  return result;
}

/** Returns whether `web/dist` holds a build of the current sources. */
function isWebBuilt(): boolean {
  if (!existsSync(stampFile) || !existsSync(inRoot('web', 'dist', 'index.html'))) return false;
  return readFileSync(stampFile, 'utf8') === sourcesHash();
}

/** Builds the web client if its sources have changed; exits with the reason if the build fails. */
export async function ensureWebBuilt(): Promise<void> {
  if (isWebBuilt()) return;
  console.log('Building the web client …');
  const { ok, output } = await buildWeb();
  if (ok) return;
  console.error(`${output}\nThe web client does not build; the reason is above.`);
  process.exit(1);
}
