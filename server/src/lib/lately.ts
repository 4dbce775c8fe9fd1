import type { Clock } from './clock.ts';

/** From this size on, expired entries are deleted. */
const MANY = 10_000;

/** Remembers recent things for some time, such as which hosts were late. */
export function createLately(clock: Clock, forMs: number) {
  const until = new Map<string, number>();

  return {
    add(name: string): void {
      const now = clock.now().getTime();
      if (until.size >= MANY) for (const [known, end] of until) if (end <= now) until.delete(known);
      until.set(name, now + forMs);
    },
    has: (name: string): boolean => (until.get(name) ?? 0) > clock.now().getTime(),
  };
}
