import { wideAreasAround } from '../../lib/areas.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from '../../realtime/bus/bus.ts';

/**
 * Returns the bus topic, in place of a user id, on which a node receives the changes of a wide area while a user looks
 * at it.
 */
export const topicOf = (wideArea: string): string => `area-${wideArea}`;

interface Heard {
  /** How many watches need the area. */
  count: number;
  /** The number of the change since which every change of the area was received. */
  since: number;
}

/**
 * Subscribes this node to the wide areas that its watches need. `number` returns a number for the moment at which a
 * subscription begins.
 */
export function createHeardAreas(options: {
  bus: Pick<Bus, 'join' | 'leave'>;
  log: Log;
  number: () => number;
}) {
  const { bus, log, number } = options;
  const heard = new Map<string, Heard>();

  async function begin(area: string, one: Heard): Promise<void> {
    await bus.join(topicOf(area));
    one.since = number();
  }

  return {
    /** Resolves once no later change around a cell can be missed; or, while the bus is down, once that is known. */
    async listen(from: string): Promise<void> {
      const joining = wideAreasAround(from).map((area) => {
        const known = heard.getOrInsert(area, { count: 0, since: Infinity });
        known.count += 1;
        return known.count > 1 ? Promise.resolve(bus.join(topicOf(area))) : begin(area, known);
      });
      // When the bus comes back, a gap makes every client ask for changes.
      await Promise.all(joining).catch((error: unknown) => log.warn({ err: error }, 'area not joined'));
    },

    unlisten(from: string): void {
      for (const area of wideAreasAround(from)) {
        const known = heard.get(area)!;
        known.count -= 1;
        if (known.count > 0) continue;
        heard.delete(area);
        bus.leave(topicOf(area));
      }
    },

    /**
     * Returns the number of the change since which every change around a cell was received; Infinity if some of its
     * areas are not joined.
     */
    since: (from: string): number =>
      Math.max(...wideAreasAround(from).map((area) => heard.get(area)?.since ?? Infinity)),
  };
}
