import { expect, test } from 'vitest';
import { movableClock } from '@herenow/testing/movable-clock';
import { createRests } from './rests.ts';

const MINUTE_MS = 60_000;

/** Returns how often a push is tried on a device that never responds, with one due each second of these hours. */
function askedIn(hours: number): number {
  const clock = movableClock();
  const rests = createRests(clock);
  let asked = 0;
  for (let second = 0; second < hours * 3600; second += 1) {
    if (rests.left('device') === 0) {
      asked += 1;
      rests.asking('device');
      rests.unanswered('device');
    }
    clock.moveBy(1000);
  }
  return asked;
}

test('a device that never answers is tried less and less often', () => {
  // At 0 and 1 second, then after 1, 2, 4, 8, 16, 32 and 60 minutes, and then each hour.
  expect(askedIn(1)).toBe(7);
  expect(askedIn(24)).toBeLessThan(33);
});

test('one push without an answer in time is no reason to rest', () => {
  const rests = createRests(movableClock());
  rests.unanswered('device');
  expect(rests.left('device')).toBe(0);
  rests.answered('device');
  rests.unanswered('device');
  expect(rests.left('device')).toBe(0);
});

test('pushes sent at the same time count once', () => {
  const rests = createRests(movableClock());
  for (let count = 0; count < 20; count += 1) rests.unanswered('device');
  expect(rests.left('device')).toBe(MINUTE_MS);
});

test('after a rest, one push tries the device, and all others once it answers', () => {
  const clock = movableClock();
  const rests = createRests(clock);
  rests.unanswered('device');
  rests.unanswered('device');
  clock.moveBy(MINUTE_MS);
  expect(rests.left('device')).toBe(0);
  rests.asking('device');
  expect(rests.left('device')).toBe(2 * MINUTE_MS);
  rests.answered('device');
  expect(rests.left('device')).toBe(0);
});
