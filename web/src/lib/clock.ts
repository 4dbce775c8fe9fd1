/** A slow answer is no wrong clock. */
const TOLERANCE_MS = 30_000;
/** By how many milliseconds the clock of this device is ahead of the server's; not known before the first answer. */
let ahead: number | undefined;

/** Takes the time that stands in an answer, or nothing where another host may not read it. */
export function hearTime(date: string | null): void {
  if (ahead !== undefined || !date) return;
  const difference = Date.now() - Date.parse(date);
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** Now by the server's clock, in milliseconds: what begins and ends does so by it, however wrong that of a device is. */
export const serverNow = (): number => Date.now() - (ahead ?? 0);
