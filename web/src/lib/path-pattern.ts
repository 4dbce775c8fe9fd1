/** The values in a page's address for the named parts of its pattern. */
export type Params = Readonly<Record<string, string | undefined>>;

/** Returns the pattern that a page's addresses match; a trailing slash makes no difference. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`);
}

/** Returns the values in an address for the named parts of a page's pattern; none if the address is not that page's. */
export function paramsOf(path: string, pathname: string): Params {
  const named = Object.entries(patternOf(path).exec(pathname)?.groups ?? {});
  return Object.fromEntries(named.map(([name, part]) => [name, decoded(part)]));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
