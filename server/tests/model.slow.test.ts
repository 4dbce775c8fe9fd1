import { startApp } from '@herenow/testing/start-app';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, steps } from './model.ts';

const HARD = process.env['EFFORT'] === 'hard';
const RUNS = Number(process.env['MODEL_RUNS'] ?? (HARD ? 1000 : 30));
/** By chance where it is asked for: what everybody's change waits for is the same each time. */
const SEED = Number(process.env['MODEL_SEED'] ?? (HARD ? Date.now() % 1_000_000 : 1));

test(
  `${RUNS} sequences from seed ${SEED} are as the rules say`,
  async () => {
    await using app = await startApp();
    const property = fc.asyncProperty(steps, (all) => play(app, all));
    const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: RUNS, seed: SEED });
    expect(failed, `${JSON.stringify(counterexample)}\n${String(errorInstance)}`).toBe(false);
  },
  12 * 3_600_000,
);
