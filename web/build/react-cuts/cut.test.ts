import { expect, test } from 'vitest';
import { cut } from './cut.ts';

const file = 'function one() {\n  first();\n}\nfunction two() {\n  second();\n}\n';

test('a cut takes the place of what it finds', () => {
  expect(cut(file, [/first\(\);/, ''])).toBe('function one() {\n  \n}\nfunction two() {\n  second();\n}\n');
});

test('a cut that finds nothing fails', () => {
  expect(() => cut(file, [/third\(\);/, ''])).toThrow('written differently');
});

test('a cut that reaches into the next function fails, unless it begins with a whole one', () => {
  expect(() => cut(file, [/first[^]*second/, ''])).toThrow('written differently');
  expect(cut(file, [/^function one[^]*?\n\}\n/m, ''])).toBe('function two() {\n  second();\n}\n');
});
