export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface CorrectableClock extends Clock {
  /** From now on it is so many milliseconds behind the machine's. */
  correct(aheadMs: number): void;
  /** By how many milliseconds it is behind the machine's. */
  corrected(): number;
  /** Tells whenever somebody has set the machine's clock, or the machine has slept. */
  onSet(listener: () => void): void;
}

/** A difference in milliseconds that comes from no other cause than that the machine's clock was set. */
const SET_MS = 1000;

/**
 * The machine's clock, less what it is told to be ahead. When that one is set, this one goes on as if it had not been,
 * until it is told which of the two is right.
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

/** The time of day, which may be set, and that which has passed since some moment, which may not. */
const readings = () => ({ wall: Date.now(), passed: performance.now() });

/**
 * What tests begin at: noon of a day in spring, far from midnight and from the turn of the month. It lies ahead of the
 * machine's clock, by which the database notes the files that are to go.
 */
const TEST_START = Date.UTC(2035, 3, 16, 12);
/** One for all clocks of a process, so that several nodes of one test agree. */
const toTestStart = TEST_START - Date.now();

/** A clock that tests move. It begins near one fixed instant, whatever the hour of the machine, and runs on. */
export function movableClock(): Clock & { moveBy(milliseconds: number): void } {
  let offset = toTestStart;
  return {
    now: () => new Date(Date.now() + offset),
    moveBy(milliseconds) {
      offset += milliseconds;
    },
  };
}
