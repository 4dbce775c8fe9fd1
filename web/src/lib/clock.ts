/** Differences up to this may come from a slow response and are ignored. */
const TOLERANCE_MS = 30_000;
/** By how many milliseconds the clock of this device is ahead of the server's. */
let ahead = 0;
/**
 * When this page began by the device's clock, as it was set when the server's time was last read; undefined before
 * that.
 */
let began: number | undefined;

/**
 * Reads the server's time from a response's `Date` header; does nothing if another host's header may not be read. The
 * first reading holds until the device's clock is changed.
 */
export function hearTime(date: string | null): void {
  const begins = Date.now() - performance.now();
  if (!date || Math.abs(begins - (began ?? -Infinity)) < TOLERANCE_MS) return;
  began = begins;
  const difference = Date.now() - Date.parse(date);
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/**
 * Returns the current time by the server's clock, in milliseconds: the server decides when things begin and end,
 * however wrong the device's clock is.
 */
export const serverNow = (): number => Date.now() - ahead;
