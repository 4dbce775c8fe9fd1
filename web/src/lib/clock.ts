/** If the device's clock deviates by more than this, it was set, or its timers stood still while it slept. */
const TOLERANCE_MS = 30_000;
/** By how many milliseconds the clock of this device is ahead of the server's. */
let ahead = 0;
/** When this page began, by the device's clock at the time of the last reading. */
let began = Number.NaN;

type Reading = {
  /** The time, by the device's clock. */
  now: number;
  /** When this page began, by the same. */
  began: number;
};

/** Reads the device's clock. */
export function clockReading(): Reading {
  const now = Date.now();
  return { now, began: now - performance.now() };
}

/**
 * Reads the server's time from the `Date` header of the response to a request sent at `asked`; does nothing if another
 * host's header may not be read. The server wrote it at some moment between the two, so only an error that this cannot
 * explain counts: a slow response is no wrong clock, and one during which the clock was set, or the device slept, says
 * nothing. The first reading holds until the device's clock is changed. Without `asked`, the request was sent since the
 * page began, and the reading holds until the next one.
 */
export function hearTime(date: string | null, asked?: Reading): void {
  const { now, began: begins } = clockReading();
  const differs = (other: number) => !(Math.abs(begins - other) < TOLERANCE_MS);
  if (!date || !differs(began) || (asked && differs(asked.began))) return;
  if (asked) began = begins;
  const said = Date.parse(date);
  // The header has whole seconds.
  ahead = Math.max((asked?.now ?? begins) - said - 1000, Math.min(now - said, 0));
}

/**
 * Returns the current time by the server's clock, in milliseconds: the server decides when things begin and end,
 * however wrong the device's clock is.
 */
export const serverNow = (): number => Date.now() - ahead;
