import { vi } from 'vitest';

/** Milliseconds that a test waits for something: a shared machine may stall for seconds. */
export const PATIENCE_MS = 60_000;

/**
 * Tries `check` every `interval` milliseconds until it does not throw, and returns what it returned; rejects with its
 * last error.
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 25): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval });
