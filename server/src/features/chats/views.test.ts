import { ageOn } from '@herenow/contract/ages';
import { expect, test } from 'vitest';
import { standInDateOfBirth } from './views.ts';

test.each([
  ['1990-05-14', '2026-05-13', '1991-01-01'],
  ['1990-05-14', '2026-05-14', '1990-01-01'],
  ['1990-05-14', '2026-12-31', '1990-01-01'],
  ['1990-05-14', '2026-01-01', '1991-01-01'],
  ['1990-01-01', '2026-01-01', '1990-01-01'],
  ['1990-12-31', '2026-12-30', '1991-01-01'],
  ['2000-02-29', '2027-02-28', '2001-01-01'],
  ['2000-02-29', '2028-02-29', '2000-01-01'],
])('of %s, %s shows %s', (dateOfBirth, today, expected) => {
  expect(standInDateOfBirth(dateOfBirth, new Date(`${today}T23:59:59Z`))).toBe(expected);
});

test('the stand-in date of birth gives the right age at any time, and changes only on the birthday and with the year', () => {
  const dateOfBirth = '2000-02-29';
  const shown = new Set<string>();
  const HOUR = 3_600_000;
  for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2029, 0, 1); at += HOUR) {
    const now = new Date(at);
    const standIn = standInDateOfBirth(dateOfBirth, now);
    shown.add(`${now.getUTCFullYear()}: ${standIn}`);
    expect(ageOn(standIn, now), now.toISOString()).toBe(ageOn(dateOfBirth, now));
  }
  expect([...shown]).toEqual([
    '2027: 2001-01-01',
    '2027: 2000-01-01',
    '2028: 2001-01-01',
    '2028: 2000-01-01',
  ]);
});
