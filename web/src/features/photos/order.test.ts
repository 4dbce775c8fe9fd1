import { expect, it } from 'vitest';
import { moved } from './order.ts';

it('moves one item and keeps the rest in order', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 1, -3)).toEqual(['b', 'a', 'c']);
  expect(moved(['a'], 4, 0)).toEqual(['a']);
});
