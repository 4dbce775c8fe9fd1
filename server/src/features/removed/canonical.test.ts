import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';

test.each([
  ['Cheap pills', 'CHEAP  pills!'],
  ['Cheap pills', 'C.h.e.a.p p-i-l-l-s'],
  ['Cheap pills', 'chéap\npills'],
  ['Cheap pills', 'Cheap\u200d pills'],
  ['Cheap pills', 'Ch\u0435\u0430p pills'],
  ['wonder', 'vvonder'],
  ['はい', 'は い'],
  ['🍆🍆', ' 🍆 🍆 '],
])('%s is %s again', (one, other) => {
  expect(canonicalText(other)).toBe(canonicalText(one));
});

test.each([
  ['Anna', 'Hanna'],
  ['はい', 'いは'],
  ['की', 'का'],
  ['🍆', '🍑'],
  ['Pills', 'Pillow'],
])('%s is not %s', (one, other) => {
  expect(canonicalText(other)).not.toBe(canonicalText(one));
});
