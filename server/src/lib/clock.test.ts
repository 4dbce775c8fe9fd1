import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { correctableClock } from './clock.ts';

const TEN_MINUTES = 600_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2035, 3, 16, 12) }));
afterEach(() => vi.useRealTimers());

/** Sets the machine's clock, without any time passing. */
function setMachine(byMs: number): void {
  const passed = performance.now();
  vi.setSystemTime(Date.now() + byMs);
  expect(performance.now()).toBe(passed);
}

test('goes with the machine’s clock, less what it is told', () => {
  const clock = correctableClock();
  clock.correct(TEN_MINUTES);
  vi.advanceTimersByTime(5000);
  expect(clock.now().getTime()).toBe(Date.now() - TEN_MINUTES);
  clock.correct(0);
  expect(clock.now().getTime()).toBe(Date.now());
});

test.each([TEN_MINUTES, -TEN_MINUTES])(
  'goes on when the machine’s is set by %i ms, and says so once',
  (by) => {
    const clock = correctableClock();
    const heard = vi.fn<() => void>();
    clock.onSet(heard);
    const before = clock.now().getTime();
    setMachine(by);
    vi.advanceTimersByTime(20);
    expect(clock.now().getTime()).toBe(before + 20);
    expect(clock.now().getTime()).toBe(before + 20);
    expect(clock.corrected()).toBe(by);
    expect(heard).toHaveBeenCalledTimes(1);
  },
);

test('what is found to be right counts, also where the machine’s was set in between', () => {
  const clock = correctableClock();
  setMachine(TEN_MINUTES);
  clock.correct(0);
  expect(clock.now().getTime()).toBe(Date.now());
});

test('follows where the machine’s is brought nearer little by little', () => {
  const clock = correctableClock();
  for (let step = 0; step < 100; step += 1) {
    setMachine(50);
    clock.now();
  }
  expect(clock.now().getTime()).toBe(Date.now());
});
