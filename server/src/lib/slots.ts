/** Runs at most so many tasks of a key at a time. Others wait in order, until their signal aborts. */
export function createSlots(most: number) {
  const lines = new Map<string, { taken: number; waiting: Set<() => void> }>();

  function enter(key: string, patience?: AbortSignal): Promise<boolean> | boolean {
    const line = lines.getOrInsertComputed(key, () => ({ taken: 0, waiting: new Set() }));
    if (line.taken < most) {
      line.taken += 1;
      return true;
    }
    return new Promise<boolean>((resolve) => {
      const giveUp = () => {
        line.waiting.delete(come);
        resolve(false);
      };
      const come = () => {
        patience?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      line.waiting.add(come);
      patience?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Passes the slot to the task that has waited longest. */
  function leave(key: string): void {
    const line = lines.get(key)!;
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.taken -= 1;
    if (line.taken === 0) lines.delete(key);
  }

  function take<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Undefined: no slot became free in time, and the task did not run. */
  function take<T>(key: string, task: () => Promise<T>, patience: AbortSignal): Promise<T | undefined>;
  async function take<T>(
    key: string,
    task: () => Promise<T>,
    patience?: AbortSignal,
  ): Promise<T | undefined> {
    if (!(await enter(key, patience))) return undefined;
    try {
      return await task();
    } finally {
      leave(key);
    }
  }

  return {
    take,
    /** Returns how many tasks of a key run or wait. */
    countOf(key: string): number {
      const { taken = 0, waiting } = lines.get(key) ?? {};
      return taken + (waiting?.size ?? 0);
    },
  };
}
