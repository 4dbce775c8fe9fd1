import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { createTurns } from '../../lib/turns.ts';

const RETRY_SECONDS = 5;

export type Gate = <T>(person: string, task: () => Promise<T>) => Promise<T>;

/**
 * Runs a bounded number of tasks, one per user at a time; a bounded number of tasks of the same user wait for it
 * without taking one of the running slots. Throws 429 beyond that.
 */
export function createGate(limits: { running: number; waitingByPerson: number }): Gate {
  const turns = createTurns();
  let running = 0;

  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= limits.running) throw busy();
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
    }
  }

  return async (person, task) => {
    if (turns.length(person) > limits.waitingByPerson) throw busy();
    return await turns.take(person, () => run(task));
  };
}

const busy = () => new Refused(refusals.uploadsBusy, { retryAfter: RETRY_SECONDS });
