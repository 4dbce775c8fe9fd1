/**
 * Looks up together what is asked for at the same time. A caller that asks while `lanes` look-ups are on their way
 * waits for the next one with all others who do; while there are fewer, nobody waits. Every answer comes from a
 * look-up that began after it was asked for.
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
