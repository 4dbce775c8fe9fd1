import type { Clock } from '../../lib/clock.ts';

/** From this size on, expired entries are deleted. */
const MANY = 10_000;

/** Remembers for some time which hosts and users were late. */
export function createLateList(clock: Clock, forMs: number) {
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
