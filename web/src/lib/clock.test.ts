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

/** An answer that the server wrote at a time by its own clock, to a request that was sent so long ago. */
const hear = (time: number, wait = 0) => clock.hearTime(new Date(time).toUTCString(), Date.now() - wait);

// The header tells whole seconds, of which a clock that is ahead is given the last.
test('a clock is as wrong as the first answer says, also hours later', () => {
  expect(clock.serverNow()).toBe(NOON);
  hear(NOON - HOUR_MS);
  expect(clock.serverNow()).toBe(NOON - HOUR_MS + 1000);
  vi.advanceTimersByTime(5 * HOUR_MS);
  hear(NOON);
  expect(clock.serverNow()).toBe(NOON + 4 * HOUR_MS + 1000);
});

test('a slow answer is no wrong clock, and an answer without a time says nothing', () => {
  clock.hearTime(null, NOON);
  expect(clock.serverNow()).toBe(NOON);
  hear(NOON - 20_000, 20_000);
  expect(clock.serverNow()).toBe(NOON);
});

test('an answer that came while the device slept does not set the clock back by its sleep', () => {
  hear(NOON - HOUR_MS, HOUR_MS);
  expect(clock.serverNow()).toBe(NOON);
});

test('an answer from since the page began tells a wrong clock until a better one comes', () => {
  // The page began at noon.
  vi.advanceTimersByTime(8000);
  clock.hearTime(new Date(NOON - HOUR_MS + 2000).toUTCString());
  expect(clock.serverNow()).toBe(NOON + 8000 - HOUR_MS + 3000);
  hear(NOON + 8000 - HOUR_MS);
  expect(clock.serverNow()).toBe(NOON + 8000 - HOUR_MS + 1000);
});

test('a clock that is wrong by seconds is wrong, too', () => {
  hear(NOON + 20_000);
  expect(clock.serverNow()).toBe(NOON + 20_000);
});

test('a clock that is set meanwhile is compared with the next answer', () => {
  hear(NOON - HOUR_MS);
  vi.setSystemTime(NOON - HOUR_MS + 60_000);
  hear(NOON - HOUR_MS + 60_000);
  expect(clock.serverNow()).toBe(NOON - HOUR_MS + 60_000);
});
test('a wait that has begun goes by the server, whatever the device is set to meanwhile', async () => {
  const { secondsLeft, startCooldown } = await import('./use-cooldown.ts');
  hear(NOON + HOUR_MS);
  const until = startCooldown('clock', 60);
  vi.setSystemTime(NOON - 2 * HOUR_MS);
  hear(NOON + HOUR_MS);
  expect(secondsLeft(until, clock.serverNow())).toBe(60);
});
