import { onTestFinished, vi } from 'vitest';

/**
 * Counts the entries added to the history from now on. The length of the history does not show them: a browser keeps at
 * most 50, and all tests share one.
 */
export function countAddedEntries(): () => number {
  const push = vi.spyOn(history, 'pushState');
  onTestFinished(() => push.mockRestore());
  return () => push.mock.calls.length;
}
