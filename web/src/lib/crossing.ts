/** Changes within this time, made or published by several nodes, may arrive in a different order. */
const CROSSING_MS = 1000;

/**
 * Returns a function that records a change of something, and returns whether it may have overtaken the previous one.
 */
export function createCrossing(): (id: string) => boolean {
  const heardAt = new Map<string, number>();
  return (id) => {
    const now = performance.now();
    const before = heardAt.get(id) ?? -Infinity;
    heardAt.set(id, now);
    return now - before < CROSSING_MS;
  };
}
