import { wideAreasAround } from '../../lib/areas.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from '../../realtime/bus/bus.ts';

/** In the place of a person: the wide area whose changes a node hears of while somebody looks at it. */
export const topicOf = (wideArea: string): string => `area-${wideArea}`;

interface Heard {
  /** How many watches need it. */
  count: number;
  /** The number of a change after which all of its changes were heard. */
  since: number;
}

/** The wide areas of which this node hears. `number` gives one to the moment in which that begins. */
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
    /** Settles when nothing that happens from now on is missed; while the bus is away, when it is known to be. */
    async listen(from: string): Promise<void> {
      const joining = wideAreasAround(from).map((area) => {
        const known = heard.get(area) ?? { count: 0, since: Infinity };
        heard.set(area, known);
        known.count += 1;
        return known.count > 1 ? Promise.resolve(bus.join(topicOf(area))) : begin(area, known);
      });
      // With the bus comes a gap, upon which everybody asks.
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

    /** The number of a change after which everything around a cell was heard; Infinity: it is not. */
    since: (from: string): number =>
      Math.max(...wideAreasAround(from).map((area) => heard.get(area)?.since ?? Infinity)),
  };
}
