import type { Nodes } from '../database/nodes.ts';
import type { Log } from '../lib/log.ts';
import type { Bus } from '../realtime/bus/bus.ts';

/** The bus topic, in place of a user id, on which nodes tell each other that they are there. */
const NODES = 'nodes';
const HERE = 'here';
/** In so many seconds a node to which the bus responds says so both in the database and by the bus. */
const LATELY_SECONDS = 2;
/** Longer, so that a node that ends is no longer looked for before it is missed. */
const MISSED_MS = 2500;

export type RollCall = ReturnType<typeof createRollCall>;

/**
 * Finds out whether the bus carries what the other nodes publish. Where it has several servers that have lost each
 * other, each still responds to its nodes.
 */
export function createRollCall(options: {
  bus: Pick<Bus, 'join' | 'listen' | 'publish'>;
  nodes: Pick<Nodes, 'id' | 'heard'>;
  log: Log;
}) {
  const { bus, nodes, log } = options;
  const heardAt = new Map<string, number>();
  let whole = true;

  bus.listen({
    deliver(_topics, queue, body) {
      if (queue === HERE) heardAt.set(Buffer.from(body).toString(), performance.now());
    },
  });
  void bus.join(NODES);

  return {
    /**
     * Tells the other nodes that this one is there; to be repeated twice a second. The looks wait for the database, so
     * that they are no time for it: once that is back, all would miss each other.
     */
    async tell(): Promise<void> {
      await bus.publish({ userIds: [NODES], queue: HERE, body: nodes.id }).catch(() => {});
    },

    /** Records that the bus responded so many seconds ago, and finds out whether it carries the words of all others. */
    async look(secondsAgo: number): Promise<void> {
      const others = await nodes.heard(secondsAgo, LATELY_SECONDS);
      const now = performance.now();
      // One that has just begun is missed no sooner.
      for (const id of others) if (!heardAt.has(id)) heardAt.set(id, now);
      const all = others.every((id) => now - heardAt.get(id)! < MISSED_MS);
      if (whole && !all) log.warn('realtime bus does not reach all nodes');
      if (!whole && all) log.info('realtime bus reaches all nodes again');
      whole = all;
    },

    /** Returns whether it did at the last look. */
    isWhole: (): boolean => whole,
  };
}
