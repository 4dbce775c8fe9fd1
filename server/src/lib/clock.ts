export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests move: real time plus an offset. */
export function movableClock(): Clock & { moveBy(milliseconds: number): void } {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    moveBy(milliseconds) {
      offset += milliseconds;
    },
  };
}
