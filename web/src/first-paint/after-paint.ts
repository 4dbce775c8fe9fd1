import { firstContent } from './first-content.ts';

/**
 * Runs a task once the next frame is on its way to the screen, the first one with content in any case. Returns the
 * function that calls it off.
 */
export function afterPaint(task: () => void): () => void {
  let over = false;
  const run = () => over || task();
  void firstContent.then(() => requestAnimationFrame(() => setTimeout(run)));
  return () => {
    over = true;
  };
}
