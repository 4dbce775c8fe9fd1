import { expect, test } from 'vitest';
import * as policy from './policy.ts';

const NOW = new Date('2026-06-01T20:07:42Z');
const minutes = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000;
const smallest = (least: number) => least;
const greatest = (_: number, most: number) => most - 1;

test('alerts come 5 to 15 minutes late and at least an hour apart', () => {
  const { cameUntil, toldBefore } = policy.lookTimes(NOW);
  expect(minutes(cameUntil, NOW)).toBe(5);
  expect(minutes(toldBefore, NOW)).toBe(60);
  expect(minutes(NOW, policy.nextLook(NOW, smallest))).toBe(1);
  expect(minutes(cameUntil, policy.nextLook(NOW, greatest))).toBeLessThan(15);
  expect(minutes(NOW, policy.lookAfterPause(NOW, smallest))).toBe(61);
});

test('an alert takes three to five new people', () => {
  expect([policy.drawLeast(smallest), policy.drawLeast(greatest)]).toEqual([3, 5]);
});

test.each([
  [undefined, 50],
  [1, 10],
  [10, 10],
  [15, 20],
  [30, 50],
])('a distance of %s km is rounded up to %i', (km, expected) => {
  expect(policy.alertDistance(km)).toBe(expected);
});

test('an alert counts from the beginning of the quarter of an hour in which it was set', () => {
  expect(policy.alertTimes(NOW)).toEqual({
    since: new Date('2026-06-01T20:00:00Z'),
    until: new Date('2026-06-01T23:07:42Z'),
  });
});
