import type { Rate } from '@herenow/contract/rates';
import type { Clock } from './clock.ts';

export interface Meter {
  /**
   * Counts `count` and returns 0, or counts nothing and returns the milliseconds until it fits. More than the burst
   * counts as the burst.
   */
  take(key: string, count?: number): number;
  /** Returns how many could be taken now. */
  room(key: string): number;
}

/** From this number of keys on, those without anything to remember are deleted. */
const MANY = 10_000;

/** Holds each key to a rate by the generic cell rate algorithm: one number per key, and no timer. */
export function createMeter(clock: Clock, { points, seconds, burst }: Rate): Meter {
  const interval = (seconds * 1000) / points;
  const tolerance = interval * (burst - 1);
  /** When each key has its whole burst again, in milliseconds of the clock. */
  const restedAt = new Map<string, number>();
  let forgetAt = MANY;

  function forgetRested(now: number): void {
    if (restedAt.size < forgetAt) return;
    for (const [key, at] of restedAt) if (at <= now) restedAt.delete(key);
    forgetAt = Math.max(MANY, 2 * restedAt.size);
  }

  return {
    take(key, count = 1) {
      const now = clock.now().getTime();
      const others = (Math.min(count, burst) - 1) * interval;
      const at = Math.max(restedAt.get(key) ?? now, now) + others;
      const early = at - tolerance - now;
      if (early > 0) return early;
      forgetRested(now);
      restedAt.set(key, at + interval);
      return 0;
    },

    room(key) {
      const now = clock.now().getTime();
      const used = Math.max(0, (restedAt.get(key) ?? now) - now);
      return used > tolerance ? 0 : Math.floor((tolerance - used) / interval) + 1;
    },
  };
}
