import { expect, test } from 'vitest';
import { REST_MINUTES } from '../src/features/presence/policy.ts';
import { cellCentre, settleInCell } from '../src/lib/cells.ts';
import { bestRatio, dice, KINDS, MINUTES, noise, point, type Place } from './stalker.ts';

const VICTIMS = 200;
const STEPS = 1000;
const { least, most } = REST_MINUTES;

/**
 * Returns the positions shown during a day, step by step, by the rules of the server's store but without its database.
 */
function toldOf(truth: readonly Place[]): Place[] {
  let looks = settleInCell(point(noise(truth[0]!)), null);
  let shown = looks;
  let next: string | undefined;
  let movesAt = least + (most - least) * dice();
  return truth.map((at, step) => {
    const now = step * MINUTES;
    const cell = settleInCell(point(noise(at)), looks);
    if (cell !== looks) {
      if (next === undefined) movesAt = Math.max(movesAt, now + ((least + most) / 2) * dice());
      next = cell === shown ? undefined : cell;
      looks = cell;
    }
    if (next !== undefined && movesAt <= now) {
      shown = next;
      next = undefined;
      movesAt = now + least + (most - least) * dice();
    }
    return cellCentre(shown).coordinates;
  });
}

test.each(Object.entries(KINDS))(
  'a thousand observations of each of 200 people tell nothing finer than the cell: %s',
  (_kind, day) => {
    const days = Array.from({ length: VICTIMS }, () => {
      const truth = day()(STEPS);
      return { truth, told: toldOf(truth) };
    });
    expect(bestRatio(days)).toBeGreaterThanOrEqual(0.98);
  },
  120_000,
);
