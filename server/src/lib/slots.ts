/** Runs a limited number of tasks per key at a time; others wait in order, until their signal aborts. */
export interface Slots {
  /** Undefined: no slot became free in time, and the task did not run. */
  take<T>(key: string, patience: AbortSignal, task: () => Promise<T>): Promise<T | undefined>;
}

interface Line {
  taken: number;
  waiting: Set<() => void>;
}

export function createSlots(most: number): Slots {
  const lines = new Map<string, Line>();

  function enter(line: Line, patience: AbortSignal): Promise<boolean> | boolean {
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
        patience.removeEventListener('abort', giveUp);
        resolve(true);
      };
      line.waiting.add(come);
      patience.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Passes the slot to the task that has waited longest. */
  function leave(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.taken -= 1;
    if (line.taken === 0) lines.delete(key);
  }

  return {
    async take(key, patience, task) {
      const line = lines.get(key) ?? { taken: 0, waiting: new Set() };
      lines.set(key, line);
      if (!(await enter(line, patience))) return undefined;
      try {
        return await task();
      } finally {
        leave(key, line);
      }
    },
  };
}
