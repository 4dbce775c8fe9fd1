import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../lib/log.ts';
import { createLimitLog } from './limit-log.ts';

let lines: Record<string, unknown>[];
let tell: ReturnType<typeof createLimitLog>;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  tell = createLimitLog(createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }));
});
afterEach(() => vi.useRealTimers());

const account = (userId: string) => tell(userId, { path: '/api/feed', userId });

test('a flood of refused calls is one line at once and one at the end of the minute, which counts the others', () => {
  for (let n = 0; n < 5000; n += 1) account('ada');
  account('bela');
  expect(lines.map(({ msg }) => msg)).toEqual(['limit reached', 'limit reached']);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toMatchObject([{ msg: 'limit reached again and again', more: 4999 }]);

  account('ada');
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatchObject({ msg: 'limit reached', path: '/api/feed' });
});

test('a flood from networks without number is a bounded number of lines', () => {
  for (let n = 0; n < 20_000; n += 1) tell(`2001:db8:${n}`, { path: '/login', userId: undefined });
  expect(lines).toHaveLength(1001);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1002);
  expect(lines[1001]).toMatchObject({ more: 18_999 });
  expect(lines.map((line) => JSON.stringify(line)).join()).not.toContain('2001:db8');
});
