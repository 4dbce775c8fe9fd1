interface Waiting {
  come(): void;
  giveUp(error: Error): void;
}

/**
 * Creates a queue that runs a few tasks at a time while a bounded number waits, and that no owner can fill for the
 * others. Owners take turns, however many tasks each has. In a full queue, the owner of most tasks loses the latest one
 * to an owner of fewer.
 */
export function createFairQueue(most: { running: number; waiting: number }, busy: () => Error) {
  let running = 0;
  let waiting = 0;
  /** The owner who has waited longest for a turn comes first. */
  const lines = new Map<string, Waiting[]>();

  function makeRoom(whose: string): void {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if ((lines.get(whose)?.length ?? 0) + 1 >= longest.length) throw busy();
    longest.pop()!.giveUp(busy());
    waiting -= 1;
  }

  async function enter(whose: string): Promise<void> {
    if (running < most.running) {
      running += 1;
      return;
    }
    if (waiting >= most.waiting) makeRoom(whose);
    waiting += 1;
    await new Promise<void>((come, giveUp) => {
      lines.getOrInsertComputed(whose, () => []).push({ come, giveUp });
    });
  }

  function leave(): void {
    const [first] = lines;
    if (!first) {
      running -= 1;
      return;
    }
    const [whose, [next, ...others]] = first as [string, [Waiting, ...Waiting[]]];
    lines.delete(whose);
    if (others.length > 0) lines.set(whose, others);
    waiting -= 1;
    next.come();
  }

  return {
    /** Rejects without running the task if there is no room to wait. */
    async run<T>(whose: string, task: () => Promise<T>): Promise<T> {
      await enter(whose);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
