import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';

const RETRY_SECONDS = 5;

export type Gate = <T>(person: string, task: () => Promise<T>) => Promise<T>;

/**
 * Lets a bounded number of tasks run, in all and for each person, and a bounded number wait.
 * Throws 429 beyond that.
 */
export function createGate(limits: { running: number; waiting: number; runningByPerson: number }): Gate {
  const waiting: (() => void)[] = [];
  const byPerson = new Map<string, number>();
  let running = 0;

  async function enter(): Promise<void> {
    if (running < limits.running) running += 1;
    else if (waiting.length < limits.waiting) await new Promise<void>((go) => waiting.push(go));
    else throw new Refused(refusals.uploadsBusy, { retryAfter: RETRY_SECONDS });
  }

  function leave(): void {
    const next = waiting.shift();
    // A place that is handed on stays taken.
    if (next) next();
    else running -= 1;
  }

  return async (person, task) => {
    const own = byPerson.get(person) ?? 0;
    if (own >= limits.runningByPerson) throw new Refused(refusals.uploadsBusy, { retryAfter: RETRY_SECONDS });
    byPerson.set(person, own + 1);
    try {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    } finally {
      const left = byPerson.get(person)! - 1;
      if (left === 0) byPerson.delete(person);
      else byPerson.set(person, left);
    }
  };
}
