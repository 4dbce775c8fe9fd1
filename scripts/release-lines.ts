const OCTOBER = 9;
const APRIL = 3;
/** From this line on, every line of Node gets long-term support; before, only the even-numbered ones. */
const ALL_LONG_TERM_FROM = 27;

/** Returns a negative number if the first version is the older one. */
export const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });

/** Line 26 is released in 2026. Its long-term support lasts from the end of October 2026 to the end of April 2029. */
function isSupported(line: number, on: Date): boolean {
  if (line % 2 !== 0 && line < ALL_LONG_TERM_FROM) return false;
  const year = 2000 + line;
  return on.getTime() >= Date.UTC(year, OCTOBER, 28) && on.getTime() < Date.UTC(year + 3, APRIL, 30);
}

/** Returns the newest published version of the newest line that has long-term support on the given day. */
export function newestSupported(versions: readonly string[], on: Date): string | undefined {
  return versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && isSupported(Number.parseInt(version, 10), on))
    .toSorted(compareVersions)
    .at(-1);
}
