import { RATES } from '@herenow/contract/rates';
import { expect, test } from 'vitest';
import { createMeter } from './meter.ts';

function setUp(rate = { points: 120, seconds: 60, burst: 30 }) {
  let now = Date.UTC(2026, 0, 31);
  const meter = createMeter({ now: () => new Date(now) }, rate);
  return {
    take: (key = 'ada', count?: number) => meter.take(key, count),
    pass: (milliseconds: number) => (now += milliseconds),
    /** How many fit at once. */
    fits: (key = 'ada') => {
      for (let count = 0; ; count += 1) if (meter.take(key) > 0) return count;
    },
  };
}

test('a burst fits at once, then as many as the rate says', () => {
  const { fits, pass } = setUp();
  expect(fits()).toBe(30);
  pass(60_000);
  expect(fits()).toBe(30);
  pass(5000);
  expect(fits()).toBe(10);
});

test('whoever comes too early hears when the next one fits, and it does', () => {
  const { fits, take, pass } = setUp();
  fits();
  const wait = take();
  expect(wait).toBe(500);
  pass(wait - 1);
  expect(take()).toBe(1);
  pass(1);
  expect(take()).toBe(0);
});

test('what is refused is not counted', () => {
  const { fits, take, pass } = setUp();
  fits();
  for (let tries = 0; tries < 1000; tries += 1) take();
  pass(500);
  expect(fits()).toBe(1);
});

test('a clock that is set back by an hour keeps nobody waiting for it', () => {
  const { fits, pass } = setUp();
  fits();
  pass(-3_600_000);
  expect(fits()).toBe(30);
});

test('clocks of nodes that differ by seconds give nobody more', () => {
  const { take, fits, pass } = setUp();
  fits();
  pass(-5000);
  expect(take()).toBe(5500);
});

test('every key has its own', () => {
  const { fits } = setUp();
  expect(fits('ada')).toBe(30);
  expect(fits('bela')).toBe(30);
});

test('an operator who has the desk open twice for three hours, and judges all the time, meets no limit', () => {
  const desk = setUp(RATES.desk);
  const acts = setUp(RATES.operator);
  const POLLED = { everySeconds: 10, calls: 4 };
  const CASE = { everySeconds: 6, calls: 3 };
  for (let second = 0; second < 3 * 3600; second += 1) {
    const polled = second % POLLED.everySeconds === 0 ? POLLED.calls : 0;
    const walked = second % CASE.everySeconds === 0 ? CASE.calls : 0;
    for (let call = 0; call < polled + walked; call += 1) expect(desk.take()).toBe(0);
    if (walked > 0) expect(acts.take()).toBe(0);
    for (const one of [desk, acts]) one.pass(1000);
  }
});

test('what counts for several takes their place and waits for it, and never needs more than the burst', () => {
  const { fits, take, pass } = setUp();
  expect(take('ada', 20)).toBe(0);
  expect(take('ada', 20)).toBe(5000);
  expect(fits()).toBe(10);
  pass(10_000);
  expect(take('ada', 20)).toBe(0);
  expect(take('bela', 1000)).toBe(0);
  expect(fits('bela')).toBe(0);
});
