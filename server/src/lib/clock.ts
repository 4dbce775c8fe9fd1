export interface Clock {
  now(): Date;
}

export const plus = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);

export const minus = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() - milliseconds);

export const systemClock: Clock = { now: () => new Date() };

export interface CorrectableClock extends Clock {
  /** Sets how many milliseconds the machine’s clock is ahead of this one. */
  correct(aheadMs: number): void;
  /** Returns how many milliseconds this clock is behind the machine’s. */
  corrected(): number;
  /** Sets the listener for when the machine’s clock was set, or the machine has slept. */
  onSet(listener: () => void): void;
}

/** A difference in milliseconds that can only mean that the machine’s clock was set. */
const SET_MS = 1000;

/**
 * Creates a clock that corrects the machine’s clock by the lead given to `correct`. When the machine’s clock is set,
 * this one continues unchanged until `correct` says which of the two is right.
 */
export function correctableClock(): CorrectableClock {
  let ahead = 0;
  let last = readings();
  let listener = () => {};

  function now(): Date {
    const current = readings();
    const jump = current.wall - last.wall - (current.passed - last.passed);
    last = current;
    if (Math.abs(jump) > SET_MS) {
      ahead += jump;
      listener();
    }
    return new Date(current.wall - ahead);
  }

  return {
    now,
    correct(aheadMs) {
      now();
      ahead = aheadMs;
    },
    corrected: () => ahead,
    onSet(told) {
      listener = told;
    },
  };
}

/** The time of day, which may be set, and a monotonic time, which may not. */
const readings = () => ({ wall: Date.now(), passed: performance.now() });

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
