import { expect, test } from 'vitest';
import { hoursLeft } from './due.ts';

const since = '2026-03-01T12:00:00.000Z';
const at = (iso: string) => Date.parse(iso);

test.each([
  ['2026-03-01T12:00:00Z', 24],
  ['2026-03-01T12:30:00Z', 24],
  ['2026-03-02T11:30:00Z', 1],
  ['2026-03-02T12:00:00Z', 0],
  ['2026-03-02T12:00:01Z', -1],
  ['2026-03-03T12:00:00Z', -24],
])('at %s a report has %i hours left', (now, left) => {
  expect(hoursLeft(since, at(now))).toBe(left);
});
