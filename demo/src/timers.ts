/** Runs a task after a while, unless everything is given up by then. */
export type Later = (ms: number, task: () => unknown) => void;

/** What somebody is going to do; `speed` times sooner than in life. */
export function createTimers(speed: number, onFault: (error: unknown) => void) {
  const timers = new Set<NodeJS.Timeout>();
  const later: Later = (ms, task) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void Promise.resolve().then(task).catch(onFault);
    }, ms / speed);
    timers.add(timer);
  };
  return {
    later,
    clear(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
