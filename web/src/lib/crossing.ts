/** Changes within this time, made or told by several nodes of the server, may arrive in another order. */
const CROSSING_MS = 1000;

/** Returns a function that notes a change of something, and returns whether it may have crossed the one before it. */
export function createCrossing(): (id: string) => boolean {
  const heardAt = new Map<string, number>();
  return (id) => {
    const now = performance.now();
    const before = heardAt.get(id) ?? -Infinity;
    heardAt.set(id, now);
    return now - before < CROSSING_MS;
  };
}
