/** A device's clock that goes astray by more than this was set, or its timers stood still while it slept. */
const TOLERANCE_MS = 30_000;
/** By how many milliseconds the clock of this device is ahead of the server's. */
let ahead = 0;
/** When this page began by the device's clock, as it was set when the server's time was last read. */
let began = Number.NaN;

/**
 * Reads the server's time from the `Date` header of the response to a request sent at `asked`; does nothing if another
 * host's header may not be read. The server wrote it at some moment between the two, so the clock is wrong only by what
 * that does not explain: a slow response, or one that came while the device slept, is no wrong clock. The first reading
 * holds until the device's clock is changed; without `asked`, for a request sent since the page began, until the next.
 */
export function hearTime(date: string | null, asked?: number): void {
  const begins = Date.now() - performance.now();
  if (!date || Math.abs(begins - began) < TOLERANCE_MS) return;
  if (asked) began = begins;
  const said = Date.parse(date);
  // The header tells whole seconds.
  ahead = Math.max((asked ?? begins) - said - 1000, Math.min(Date.now() - said, 0));
}

/**
 * Returns the current time by the server's clock, in milliseconds: the server decides when things begin and end,
 * however wrong the device's clock is.
 */
export const serverNow = (): number => Date.now() - ahead;
