import { ageOn } from '@herenow/contract/ages';
import { expect, test } from 'vitest';
import { latestBirthday } from './ages.ts';

test.each(['2023-02-28', '2024-02-28', '2024-02-29', '2024-03-01', '2025-02-28', '2025-03-01', '2026-12-31'])(
  'on %s the latest birthday of an age is the last one that is old enough',
  (today) => {
    const now = new Date(`${today}T12:00:00Z`);
    for (let age = 18; age <= 81; age += 1) {
      const born = latestBirthday(age, now);
      const nextDay = new Date(Date.parse(`${born}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
      expect([ageOn(born, now), ageOn(nextDay, now)], born).toEqual([age, age - 1]);
    }
  },
);
