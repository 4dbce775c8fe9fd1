import { expect, test } from 'vitest';
import { GRID, likenessesOf } from './likeness.ts';

const { width, height } = GRID;
const gridOf = (at: (x: number, y: number) => number) =>
  Uint8Array.from({ length: width * height }, (_, index) => at(index % width, Math.floor(index / width)));

test('each field says whether it is darker than its right neighbour and than the one below', () => {
  const toTheRight = likenessesOf(gridOf((x) => x * 20));
  expect(toTheRight).toEqual(['10'.repeat(64), '00'.repeat(64)]);
  const below = likenessesOf(gridOf((_, y) => y * 20));
  expect(below).toEqual(['01'.repeat(64), '01'.repeat(64)]);
  // One light field: seen from its left and from above.
  const [one] = likenessesOf(gridOf((x, y) => (x === 3 && y === 2 ? 200 : 0)));
  expect(one!.indexOf('1')).toBe(2 * (8 + 3) + 1);
  expect(one!.lastIndexOf('1')).toBe(2 * (16 + 2));
  expect(one!.replaceAll('0', '')).toHaveLength(2);
});

test('nothing is like a picture without contrast', () => {
  expect(likenessesOf(gridOf((x) => (x === 0 ? 115 : 100)))).toEqual([]);
  expect(likenessesOf(gridOf((x) => (x === 0 ? 116 : 100)))).toHaveLength(2);
});
