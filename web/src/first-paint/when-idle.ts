import { firstContent } from './first-content.ts';

const LATEST_MS = 3000;
const WITHOUT_IDLE_MS = 1500;
const SETTLED_MS = 3000;
const PAUSE_MS = 200;

/**
 * Runs a task when the page stands and has nothing better to do, at the latest three seconds after. Returns the
 * function that calls it off.
 */
export function whenIdle(task: () => void): () => void {
  let over = false;
  const run = () => over || task();
  void firstContent.then(() =>
    // Safari has no such thing.
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(run, { timeout: LATEST_MS })
      : setTimeout(run, WITHOUT_IDLE_MS),
  );
  return () => {
    over = true;
  };
}

const settledTasks = new Set<() => void>();
let nextSettled: ReturnType<typeof setTimeout> | undefined;

/**
 * The same for what nobody waits for, such as code that may be wanted later: the first seconds of a page belong to
 * what it shows. Such tasks run one by one with a pause after each, so that what they bring about does not add up.
 */
export function whenQuiet(task: () => void): () => void {
  settledTasks.add(task);
  nextSettled ??= setTimeout(runSettled, Math.max(0, SETTLED_MS - performance.now()));
  return () => {
    settledTasks.delete(task);
  };
}

function runSettled(): void {
  whenIdle(() => {
    const [task] = settledTasks;
    nextSettled = task && setTimeout(runSettled, PAUSE_MS);
    if (!task) return;
    settledTasks.delete(task);
    task();
  });
}
