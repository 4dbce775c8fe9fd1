/** Starts the servers under load, each as a separate process. */
import { endProcess } from '@herenow/testing/server-process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Peer extends AsyncDisposable {
  port: number;
  pid: number;
  memory(): Promise<Memory>;
}

interface NodePeer extends Peer {
  /** Returns a CPU profile of the server while `run` runs, in V8's format. */
  profile(run: () => Promise<unknown>): Promise<object>;
}

/** Resident memory of a server in kilobytes. */
interface Memory {
  resident: number;
  /** Resident memory after a garbage collection, if the server is a Node process. */
  collected?: number;
}

/** Returns the resident memory of a process in kilobytes, as Linux counts it. */
export function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
}

/** Starts a file of `peers/`; resolves once it listens and has sent its port. Throws if it ends before. */
export async function startPeer(file: string, env: NodeJS.ProcessEnv = {}): Promise<NodePeer> {
  const child = fork(path.join(import.meta.dirname, 'peers', file), {
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc'],
  });
  const pid = child.pid!;
  const first = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]);
  if (!first) throw new Error(`${file} ended before it was ready.`);
  const { port } = first[0] as { port: number };
  const ask = async (what: 'collect' | 'begin' | 'end'): Promise<unknown> => {
    child.send(what);
    return (await once(child, 'message'))[0];
  };
  return {
    port,
    pid,
    async memory() {
      const resident = residentKb(pid);
      await ask('collect');
      return { resident, collected: residentKb(pid) };
    },
    async profile(run) {
      await ask('begin');
      await run();
      return (await ask('end')) as object;
    },
    [Symbol.asyncDispose]: () => endProcess(child, 'SIGTERM'),
  };
}
