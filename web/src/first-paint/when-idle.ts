import { firstContent } from './first-content.ts';

const LATEST_MS = 3000;
const WITHOUT_IDLE_MS = 1500;
const SETTLED_MS = 3000;
const PAUSE_MS = 200;

/**
 * Runs a task when the page has loaded and is idle, at the latest three seconds after. Returns a function that
 * cancels it.
 */
export function whenIdle(task: () => void): () => void {
  let over = false;
  const run = () => over || task();
  void firstContent.then(() =>
    // Safari lacks requestIdleCallback.
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
 * Like `whenIdle`, for tasks without urgency, such as preloading code: the first seconds of a page belong to its
 * content. Such tasks run one by one with a pause after each, so that their work does not add up.
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
