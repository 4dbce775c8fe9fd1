import { ageOn } from '@herenow/contract/rules';
import { expect, test } from 'vitest';
import { standInDateOfBirth } from './views.ts';

test.each([
  ['1990-05-14', '2026-05-13', '1991-05-13'],
  ['1990-05-14', '2026-05-14', '1990-05-14'],
  ['1990-05-14', '2026-12-31', '1990-12-31'],
  ['1990-05-14', '2026-01-01', '1991-01-01'],
  ['2000-02-29', '2027-02-28', '2001-02-28'],
  ['2000-02-29', '2028-02-29', '2000-02-29'],
  ['2001-03-01', '2028-02-29', '2002-02-28'],
  ['2007-01-01', '2028-02-29', '2007-02-28'],
])('of %s, %s shows %s', (dateOfBirth, today, expected) => {
  const now = new Date(`${today}T23:59:59Z`);
  const shown = standInDateOfBirth(dateOfBirth, now);
  expect(shown).toBe(expected);
  expect(ageOn(shown, now)).toBe(ageOn(dateOfBirth, now));
});
