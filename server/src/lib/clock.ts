export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The machine's clock, less what it is told to be ahead. */
export function correctableClock(): Clock & { correct(aheadMs: number): void } {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() - ahead),
    correct(aheadMs) {
      ahead = aheadMs;
    },
  };
}

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
