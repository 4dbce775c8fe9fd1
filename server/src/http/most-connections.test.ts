import { expect, test } from 'vitest';
import { mostConnections } from './most-connections.ts';

const limits = (files: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96364                96364                processes
Max open files            ${files.padEnd(20)} 524288               files
`;

test.each([
  ['1048576', 1_048_376],
  ['1024', 824],
  ['300', 150],
  ['unlimited', Infinity],
])('of %s files %i may be connections', (files, most) => {
  expect(mostConnections(limits(files))).toBe(most);
});

test('where the system tells nothing there is no bound', () => {
  expect(mostConnections('')).toBe(Infinity);
});
