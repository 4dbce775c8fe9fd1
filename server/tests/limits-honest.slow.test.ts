import { startApp } from '@herenow/testing/start-app';
import { afterEach, expect, test, vi } from 'vitest';
import { coupleThatWrites, crowdBehindOneAddress } from './limits-honest.ts';

afterEach(() => void vi.useRealTimers());

test('nobody of many people behind one address meets a limit', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await using app = await startApp({ rateLimits: true });
  expect(await crowdBehindOneAddress(app, 40)).toEqual([]);
});

test('a couple that writes a message a second for two minutes meets no limit', async () => {
  await using app = await startApp({ rateLimits: true });
  expect(await coupleThatWrites(app, 120)).toEqual([]);
});
