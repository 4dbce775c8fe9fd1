import { expect, it } from 'vitest';
import { moved, rebased } from './order.ts';

it('moves one item and keeps the rest in order', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 1, -3)).toEqual(['b', 'a', 'c']);
  expect(moved(['a'], 4, 0)).toEqual(['a']);
});

it('applies changes made elsewhere to a list that is being arranged', () => {
  const listOf = (ids: string) => [...ids].map((id) => ({ id }));
  const result = (list: string, before: string, after: string) =>
    rebased(listOf(list), [...before], listOf(after))
      .map(({ id }) => id)
      .join('');
  expect(result('ab', 'ab', 'bca')).toBe('bca');
  expect(result('ba', 'ab', 'abc')).toBe('bac');
  expect(result('bax', 'ab', 'b')).toBe('bx');
  expect(result('a', 'ab', 'abc')).toBe('ac');
  expect(result('abx', 'ab', 'abx')).toBe('abx');
});
