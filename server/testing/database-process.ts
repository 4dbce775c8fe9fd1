import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../src/database/connect.ts';
import { createLog } from '../src/lib/log.ts';

/** A Node process of its own that opens a database, so that a test can kill it. */
export interface DatabaseProcess extends AsyncDisposable {
  child: ChildProcess;
  /** Where the database is; undefined when opening it was refused. */
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

/** Starts a process over a data folder and waits until the database is open or refused. */
export async function startDatabaseProcess(
  dataDir: string,
  options: { uid?: number; prefix?: string[] } = {},
): Promise<DatabaseProcess> {
  const [program, ...args] = [
    ...(options.prefix ?? []),
    process.execPath,
    fileURLToPath(import.meta.url),
    dataDir,
  ];
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
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
    if ((error as Error).name !== 'StartError') throw error;
    answer({ problem: (error as Error).message });
  }
  process.stdin.destroy();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2]!);
