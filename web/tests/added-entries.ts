import { onTestFinished, vi } from 'vitest';

/**
 * Counts the entries that are added to the history from now on. The length of the history does not tell: a browser keeps
 * 50 at most, and all tests share one.
 */
export function countAddedEntries(): () => number {
  const push = vi.spyOn(history, 'pushState');
  onTestFinished(() => push.mockRestore());
  return () => push.mock.calls.length;
}
