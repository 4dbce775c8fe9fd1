import { expect, test } from 'vitest';
import { newestSupported } from './release-lines.ts';

const PUBLISHED = [
  '22.23.3',
  '24.9.0',
  '24.21.0',
  '25.9.0',
  '26.9.0',
  '26.10.0',
  '26.11.0-rc.1',
  '27.2.0',
  '28.0.0',
];

test.each([
  ['2026-10-27', '24.21.0'],
  ['2026-10-28', '26.10.0'],
  ['2026-11-21', '26.10.0'],
  ['2027-10-28', '27.2.0'],
  ['2031-04-29', '28.0.0'],
  ['2031-04-30', undefined],
])('on %s the newest supported Node of those published is %s', (day, expected) => {
  expect(newestSupported(PUBLISHED, new Date(`${day}T12:00:00Z`))).toBe(expected);
});
