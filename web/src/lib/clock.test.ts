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

/** An answer that the server wrote at this time by its own clock, to a request sent `wait` milliseconds ago. */
const hear = (time: number, wait = 0) => {
  const { now, began } = clock.clockReading();
  clock.hearTime(new Date(time).toUTCString(), { now: now - wait, began });
};

// The header has whole seconds; a clock that is ahead is assumed to be at the last moment of its second.
test('the clock’s error is that of the first answer, even hours later', () => {
  expect(clock.serverNow()).toBe(NOON);
  hear(NOON - HOUR_MS);
  expect(clock.serverNow()).toBe(NOON - HOUR_MS + 1000);
  vi.advanceTimersByTime(5 * HOUR_MS);
  hear(NOON);
  expect(clock.serverNow()).toBe(NOON + 4 * HOUR_MS + 1000);
});

test('a slow answer does not change the clock, nor does an answer without a time', () => {
  clock.hearTime(null, clock.clockReading());
  expect(clock.serverNow()).toBe(NOON);
  hear(NOON - 20_000, 20_000);
  expect(clock.serverNow()).toBe(NOON);
});

test('an answer that arrived while the device slept does not set the clock back', () => {
  hear(NOON - HOUR_MS, HOUR_MS);
  expect(clock.serverNow()).toBe(NOON);
});

test('an answer to a request without a time shows a wrong clock until a better one arrives', () => {
  // The page began at noon.
  vi.advanceTimersByTime(8000);
  clock.hearTime(new Date(NOON - HOUR_MS + 2000).toUTCString());
  expect(clock.serverNow()).toBe(NOON + 8000 - HOUR_MS + 3000);
  hear(NOON + 8000 - HOUR_MS);
  expect(clock.serverNow()).toBe(NOON + 8000 - HOUR_MS + 1000);
});

test('an error of some seconds is noticed, too', () => {
  hear(NOON + 20_000);
  expect(clock.serverNow()).toBe(NOON + 20_000);
});

test('a clock that was set meanwhile is compared with the next answer', () => {
  hear(NOON - HOUR_MS);
  vi.setSystemTime(NOON - HOUR_MS + 60_000);
  hear(NOON - HOUR_MS + 60_000);
  expect(clock.serverNow()).toBe(NOON - HOUR_MS + 60_000);
});

test('an answer to a request from before the clock was set says nothing, so the next one is read', () => {
  hear(NOON);
  const asked = clock.clockReading();
  vi.setSystemTime(NOON - HOUR_MS);
  clock.hearTime(new Date(NOON).toUTCString(), asked);
  hear(NOON);
  expect(clock.serverNow()).toBe(NOON);
});

test('a running wait follows the server’s clock, even if the device’s clock is set meanwhile', async () => {
  const { secondsLeft, startCooldown } = await import('./use-cooldown.ts');
  hear(NOON + HOUR_MS);
  const until = startCooldown('clock', 60);
  vi.setSystemTime(NOON - 2 * HOUR_MS);
  hear(NOON + HOUR_MS);
  expect(secondsLeft(until, clock.serverNow())).toBe(60);
});
