import { startApp } from '@herenow/testing/start-app';
import { afterEach, expect, test, vi } from 'vitest';
import { besiege } from './locker-out.ts';

afterEach(() => void vi.useRealTimers());

test('during six hours of attack the owner can sign in at any time', { timeout: 600_000 }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await using app = await startApp({ rateLimits: true, trustProxy: true });
  const { waits } = await besiege(app, 6);
  expect(waits.knownDevice, 'from a known device').toBeLessThan(2000);
  expect(waits.newDevice, 'from a new one').toBeLessThan(10_000);
  expect(waits.reset, 'with a new password').toBeLessThan(10_000);
});
