import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';

const RETRY_SECONDS = 5;

export type Gate = <T>(person: string, task: () => Promise<T>) => Promise<T>;

/**
 * Lets a bounded number of tasks run, one of each person at a time; a bounded number of the same person's wait for
 * it, without a place among those that run. Throws 429 beyond that.
 */
export function createGate(limits: { running: number; waitingByPerson: number }): Gate {
  const lines = new Map<string, { length: number; last: Promise<void> }>();
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
    const line = lines.get(person) ?? { length: 0, last: Promise.resolve() };
    if (line.length > limits.waitingByPerson) throw busy();
    const before = line.last;
    const mine = Promise.withResolvers<void>();
    line.length += 1;
    line.last = mine.promise;
    lines.set(person, line);
    try {
      await before;
      return await run(task);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(person);
      mine.resolve();
    }
  };
}

const busy = () => new Refused(refusals.uploadsBusy, { retryAfter: RETRY_SECONDS });
