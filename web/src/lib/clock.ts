/** A slow answer is no wrong clock. */
const TOLERANCE_MS = 30_000;
/** By how many milliseconds the clock of this device is ahead of the server's. */
let ahead = 0;
/** When this page began by the clock of the device, as it was when the server's was heard; undefined until then. */
let began: number | undefined;

/**
 * Takes the time that stands in an answer, or nothing where another host may not read it. What was heard once holds
 * until the clock of the device is set.
 */
export function hearTime(date: string | null): void {
  const begins = Date.now() - performance.now();
  if (!date || Math.abs(begins - (began ?? -Infinity)) < TOLERANCE_MS) return;
  began = begins;
  const difference = Date.now() - Date.parse(date);
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** Now by the server's clock, in milliseconds: what begins and ends does so by it, however wrong that of a device is. */
export const serverNow = (): number => Date.now() - ahead;
