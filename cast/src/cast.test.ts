import { MIN_AGE, PRONOUNS } from '@herenow/contract/constants';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ADA, imaginePeople, kmBetween, placeAround } from './characters.ts';
import { portraitsOf } from './portraits.ts';

const people = imaginePeople(150);
const kinds = <T>(values: readonly T[]) => new Set(values).size;

describe('the cast', () => {
  test('is the same every time and another for another seed', () => {
    expect(imaginePeople(150)).toEqual(people);
    expect(imaginePeople(150, 8).map(({ name }) => name)).not.toEqual(people.map(({ name }) => name));
  });

  test('is varied and grown-up', () => {
    expect(kinds(people.map(({ name }) => name))).toBe(150);
    expect(kinds(people.map(({ hello }) => hello))).toBe(18);
    expect(kinds(people.map(({ gender }) => gender))).toBe(PRONOUNS.length);
    expect(kinds(people.map(({ temperament }) => temperament))).toBe(6);
    const born = people.map(({ dateOfBirth }) => Number(dateOfBirth.slice(0, 4)));
    expect(Math.max(...born)).toBeLessThan(new Date().getUTCFullYear() - MIN_AGE);
    expect(Math.min(...born)).toBeLessThan(new Date().getUTCFullYear() - 50);
    expect(people.filter(({ tags }) => tags.length < 3)).toEqual([]);
  });

  test.each([
    ['in Berlin', [13.4, 52.52]],
    ['on the date line', [179.99, -16.5]],
    ['far north', [15.6, 78.2]],
  ] as const)('stands from some hundred metres to 40 km around a place %s', (_, [longitude, latitude]) => {
    const distances = people.map((one) =>
      kmBetween([longitude, latitude], placeAround([longitude, latitude], one)),
    );
    expect(distances).toEqual(distances.toSorted((one, other) => one - other));
    expect(Math.min(...distances)).toBeGreaterThan(0.3);
    expect(Math.max(...distances)).toBeLessThan(41);
    expect(distances.filter((km) => km < 5).length).toBeGreaterThan(30);
  });

  test('has portraits in the shape of a photo, the same every time, no two alike', async () => {
    const [first, second] = await portraitsOf(ADA);
    const { format, width, height } = await sharp(first).metadata();
    expect(format).toBe('jpeg');
    expect(width! / height!).toBe(3 / 4);
    expect(second!.equals(first!)).toBe(false);
    expect((await portraitsOf(ADA, 1, 2))[0]!.equals(second!)).toBe(true);
    const [other] = await portraitsOf(people[0]!, 0, 1);
    expect(other!.equals(first!)).toBe(false);
  });
});
