import { HOUR_MS } from '@herenow/contract/constants';
import type { Citizen } from './citizen.ts';
import type { Random } from '@herenow/cast/random';

/** The share of the town that is usually visible, and how far it swings within a period. */
const VISIBLE = { share: 0.57, swing: 0.06, periodMs: 40 * 60_000 };
const LEAST_MS = 5 * 60_000;
/** A person who has gone offline stays away at least this long. */
const REST_MS = 6 * 60_000;

/** Decides who becomes visible when, and who leaves. */
export function createComings(options: {
  size: number;
  random: Random;
  speed: number;
  citizens(): Citizen[];
}) {
  const { size, random, speed, citizens } = options;
  const began = Date.now();

  function wanted(): number {
    const { share, swing, periodMs } = VISIBLE;
    const wave = Math.sin(((Date.now() - began) * speed * 2 * Math.PI) / periodMs);
    return Math.round(size * (share + swing * wave));
  }

  /** Makes a citizen visible for one to three hours; those present at the start have used up a part of that. */
  async function arrive(citizen: Citizen, alreadyThere = false): Promise<void> {
    const whole = random.between(1, 3) * HOUR_MS;
    const rest = alreadyThere ? random.between(LEAST_MS, whole) : whole;
    const until = Date.now() + rest;
    await citizen.arrive(until, random.chance(0.5) ? until : until - random.between(0, rest / 3));
  }

  return {
    wanted,
    arrive,
    async next(): Promise<void> {
      const now = Date.now();
      const [visible, away] = [true, false].map((here) =>
        citizens().filter((citizen) => citizen.isVisible() === here),
      ) as [Citizen[], Citizen[]];
      for (const citizen of visible) if (citizen.leavesAt() <= now) await citizen.leave();
      // While people are still moving in, only they become visible.
      if (visible.length + away.length < size || visible.length >= wanted()) return;
      const rested = away.filter((citizen) => now - citizen.leftAt() > REST_MS / speed);
      if (rested.length > 0) await arrive(random.pick(rested));
    },
  };
}
