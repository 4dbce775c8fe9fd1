import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A file or folder of the repository. */
export const inRoot = (...parts: string[]) => path.join(root, ...parts);

export interface Finished {
  ok: boolean;
  output: string;
}

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    void stopAll().then(() => process.kill(process.pid, signal));
  });

/** Stops every process started here and waits until all have ended. */
export async function stopAll(): Promise<void> {
  const ends = [...running].map((child) => {
    child.kill('SIGTERM');
    return once(child, 'close');
  });
  await Promise.all(ends);
}

/** Returns the command line of a tool from `node_modules`, for every platform. */
export function tool(file: string, ...args: string[]): string[] {
  return [process.execPath, inRoot('node_modules', ...file.split('/')), ...args];
}

/** Compiled modules are cached between starts. */
const COMPILED = { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled') };

/** Starts a command in the repository. Its process is stopped by `stopAll` if it still runs. */
export function start(
  [command = '', ...args]: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
): ChildProcess {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: { ...COMPILED, ...process.env, ...options.env },
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Runs a command to its end and returns its output. Never rejects: a command that cannot start is not `ok`. */
export function run(command: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  return new Promise<Finished>((resolve) => {
    const child = start(command, { ...options, quiet: true });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: `${command.join(' ')}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

/** Makes a server stay small: the C library's allocator keeps few memory pools, instead of one for each thread. */
const LEAN = { MALLOC_ARENA_MAX: '2' };

/**
 * Turns this process into the given Node program: it keeps the process id, so signals, exit code and even a kill -9
 * reach it. On platforms without `execve`, a child process takes its place.
 */
export function become(...args: string[]): void {
  process.chdir(root);
  const env = { ...COMPILED, ...LEAN, ...process.env };
  if (process.platform !== 'win32' && process.execve)
    process.execve(process.execPath, [process.execPath, ...args], env);
  const child = start([process.execPath, ...args], { env });
  child.once('exit', (code) => process.exit(code ?? 1));
}
