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
