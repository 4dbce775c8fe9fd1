import type { Log } from './log.ts';

/** Runs a task again and again, `milliseconds` after its last end. Stopping waits for a running one. */
export function every(milliseconds: number, name: string, task: () => Promise<unknown>, log: Log) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await task();
    } catch (error) {
      log.error({ err: error, task: name }, 'periodic task failed');
    }
    schedule();
  }
  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, milliseconds);
    timer.unref();
  }
  schedule();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
