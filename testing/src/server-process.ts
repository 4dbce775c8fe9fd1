import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseFolder } from './memory-disk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;

/** The data folders of the running servers, by address. */
const dataFolders = new Map<string, string>();

export function dataFolderOf(baseURL: string): string {
  const folder = dataFolders.get(baseURL);
  if (!folder) throw new Error(`No server of ours runs at ${baseURL}.`);
  return folder;
}

/** A server, whether it runs as one process or several. */
export type RunningServer = Omit<Awaited<ReturnType<typeof startServer>>, 'signal' | 'exitCode'>;

/** Above this range Linux assigns ports to outgoing connections, so a free one might not stay free. */
const [LOWEST_PORT, HIGHEST_PORT] = [15_000, 32_000];

/** A free port; the server keeps it across restarts, as its clients expect. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return await freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Waits until a server is ready. Throws with its output if it is not in time, or once it has ended. */
export async function untilReady(
  baseURL: string,
  output: () => string | Promise<string>,
  { limitMs = START_LIMIT_MS, ended = (): boolean => false } = {},
): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  for (; !ended() && performance.now() < giveUpAt; await delay(50)) {
    const answer = await fetch(`${baseURL}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
  }
  throw new Error(`${baseURL} ${ended() ? 'has ended' : 'is not ready in time'}:\n${await output()}`);
}

/** Ends a process and waits until it is gone. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(late);
}

interface ServerOptions {
  /** Limit of open files, if it should differ from this process's. */
  openFiles?: number;
  /** Folder of another version of the repository. */
  sources?: string;
}

/** Starts the real server as its own process with a new data folder. */
export async function startServer(
  environment: NodeJS.ProcessEnv = {},
  { openFiles, sources = root }: ServerOptions = {},
) {
  const dataDir = await mkdtemp(path.join(await databaseFolder(), 'herenow-e2e-'));
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  dataFolders.set(baseURL, dataDir);
  let child: ChildProcess | undefined;
  let output = '';

  const start = async () => {
    const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles};`;
    const started = spawn('sh', ['-c', `${limit} exec "$0" server/src/main.ts`, process.execPath], {
      cwd: sources,
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: baseURL,
        DATA_DIR: dataDir,
        NODE_ENV: 'test',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
    await untilReady(baseURL, () => output, { ended: () => hasEnded(started) });
  };
  const end = async (signal: NodeJS.Signals) => child && (await endProcess(child, signal));
  const stop = () => end('SIGTERM');
  // An interrupted run leaves no server behind.
  const abandon = () => void child?.kill('SIGTERM');
  process.once('exit', abandon);

  try {
    await start();
  } catch (error) {
    await end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    baseURL,
    dataDir,
    /** Starts it again with the same data on the same port. */
    start,
    /** Shuts it down gracefully. */
    stop,
    /** Sends a signal without waiting. */
    signal: (signal: NodeJS.Signals) => void child?.kill(signal),
    /** Kills the process; `start` starts it again. */
    kill9: () => end('SIGKILL'),
    restart: async () => {
      await stop();
      await start();
    },
    /** The code with which it ended by itself; null while it runs, and after a signal. */
    exitCode: () => child?.exitCode ?? null,
    /** The end of what it printed, for the report of a failed test. */
    output: () => output,
    async [Symbol.asyncDispose]() {
      // After a kill -9 the database keeps running; only a server that adopts it can stop it.
      if (child && hasEnded(child)) await start();
      await stop();
      process.off('exit', abandon);
      dataFolders.delete(baseURL);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
