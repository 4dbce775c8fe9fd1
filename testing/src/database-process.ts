import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../server/src/database/connect.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { StartError } from '../../server/src/lib/start-error.ts';
import { mayMount } from './mounts.ts';

export const ROOT = path.join(import.meta.dirname, '..', '..');

/** A separate Node process that opens a database, so that a test can kill it. */
export interface DatabaseProcess extends AsyncDisposable {
  child: ChildProcess;
  /** URL of the database; undefined when opening was refused. */
  url: string | undefined;
  /** The sentence with which opening was refused. */
  problem: string | undefined;
  /** Closes the database and ends. */
  close(): Promise<void>;
  /** Ends by `process.exit` without closing anything. */
  exit(): Promise<void>;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

type Answer = { url: string } | { problem: string };

/** A path at which other users can read the repository, in case they may not enter its folder. */
async function cloneForOthers(): Promise<string> {
  if (!(await mayMount())) return ROOT;
  const folder = path.join(tmpdir(), 'herenow-open-clone');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Runs as another user instead of root, with the repository at `clone`. */
function asUser(uid: number, clone: string): string[] {
  const become = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--'];
  if (clone === ROOT) return become;
  const script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', ROOT, clone, ...become];
}

/** Starts a process on a data folder and waits until the database is open or refused. */
export async function startDatabaseProcess(
  dataDir: string,
  options: {
    uid?: number;
    prefix?: string[];
    /** Path at which the process sees the repository, if it differs. */
    clone?: string;
  } = {},
): Promise<DatabaseProcess> {
  const { uid, clone = uid === undefined ? ROOT : await cloneForOthers(), prefix = [] } = options;
  const seen = (file: string) => (file.startsWith(ROOT) ? path.join(clone, path.relative(ROOT, file)) : file);
  const [program, ...args] = [
    ...prefix,
    ...(uid === undefined ? [] : asUser(uid, clone)),
    options.clone ? process.execPath : seen(process.execPath),
    seen(fileURLToPath(import.meta.url)),
    dataDir,
  ];
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The process ended with ${code} before it answered.`))),
  ]);
  const answer = JSON.parse(line) as Answer;
  if ('problem' in answer) await ended;
  const send = async (command: string) => {
    child.stdin.write(`${command}\n`);
    await ended;
  };
  return {
    child,
    url: 'url' in answer ? answer.url : undefined,
    problem: 'problem' in answer ? answer.problem : undefined,
    close: () => send('close'),
    exit: () => send('exit'),
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await send('close');
    },
  };
}

async function main(dataDir: string): Promise<void> {
  const answer = (value: Answer) => process.stdout.write(`${JSON.stringify(value)}\n`);
  try {
    const database = await openDatabase({ dataDir, log: createLog('silent') });
    answer({ url: database.connectionString });
    for await (const command of createInterface(process.stdin)) {
      if (command === 'exit') process.exit(0);
      if (command === 'close') break;
    }
    await database.close();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    answer({ problem: (error as Error).message });
  }
  process.stdin.destroy();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2]!);
