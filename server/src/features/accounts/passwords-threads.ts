import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';
import type { PasswordAnswer, PasswordTask } from './passwords-worker.ts';

/** Memory in KiB and passes. */
export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost'>>;

/** Threads are kept for the next sign-in for so long. */
const IDLE_MS = 30_000;

/** As many threads as there are tasks at a time; whoever calls bounds them. */
export interface PasswordThreads {
  hash(password: string): Promise<string>;
  /** Rejects where `hash` is none. */
  verify(hash: string, password: string): Promise<boolean>;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  /** Ends it when nobody needs it. */
  idle: NodeJS.Timeout;
}

/**
 * The thread pool of Node is shared with reading files and compressing answers, and its threads have the priority of
 * all others: a flood of sign-ins would slow everything down.
 */
export function createPasswordThreads(cost: PasswordCost): PasswordThreads {
  const all = new Set<Worker>();
  const idle: Thread[] = [];

  function start(): Worker {
    const worker = new Worker(new URL('passwords-worker.ts', import.meta.url), {
      execArgv: [],
      workerData: cost,
    });
    worker.unref();
    // A failure reaches whoever waits; this keeps one that nobody waits for from ending the server.
    worker.on('error', () => {});
    worker.once('exit', () => all.delete(worker));
    all.add(worker);
    return worker;
  }

  function take(): Worker {
    const thread = idle.pop();
    if (!thread) return start();
    clearTimeout(thread.idle);
    return thread.worker;
  }

  function giveBack(worker: Worker): void {
    const end = () => {
      idle.splice(idle.indexOf(thread), 1);
      void worker.terminate();
    };
    const thread: Thread = { worker, idle: setTimeout(end, IDLE_MS).unref() };
    idle.push(thread);
  }

  async function perform(task: PasswordTask): Promise<PasswordAnswer> {
    const worker = take();
    worker.ref();
    try {
      // Rejects when the thread fails, which is then not given back.
      const answered = once(worker, 'message');
      worker.postMessage(task);
      const [answer] = (await answered) as [PasswordAnswer];
      giveBack(worker);
      return answer;
    } finally {
      worker.unref();
    }
  }

  return {
    async hash(password) {
      const answer = await perform({ password });
      if ('hash' in answer) return answer.hash;
      throw new Error('error' in answer ? answer.error : 'The password was not hashed.');
    },
    async verify(hash, password) {
      const answer = await perform({ password, hash });
      if ('same' in answer) return answer.same;
      throw new Error('error' in answer ? answer.error : 'The password was not verified.');
    },
    async close() {
      for (const thread of idle) clearTimeout(thread.idle);
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
