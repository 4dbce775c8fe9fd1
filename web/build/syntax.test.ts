import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { undeclared, type AnyNode } from './syntax.ts';

const undeclaredIn = (code: string) => [...undeclared(parseSync('code.js', code).program as AnyNode)];

test('names are found that a function uses, but neither it nor one around it declares', () => {
  const code = `
    import { given } from 'library';
    var top = given;
    function outer(first, { second }, ...rest) {
      function inner() { return [top, first, second, rest, local, lost]; }
      var local = inner;
      try { local(); } catch (error) { return error; }
    }
    function other() { return [local, outer]; }`;
  expect(undeclaredIn(code)).toEqual(['lost', 'local']);
});

test('what is assigned counts as used, names of properties and loops do not', () => {
  expect(undeclaredIn('lost = 1; ({ key: 2 }).key; loop: for (;;) break loop;')).toEqual(['lost']);
});
