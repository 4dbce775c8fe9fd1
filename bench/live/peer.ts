/** Servers under load, each a process of its own. */
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
  /** Where its time goes while something runs, as V8 writes profiles. */
  profile(run: () => Promise<unknown>): Promise<object>;
}

/** Kilobytes. */
export interface Memory {
  resident: number;
  /** The same after the garbage was collected, where the server is a Node process. */
  collected?: number;
}

/** What a process holds in memory, in kilobytes, as Linux counts it. */
export function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
}

/** Starts one of the files in `peers/`, which says its port once it listens. */
export async function startPeer(file: string, env: NodeJS.ProcessEnv = {}): Promise<NodePeer> {
  const child = fork(path.join(import.meta.dirname, 'peers', file), {
    env: { ...process.env, ...env },
    // So that a profile can be taken of a server under load: `--cpu-prof`.
    execArgv: ['--expose-gc', ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? [])],
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
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
