/** Queues, one per key, in which one task runs at a time and the others wait in order. */
export interface Turns {
  take<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Returns how many tasks run or wait. */
  length(key: string): number;
}

export function createTurns(): Turns {
  const lines = new Map<string, { length: number; last: Promise<void> }>();
  return {
    length: (key) => lines.get(key)?.length ?? 0,
    async take(key, task) {
      const line = lines.get(key) ?? { length: 0, last: Promise.resolve() };
      const before = line.last;
      const mine = Promise.withResolvers<void>();
      line.length += 1;
      line.last = mine.promise;
      lines.set(key, line);
      try {
        await before;
        return await task();
      } finally {
        line.length -= 1;
        if (line.length === 0) lines.delete(key);
        mine.resolve();
      }
    },
  };
}
