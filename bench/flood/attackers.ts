/** The bench's side of its attackers, which run in a separate process at the lowest priority. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { AttackName, FromAttackers, Means, Tally, ToAttackers } from './flood-protocol.ts';

export interface Attackers extends AsyncDisposable {
  begin(attack: AttackName): Promise<void>;
  /** Ends the attack; returns counts of its outcomes and the share of a processor that the attackers used. */
  end(): Promise<{ tally: Tally; cpuShare: number }>;
}

export async function startAttackers(means: Means): Promise<Attackers> {
  const child = fork(path.join(import.meta.dirname, 'attackers-process.ts'), { serialization: 'advanced' });

  async function ask<T extends FromAttackers>(message: ToAttackers): Promise<T> {
    const ended = new AbortController();
    const gone = once(child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('The process of the attackers ended.');
    });
    gone.catch(() => {});
    child.send(message);
    try {
      const [answer] = (await Promise.race([once(child, 'message', { signal: ended.signal }), gone])) as [T];
      return answer;
    } finally {
      ended.abort();
    }
  }

  await ask({ means });
  return {
    begin: async (attack) => void (await ask({ begin: attack })),
    end: () => ask<{ tally: Tally; cpuShare: number }>({ end: true }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
