/** How often a node tries to publish an event that fails by itself; at a round a second, over about a quarter of an hour. */
export const MOST_TRIES = 10;

/**
 * Counts in rounds: an event that could not be published rests for twice as many of them after each try, so that it
 * neither slows down the others nor fills the log. A node that starts again counts anew.
 */
export function createLateTries() {
  let round = 0;
  const failed = new Map<number, { tries: number; next: number }>();
  return {
    /** Begins a round. Returns the events that rest. */
    begin(): number[] {
      round += 1;
      // What was due and has not failed again is gone.
      for (const [id, { next }] of failed) if (next < round) failed.delete(id);
      return [...failed].filter(([, { next }]) => next > round).map(([id]) => id);
    },

    /** Notes that an event has failed. Returns whether it is to be given up. */
    fail(id: number): boolean {
      const tries = (failed.get(id)?.tries ?? 0) + 1;
      failed.set(id, { tries, next: round + 2 ** tries });
      return tries === MOST_TRIES;
    },
  };
}
