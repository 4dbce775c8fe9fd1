import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer, tellAway } from './away-log.ts';
import { createLog } from './log.ts';

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

let lines: Record<string, unknown>[];
let fail: (error?: unknown) => boolean;
let work: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  fail = (error = REFUSED) => tellAway(log, error);
  work = () => noteAnswer(log);
});
afterEach(() => vi.useRealTimers());

function failFor(seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 1) {
    for (let n = 0; n < 20; n += 1) fail();
    vi.advanceTimersByTime(1000);
  }
}

test('an outage is a line at its beginning, one a minute, and one when it is over', () => {
  work();
  failFor(130);
  work();
  vi.advanceTimersByTime(60_000);
  expect(lines).toMatchObject([
    { level: 50, msg: 'database away', reason: 'connect ECONNREFUSED' },
    { level: 50, msg: 'database still away', seconds: 60 },
    { level: 50, msg: 'database still away', seconds: 120, reason: 'connect ECONNREFUSED' },
    { level: 30, msg: 'database is back', seconds: 129, failures: 2600 },
  ]);

  failFor(1);
  expect(lines.at(-1)).toMatchObject({ msg: 'database away' });
});

test('a database that keeps everybody waiting is not back', () => {
  fail();
  vi.advanceTimersByTime(30_000);
  fail();
  expect(lines).toHaveLength(1);
});

test('the codes of several addresses that all refuse are a reason', () => {
  fail(Object.assign(new AggregateError([REFUSED, REFUSED]), { code: 'ECONNREFUSED' }));
  expect(lines).toMatchObject([{ reason: 'ECONNREFUSED' }]);
});

test('any other error is left to who had it', () => {
  expect(fail(new TypeError('undefined is not a function'))).toBe(false);
  expect(lines).toEqual([]);
});
