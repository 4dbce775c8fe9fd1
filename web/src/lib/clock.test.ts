import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Clock from './clock.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2035-04-12T12:00:00Z');
let clock: typeof Clock;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOON });
  clock = await import('./clock.ts');
});
afterEach(() => void vi.useRealTimers());

const hear = (time: number) => clock.hearTime(new Date(time).toUTCString());

test('a clock is as wrong as the first answer says, also hours later', () => {
  expect(clock.serverNow()).toBe(NOON);
  hear(NOON - HOUR_MS);
  expect(clock.serverNow()).toBe(NOON - HOUR_MS);
  vi.advanceTimersByTime(5 * HOUR_MS);
  hear(NOON);
  expect(clock.serverNow()).toBe(NOON + 4 * HOUR_MS);
});

test('a slow answer is no wrong clock, and an answer without a time says nothing', () => {
  hear(NOON - 20_000);
  expect(clock.serverNow()).toBe(NOON);
  clock.hearTime(null);
  expect(clock.serverNow()).toBe(NOON);
});

test('a clock that is set meanwhile is compared with the next answer', () => {
  hear(NOON - HOUR_MS);
  vi.setSystemTime(NOON - HOUR_MS + 60_000);
  hear(NOON - HOUR_MS + 60_000);
  expect(clock.serverNow()).toBe(NOON - HOUR_MS + 60_000);
});
test('a wait that has begun goes by the server, whatever the device is set to meanwhile', async () => {
  const { secondsLeft, startCooldown } = await import('./use-cooldown.ts');
  hear(NOON - HOUR_MS);
  const until = startCooldown('clock', 60);
  vi.setSystemTime(NOON - 2 * HOUR_MS);
  hear(NOON - HOUR_MS);
  expect(secondsLeft(until, clock.serverNow())).toBe(60);
});
