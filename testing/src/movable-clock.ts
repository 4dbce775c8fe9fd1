import type { Clock } from '../../server/src/lib/clock.ts';

/**
 * Tests begin at noon on a day in spring, far from midnight and the turn of the month. It is ahead of the machine’s
 * clock, by which the database dates the files to remove.
 */
const TEST_START = Date.UTC(2035, 3, 16, 12);
/** Shared by all clocks of a process, so that several nodes of one test agree. */
const toTestStart = TEST_START - Date.now();

/**
 * Creates a clock that tests can move and stop. It starts near a fixed instant, whatever the machine’s time, and runs
 * on until it is stopped.
 */
export function movableClock(): Clock & { moveBy(milliseconds: number): void; stop(): void } {
  let offset = toTestStart;
  let machineTime = () => Date.now();
  return {
    now: () => new Date(machineTime() + offset),
    moveBy(milliseconds) {
      offset += milliseconds;
    },
    stop() {
      const stopped = machineTime();
      machineTime = () => stopped;
    },
  };
}
