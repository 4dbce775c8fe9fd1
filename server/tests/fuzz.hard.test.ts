import { inProcess } from '@herenow/testing/in-process';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { fuzzCalls } from './fuzz.ts';

const CALLS = 20_000;
const SEED = Date.now() % 1_000_000;

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
