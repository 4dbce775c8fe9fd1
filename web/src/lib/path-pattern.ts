/** What an address has to look like to be that of a page; a slash at the end makes no other page. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`);
}

/** What stands in an address for the parts of a page's pattern that have a name; none where it is not that page's. */
export function paramsOf(path: string, pathname: string): Readonly<Record<string, string | undefined>> {
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
