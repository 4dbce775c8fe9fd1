import type { Rate } from '@herenow/contract/rates';
import type { Clock } from './clock.ts';

/** From this number of keys on, idle ones are deleted. */
const MANY = 10_000;

/** More than the difference between the clocks of two nodes. */
export const SET_BACK_MS = 60_000;

/**
 * Returns how far ahead of the clock a key’s time of rest may be; one further ahead is from before the clock was set
 * back.
 */
export const furthestMs = ({ points, seconds, burst }: Rate): number =>
  ((seconds * 1000) / points) * burst + SET_BACK_MS;

/** Limits each key to a rate by the generic cell rate algorithm: one number per key, no timer. */
export function createMeter(clock: Clock, rate: Rate) {
  const { points, seconds, burst } = rate;
  const interval = (seconds * 1000) / points;
  const tolerance = interval * (burst - 1);
  /** When each key has its whole burst again, in milliseconds of the clock. */
  const restedAt = new Map<string, number>();
  const furthest = furthestMs(rate);
  let forgetAt = MANY;

  function forgetRested(now: number): void {
    if (restedAt.size < forgetAt) return;
    for (const [key, at] of restedAt) if (at <= now) restedAt.delete(key);
    forgetAt = Math.max(MANY, 2 * restedAt.size);
  }

  function restedFrom(key: string, now: number): number {
    const at = restedAt.get(key) ?? now;
    return at < now || at > now + furthest ? now : at;
  }

  return {
    /**
     * Counts `count` and returns 0, or counts nothing and returns the milliseconds until it fits. More than the burst
     * counts as the burst.
     */
    take(key: string, count = 1): number {
      const now = clock.now().getTime();
      const others = (Math.min(count, burst) - 1) * interval;
      const at = restedFrom(key, now) + others;
      const early = at - tolerance - now;
      if (early > 0) return early;
      forgetRested(now);
      restedAt.set(key, at + interval);
      return 0;
    },

    /** Returns how many could be taken now. */
    room(key: string): number {
      const now = clock.now().getTime();
      const used = restedFrom(key, now) - now;
      return used > tolerance ? 0 : Math.floor((tolerance - used) / interval) + 1;
    },
  };
}
