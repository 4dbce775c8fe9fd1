import { endProcess } from '@herenow/testing/server-process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inRoot } from '../../scripts/processes.ts';

/** Starts a program; resolves with what `ready` returns for the first line for which that is not undefined. */
export async function startUntil<T>(
  [program, ...args]: [string, ...string[]],
  ready: (line: string) => T | undefined,
): Promise<{ pid: number; found: T } & AsyncDisposable> {
  const child = spawn(program, args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
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
  const found = await started.promise;
  return { pid: child.pid!, found, [Symbol.asyncDispose]: () => endProcess(child, 'SIGTERM') };
}
