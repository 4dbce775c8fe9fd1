const OCTOBER = 9;
const APRIL = 3;
/** From here on every line of Node gets long-term support; before, those with an even number. */
const ALL_LONG_TERM_FROM = 27;

/** `26.10.0` as numbers. */
const parse = (version: string) => version.split('.').map(Number) as [number, number, number];

/** Below zero where the first is the older. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Line 26 is of 2026: supported for long from the end of its October until the end of April three years on. */
function isSupported(line: number, on: Date): boolean {
  if (line % 2 !== 0 && line < ALL_LONG_TERM_FROM) return false;
  const year = 2000 + line;
  return on.getTime() >= Date.UTC(year, OCTOBER, 28) && on.getTime() < Date.UTC(year + 3, APRIL, 30);
}

/** The newest of the published versions that belong to the newest line with long-term support on a day. */
export function newestSupported(versions: readonly string[], on: Date): string | undefined {
  return versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && isSupported(parse(version)[0], on))
    .toSorted(compareVersions)
    .at(-1);
}
