/** Returns the list with one item moved; an index beyond an end means that end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  const item = list[from];
  if (item === undefined) return [...list];
  const target = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, target), item, ...rest.slice(target)];
}
