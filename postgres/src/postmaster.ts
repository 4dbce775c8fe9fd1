import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './problem.ts';
import { commandFor } from './account.ts';
import { cleanEnvironment, isAlive, started } from './data-folder.ts';
import { socketFolder } from './sockets.ts';
import { diskFull, fileProblem, isDiskFull, saysDiskFull, type Place } from './place.ts';

/** A running PostgreSQL server process. */
export interface Postmaster {
  pid: number;
  port: number;
}

const POLL_MS = 10;
/** Long enough for crash recovery with a full 1 GB of WAL on a slow disk. */
export const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 10_000;

const pidFile = (place: Place) => path.join(place.data, 'postmaster.pid');

/** A server as described by its own pid file. */
interface Found extends Postmaster {
  /** Whether it has started and, if needed, recovered. */
  ready: boolean;
}

async function readPidFile(place: Place): Promise<Found | undefined> {
  const text = await readFile(pidFile(place), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n').map((line) => line.trim());
  if (!pid) return undefined;
  return { pid: Number(pid), port: Number(port ?? 0), ready: status === 'ready' };
}

/** Returns the server that holds the folder, if one runs. */
export async function findPostmaster(place: Place): Promise<Found | undefined> {
  const found = await readPidFile(place);
  if (!found) return undefined;
  if (await servesHere(found.pid, place)) return found;
  // A dead server's pid may have been reused, as often in containers; PostgreSQL would then refuse to start. If no
  // process has that pid, PostgreSQL clears the file up itself, better than we could.
  if (isAlive(found.pid)) await rm(pidFile(place), { force: true });
  return undefined;
}

/** Distinguishes our server from another process that reused the pid of a dead one. */
async function servesHere(pid: number, place: Place): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  // Everyone may read the arguments, but even root in a container may not see the working folder. A zombie has no
  // arguments.
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const args = text.split('\0');
  return args[args.indexOf('-D') + 1] === place.data;
}

/**
 * Starts the server. Returns undefined if it lost a race, for the folder or for its port, and a retry makes sense;
 * throws what a person must fix.
 */
export async function launchPostmaster(place: Place, port?: number): Promise<Postmaster | undefined> {
  const chosen = port ?? (await choosePort(place));
  const log = await openLog(place);
  const logStart = (await log.stat()).size;
  const { program, args, identity } = commandFor(place.account, place.binaries.postgres, [
    '-D',
    place.data,
    '-p',
    String(chosen),
    ...settings(place).flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(program, args, {
    ...identity,
    cwd: place.folder,
    env: cleanEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    // Outside the terminal's process group, so that this process handles Ctrl-C and stops the server last.
    detached: true,
  });
  child.unref();
  try {
    const ready = await waitUntilReady(place, child);
    return ready ? { pid: child.pid!, port: chosen } : await explainFailure(place, logStart);
  } finally {
    await log.close();
  }
}

async function openLog(place: Place): Promise<FileHandle> {
  try {
    const log = await open(place.logFile, 'a', 0o600);
    const { account } = place;
    // If root created it, the next owner of the folder could not write to it.
    if (account) await log.chown(account.uid, account.gid);
    return log;
  } catch (error) {
    throw fileProblem(place.logFile, error as NodeJS.ErrnoException);
  }
}

function settings(place: Place): string[] {
  const quarterOfMemory = Math.floor(totalmem() / 4 / 1_048_576);
  return [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${quoted(socketFolder(place))}`,
    'max_connections=200',
    `shared_buffers=${Math.min(512, Math.max(64, quarterOfMemory))}MB`,
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    // We log query errors ourselves; the server's lines would contain personal data.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    ...(place.fsync ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ];
}

/** Quotes an item of a list setting, which may contain commas and blanks. */
const quoted = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);

/** Returns the previous port if it is free, so that tools find the server again; else any free one. */
async function choosePort(place: Place): Promise<number> {
  const options = await readFile(path.join(place.data, 'postmaster.opts'), 'utf8').catch(() => '');
  const last = Number(/"-p" "(\d+)"/.exec(options)?.[1] ?? 0);
  return (await freePort(last)) ?? (await freePort(0))!;
}

async function freePort(port: number): Promise<number | undefined> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
}

async function waitUntilReady(place: Place, child: ChildProcess): Promise<boolean> {
  await started(child);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const found = await readPidFile(place);
    if (found?.pid === child.pid && found?.ready) return true;
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(`The embedded database is still recovering; see ${place.logFile}.`);
    await delay(POLL_MS);
  }
  return false;
}

/** Finds out why the server ended at once. Returns if a retry helps; otherwise throws a sentence. */
async function explainFailure(place: Place, logStart: number): Promise<undefined> {
  const text = (await readFile(place.logFile)).subarray(logStart).toString();
  if (/lock file ".*" already exists|pre-existing shared memory|Address already in use/.test(text))
    return undefined;
  // A full disk often keeps the reason out of the log as well.
  if (saysDiskFull(text) || (await isDiskFull(place.folder))) throw diskFull(place.folder);
  if (text.includes('database files are incompatible with server'))
    throw new EmbeddedPostgresError(
      `The data in ${place.data} was made by another major version of PostgreSQL. Start the version of ` +
        '{program} that made it, save the data with pg_dump, and restore them into a new folder.',
    );
  const reason = /(?:FATAL|PANIC):\s+(.*)/.exec(text)?.[1] ?? (text.trim() || 'it gave no reason');
  throw new EmbeddedPostgresError(
    `The embedded database did not start: ${reason}. Its log is ${place.logFile}.`,
  );
}

/** Shuts the server down, by force if it does not respond. Nothing committed is lost. */
export async function stopPostmaster(place: Place, { pid }: Postmaster): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalPostmaster(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!(await servesHere(pid, place))) return;
      await delay(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    `The database server with process id ${pid} does not stop. End it by hand.`,
  );
}

/** Sends a signal. On Windows any signal kills the process at once; the next start recovers from that. */
export function signalPostmaster(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
