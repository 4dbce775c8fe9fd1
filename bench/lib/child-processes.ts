import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inRoot } from '../../scripts/processes.ts';

/** A server of the bench in a process of its own. */
export interface Running extends AsyncDisposable {
  pid: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program; resolves with what `ready` returns for the first line for which that is not undefined. */
export async function startUntil<T>(
  [program, ...args]: [string, ...string[]],
  ready: (line: string) => T | undefined,
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Promise<Running & { found: T }> {
  const child = spawn(program, args, { cwd: inRoot(), ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const started = Promise.withResolvers<T>();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      output = `${output}${line}\n`.slice(-5000);
      const found = ready(line);
      if (found !== undefined) started.resolve(found);
    });
  child.once('error', started.reject);
  child.once('exit', (code) => started.reject(new Error(`${program} ended with ${code}:\n${output}`)));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const found = await started.promise;
  return { pid: child.pid!, child, found, stop, [Symbol.asyncDispose]: stop };
}
