import { tellAway } from './away-log.ts';
import { BusAway } from './bus-away.ts';
import type { Log } from './log.ts';

/** How often a task that keeps failing is logged. */
const TELL_MS = 10_000;

/** Who hears of a task that failed, other than because an engine is away. */
export interface Listening {
  log: Log;
  onFailed(name: string): void;
}

/** Runs a task repeatedly, `milliseconds` after its last end. `stop` waits for a running one. */
export function every(
  milliseconds: number,
  name: string,
  task: () => Promise<unknown>,
  { log, onFailed }: Listening,
) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let toldAt = -Infinity;
  let untold = 0;

  async function run(): Promise<void> {
    try {
      await task();
    } catch (error) {
      tell(error);
    }
    schedule();
  }
  function tell(error: unknown): void {
    if (error instanceof BusAway || tellAway(log, error)) return;
    onFailed(name);
    untold += 1;
    if (performance.now() - toldAt < TELL_MS) return;
    log.error({ err: error, task: name, count: untold }, 'periodic task failed');
    toldAt = performance.now();
    untold = 0;
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
