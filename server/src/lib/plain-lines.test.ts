import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { plainLine } from './plain-lines.ts';

const lines: string[] = [];
const log = createLog('debug', { write: (line) => void lines.push(plainLine(line)) });
const last = () => lines.at(-1)!;

test.each<[string, () => void, RegExp]>([
  [
    'news',
    () => log.info({ port: 5432, folder: './data' }, 'up'),
    /^[\d:]{8} up port=5432 folder=\.\/data\n$/,
  ],
  ['a warning', () => log.warn('careful'), /^[\d:]{8} warning: careful\n$/],
  ['a secret', () => log.error({ token: 'abc' }, 'oh'), /^[\d:]{8} error: oh token=\[redacted\]\n$/],
  ['a list', () => log.debug({ ids: [1, 2] }, 'many'), /^[\d:]{8} many ids=\[1,2\]\n$/],
  [
    'a fault, whole',
    () => log.error({ err: new TypeError('no such thing') }, 'failed'),
    /^[\d:]{8} error: failed\nTypeError: no such thing\n {4}at .+/,
  ],
])('%s is a line to read', (_, write, expected) => {
  write();
  expect(last()).toMatch(expected);
});
