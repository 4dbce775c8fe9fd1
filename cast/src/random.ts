/** A repeatable random generator: the same seed gives the same people and the same order of their choices. */
export interface Random {
  /** Returns a number from 0 up to 1. */
  next(): number;
  between(min: number, max: number): number;
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + next() * (max - min);
  const whole = (min: number, max: number) => Math.floor(between(min, max + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)]!,
    shuffled(list) {
      const result = [...list];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = whole(0, last);
        [result[last], result[other]] = [result[other]!, result[last]!];
      }
      return result;
    },
  };
}
