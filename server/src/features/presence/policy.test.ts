import { expect, test } from 'vitest';
import { isLater } from './policy.ts';

const [noon, one] = [new Date('2026-06-01T12:00:00Z'), new Date('2026-06-01T13:00:00Z')];

test.each([
  [one, noon, true],
  [null, noon, true],
  [noon, noon, false],
  [noon, one, false],
  [one, null, false],
  [null, null, false],
])('an end at %s is later than one at %s: %s', (end, other, later) => {
  expect(isLater(end, other)).toBe(later);
});
