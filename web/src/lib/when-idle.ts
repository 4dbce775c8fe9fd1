const LATEST_MS = 3000;
const WITHOUT_IDLE_MS = 1500;
const SETTLED_MS = 3000;

/**
 * Runs a task when the page has nothing better to do, at the latest after three seconds. Answers the function that
 * calls it off.
 */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(task, { timeout: LATEST_MS });
    return () => cancelIdleCallback(request);
  }
  // Safari has no such thing.
  const timer = setTimeout(task, WITHOUT_IDLE_MS);
  return () => clearTimeout(timer);
}

/**
 * The same for what nobody waits for, such as code that may be wanted later: the first seconds of a page belong to
 * what it shows.
 */
export function whenSettled(task: () => void): () => void {
  let callOff = () => {};
  const timer = setTimeout(
    () => {
      callOff = whenIdle(task);
    },
    Math.max(0, SETTLED_MS - performance.now()),
  );
  return () => {
    clearTimeout(timer);
    callOff();
  };
}
