/** Runs a task after a delay, unless all timers are cleared first. */
export type Later = (ms: number, task: () => unknown) => void;

/** Creates the timers of one person; they run `speed` times faster than real life. */
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
