/**
 * Batches lookups made at the same time. A caller that comes while `lanes` lookups are running waits for the next one
 * together with all other waiting callers; with fewer, nobody waits. Every result comes from a lookup that began after
 * it was requested.
 */
export function batched<K, V>(
  lookUp: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  lanes = 2,
): (key: K) => Promise<V | undefined> {
  let next: { keys: K[]; answer: PromiseWithResolvers<ReadonlyMap<K, V>> } | undefined;
  let running = 0;

  async function run(): Promise<void> {
    running += 1;
    while (next) {
      const { keys, answer } = next;
      next = undefined;
      await lookUp(keys).then(answer.resolve, answer.reject);
    }
    running -= 1;
  }

  return async (key) => {
    next ??= { keys: [], answer: Promise.withResolvers() };
    next.keys.push(key);
    const { answer } = next;
    if (running < lanes) void run();
    return (await answer.promise).get(key);
  };
}
