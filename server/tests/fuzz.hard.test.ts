import { HARD } from '@herenow/testing/effort';
import { inProcess } from '@herenow/testing/in-process';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { fuzzCalls } from './fuzz.ts';

const CALLS = HARD ? 20_000 : 1500;
/** Random in the long tests; fixed in the tests that run for every change. */
const SEED = HARD ? Date.now() % 1_000_000 : 1;

test(
  `no call has a fault in ${CALLS} tries from seed ${SEED}`,
  async () => {
    await using served = await startApp({ logLevel: 'error' });
    const app = { ...served, ask: inProcess(served.server) };
    const { faults } = await fuzzCalls(app, { seed: SEED, count: CALLS });
    expect(faults).toEqual([]);
  },
  12 * 3_600_000,
);
