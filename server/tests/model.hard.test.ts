import { inProcess } from '@herenow/testing/in-process';
import { startApp } from '@herenow/testing/start-app';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, steps } from './model.ts';

const RUNS = 1000;
/** Sequences played concurrently, each by people of its own. */
const LANES = 4;
const SEED = Date.now() % 1_000_000;

test(
  `${RUNS} sequences from seed ${SEED} are as the rules say`,
  async () => {
    await using served = await startApp({ logLevel: 'error' });
    const app = { ...served, ask: inProcess(served.server) };
    const property = fc.asyncProperty(steps, (all) => play(app, all));
    const numRuns = Math.ceil(RUNS / LANES);
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fc.check(property, { numRuns, seed: SEED + lane }),
    );
    for (const { failed, counterexample, errorInstance, seed } of await Promise.all(lanes))
      expect(failed, `${seed} ${JSON.stringify(counterexample)}\n${String(errorInstance)}`).toBe(false);
  },
  12 * 3_600_000,
);
