import { onTestFinished, vi } from 'vitest';

/** Watches calls of a function of the browser, which the test can replace, until its end. */
export function watched<Of extends object>(of: Of, name: keyof Of & string) {
  const spy = vi.spyOn(of as Record<string, () => unknown>, name);
  onTestFinished(() => spy.mockRestore());
  return spy;
}
