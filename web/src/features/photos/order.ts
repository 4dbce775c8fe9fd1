/** Returns the list with one item moved; an index beyond an end means that end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  const item = list[from];
  if (item === undefined) return [...list];
  const target = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, target), item, ...rest.slice(target)];
}

/**
 * Applies what was added to and removed from a list elsewhere, from `before` to `after`, to the list as arranged here.
 * A list that nobody has arranged becomes `after`.
 */
export function rebased<T extends { id: string }>(
  list: readonly T[],
  before: readonly string[],
  after: readonly T[],
): T[] {
  if (list.map(({ id }) => id).join() === before.join()) return [...after];
  const now = new Map(after.map((one) => [one.id, one]));
  const kept = list.filter(({ id }) => now.has(id) || !before.includes(id));
  const known = new Set([...before, ...kept.map(({ id }) => id)]);
  return [...kept.map((one) => now.get(one.id) ?? one), ...after.filter(({ id }) => !known.has(id))];
}
