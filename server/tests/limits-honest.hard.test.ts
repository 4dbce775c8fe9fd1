import { startApp } from '@herenow/testing/start-app';
import { afterEach, expect, test, vi } from 'vitest';
import { coupleThatWrites, crowdBehindOneAddress } from './limits-honest.ts';

afterEach(() => void vi.useRealTimers());

test(
  'of 2,000 people behind one address nobody meets a limit in an hour',
  { timeout: 1_200_000 },
  async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await using app = await startApp({ rateLimits: true });
    expect(await crowdBehindOneAddress(app, 2000)).toEqual([]);
  },
);

test(
  'a couple that writes a message a second for three hours meets no limit',
  { timeout: 1_200_000 },
  async () => {
    await using app = await startApp({ rateLimits: true });
    expect(await coupleThatWrites(app, 3 * 3600)).toEqual([]);
  },
);
