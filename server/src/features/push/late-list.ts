import type { Clock } from '../../lib/clock.ts';

/** Beyond it those whose time is over are forgotten. */
const MANY = 10_000;

/** Hosts and users that were late, remembered for some time. */
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
