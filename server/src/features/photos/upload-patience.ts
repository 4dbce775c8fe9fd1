/**
 * Aborts `over` once an upload has waited for so long in all: for its turn, and for its pictures to be made. Nothing of
 * it is read meanwhile, and proxies give up on a connection without traffic. Starts waiting at once.
 */
export function createPatience(mostMs: number) {
  const over = new AbortController();
  let leftMs = mostMs;
  let since: number;
  let timer: NodeJS.Timeout;
  const end = () => over.abort();

  function resume(): void {
    since = performance.now();
    timer = setTimeout(end, leftMs);
  }

  function pause(): void {
    clearTimeout(timer);
    leftMs -= performance.now() - since;
  }

  resume();
  return {
    over: over.signal,
    end,
    pause,
    /** Counts the time of a task. */
    async during<T>(task: () => Promise<T>): Promise<T> {
      resume();
      try {
        return await task();
      } finally {
        pause();
      }
    },
  };
}
