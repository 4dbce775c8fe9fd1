import { firstContent } from './first-content.ts';

/**
 * Runs a task just after the next frame is painted, at the earliest after the first content. Returns a function that
 * cancels it.
 */
export function afterPaint(task: () => void): () => void {
  let over = false;
  const run = () => over || task();
  void firstContent.then(() => requestAnimationFrame(() => setTimeout(run)));
  return () => {
    over = true;
  };
}
