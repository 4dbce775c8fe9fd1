import { describe, expect, it } from 'vitest';
import { summary } from './filter-summary.ts';
import { defaultFilter, filterBody, filterProblem } from './filter.ts';
import { readFilter } from './kept-filter.ts';

describe('filter', () => {
  it('starts from the distance of the profile, or 50 km, and nothing else', () => {
    expect(defaultFilter(10)).toEqual({
      gender: [],
      minAge: 0,
      maxAge: 0,
      maxDistanceKm: 10,
      interestedIn: [],
      verifiedOnly: false,
    });
    expect(defaultFilter(null).maxDistanceKm).toBe(50);
  });

  it('refuses a maximum age below the minimum if both are set', () => {
    const filter = defaultFilter(10);
    expect(filterProblem({ ...filter, minAge: 30, maxAge: 20 })).toBe('Max age must be greater than min age');
    expect(filterProblem({ ...filter, minAge: 30, maxAge: 30 })).toBeUndefined();
    expect(filterProblem({ ...filter, minAge: 30, maxAge: 0 })).toBeUndefined();
  });

  it('keeps ages within 18 and 80, also those of a field that was not left', () => {
    const kept = (minAge: number, maxAge: number) =>
      readFilter(
        { id: 'ada', preferences: { maxDistanceKm: 5 } },
        JSON.stringify({ userId: 'ada', minAge, maxAge }),
      );
    expect(kept(5, 99)).toMatchObject({ minAge: 18, maxAge: 80 });
    expect(kept(30, 0)).toMatchObject({ minAge: 30, maxAge: 0 });
  });

  it('is sent with lowercased ideas and without unset bounds', () => {
    expect(filterBody({ ...defaultFilter(5), minAge: 20, interestedIn: ['Jazz night'] })).toEqual({
      gender: [],
      minAge: 20,
      maxAge: null,
      maxDistanceKm: 5,
      interestedIn: ['jazz night'],
    });
  });

  it('asks for verified people only if that is chosen', () => {
    expect(filterBody({ ...defaultFilter(5), verifiedOnly: true })).toMatchObject({ verifiedOnly: true });
  });

  it('is summed up in a few words', () => {
    expect(summary([], 'Everyone')).toBe('Everyone');
    expect(summary(['She/Her'], 'Everyone')).toBe('She/Her');
    expect(summary(['She/Her', 'Other'], 'Everyone')).toBe('2 selected');
  });
});
