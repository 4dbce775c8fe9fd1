import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './log.ts';
import { EmbeddedPostgresError } from './problem.ts';
import { commandFor } from './account.ts';
import { diskFull, fileProblem, saysDiskFull, type Place } from './place.ts';

const passwordFileIn = (data: string, { name }: Place) => path.join(data, `${name}-password`);
const NEW_PREFIX = 'new-';

/** Creates the cluster on the first start. It gets its final name only when it is complete. */
export async function ensureCluster(place: Place, log: Log): Promise<void> {
  try {
    await access(place.data);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw fileProblem(place.folder, error as NodeJS.ErrnoException);
  }
  log.info({ folder: place.folder }, 'making the embedded database, which takes a moment');
  await removeLeftovers(place);
  const fresh = path.join(place.folder, `${NEW_PREFIX}${process.pid}`);
  try {
    await createCluster(place, fresh);
    await rename(fresh, place.data);
    await syncFolder(place.folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    // Another process that started at the same time was faster; its cluster is as good.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
    throw fileProblem(place.folder, error as NodeJS.ErrnoException);
  }
}

/** Returns the password, which only the owner of the data folder can read. */
export async function readPassword(place: Place): Promise<string> {
  try {
    return await readFile(passwordFileIn(place.data, place), 'utf8');
  } catch (error) {
    throw fileProblem(place.data, error as NodeJS.ErrnoException);
  }
}

/** Removes what an interrupted start left behind. */
async function removeLeftovers(place: Place): Promise<void> {
  for (const name of await readdir(place.folder)) {
    const pid = name.startsWith(NEW_PREFIX) ? Number.parseInt(name.slice(NEW_PREFIX.length), 10) : 0;
    if (pid > 0 && (pid === process.pid || !isAlive(pid)))
      // The initdb of a killed start may still be writing.
      await rm(path.join(place.folder, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function createCluster(place: Place, fresh: string): Promise<void> {
  const passwordFile = `${fresh}-password`;
  const { account } = place;
  try {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
    await initdb(place, [
      `--pgdata=${fresh}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      // The same sort order and letters on every machine, whatever its locales.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      // Tests connect thousands of times, so their password is checked in one step, not in 4,096.
      ...(place.fsync ? [] : ['--no-sync', '--set=scram_iterations=1']),
    ]);
    await rename(passwordFile, passwordFileIn(fresh, place));
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function initdb(place: Place, args: string[]): Promise<void> {
  const { program, args: all, identity } = commandFor(place.account, place.binaries.initdb, args);
  const child = spawn(program, all, {
    ...identity,
    cwd: place.folder,
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await started(child);
  const [code] = await once(child, 'close');
  if (code === 0) return;
  if (saysDiskFull(output)) throw diskFull(place.folder);
  if (output.includes('could not look up effective user ID'))
    throw new EmbeddedPostgresError(
      'The embedded database cannot be made by a user without a name: there is no line for the user id ' +
        `${process.getuid?.()} in /etc/passwd. Start {program} as a user who has one, or {setServer}.`,
    );
  // The program that grants the account's capability has started, but the wanted one cannot be run.
  const unrun = /^setpriv: failed to execute .*: (.*)$/m.exec(output)?.[1];
  if (unrun !== undefined) throw doNotRun(unrun);
  const reason = /error: (.*)/.exec(output)?.[1] ?? output.trim();
  throw new EmbeddedPostgresError(`The embedded database could not be made in ${place.folder}: ${reason}.`);
}

/** Throws a sentence if the system cannot run an existing program, as on a Linux without glibc. */
export async function started(child: ChildProcess): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EACCES')
      throw new EmbeddedPostgresError(
        `The programs of the embedded database may not be run where they are (${child.spawnfile}): the disk is ` +
          'mounted with "noexec", or their permissions were lost in a copy. Put {program} on another disk, or ' +
          '{setServer}.',
        { cause: error },
      );
    throw doNotRun(code ?? message, error);
  }
}

const doNotRun = (why: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    `The programs of the embedded database do not run on this machine (${why}). {SetServer}.`,
    { cause },
  );

/** Returns an environment for the server: ours holds secrets and PG… variables that it must not see. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'];
  const entries = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

/** Makes a rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and need not.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
