/** What an address has to look like to be that of a page; a slash at the end makes no other page. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`);
}
