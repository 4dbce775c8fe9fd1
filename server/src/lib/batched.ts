import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds after a lookup in which others gather for the next one: one for eight keys costs little more than one. */
const GATHER_MS = 3;

/**
 * Batches lookups made at about the same time: a caller that comes while one is running, or a moment after it, waits for
 * the next one, together with all others that wait. Every result comes from a lookup that began after it was requested.
 */
export function batched<K, V>(
  lookUp: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let next: { keys: K[]; answer: PromiseWithResolvers<ReadonlyMap<K, V>> } | undefined;
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (next) {
      const { keys, answer } = next;
      next = undefined;
      await lookUp(keys).then(answer.resolve, answer.reject);
      await delay(GATHER_MS);
    }
    running = false;
  }

  return async (key) => {
    next ??= { keys: [], answer: Promise.withResolvers() };
    next.keys.push(key);
    const { answer } = next;
    if (!running) void run();
    return (await answer.promise).get(key);
  };
}
