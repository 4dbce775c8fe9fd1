import { vi } from 'vitest';

/** How long a test waits for what is to come: a machine that others use may stand still for seconds. */
export const PATIENCE_MS = 60_000;

/**
 * Tries `check` every `interval` milliseconds until it does not throw, and returns what it returned; rejects with its
 * last error.
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 25): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval });
