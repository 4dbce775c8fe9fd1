import type { FeedItem } from '@herenow/contract/entities';
import type { Citizen } from './citizen.ts';
import { kmBetween, placeAround, type Position } from '@herenow/cast/characters';
import type { Random } from '@herenow/cast/random';

/** How much attention a visitor has had from the town. */
interface Attention {
  id: string;
  at: Position;
  seenAt: number;
  nextPinAt: number;
  pins: number;
  pinnedBy: Set<string>;
}

/** A visitor seen in a feed this recently counts as visible. */
const SEEN_MS = 30_000;
const FORGOTTEN_MS = 10 * 60_000;

/** Finds visible visitors in the feed, as any user can, and makes people of the town pin them. */
export function createVisitors(options: {
  random: Random;
  speed: number;
  isCitizen(userId: string): boolean;
}) {
  const { random, speed } = options;
  const known = new Map<string, Attention>();
  const soon = (min: number, max: number) => Date.now() + (random.between(min, max) * 1000) / speed;

  function notice(item: FeedItem): void {
    const at = item.location.coordinates;
    const before = known.get(item.id);
    if (before) Object.assign(before, { at, seenAt: Date.now() });
    else
      known.set(item.id, {
        id: item.id,
        at,
        seenAt: Date.now(),
        nextPinAt: soon(10, 40),
        pins: 0,
        pinnedBy: new Set(),
      });
  }

  /** Returns the person who pins a visitor next, preferably one nearby; shy people rarely pin, declining ones never. */
  function suitor(
    attention: Attention,
    visible: readonly Citizen[],
    centreOf: (citizen: Citizen) => Position,
  ) {
    const candidates = visible.filter(({ id, character: { temperament } }) => {
      if (attention.pinnedBy.has(id) || temperament === 'declining') return false;
      return temperament !== 'shy' || random.chance(0.2);
    });
    const distance = (citizen: Citizen) =>
      kmBetween(placeAround(centreOf(citizen), citizen.character), attention.at);
    const near = candidates
      .map((citizen) => ({ citizen, km: distance(citizen) }))
      .filter(({ km }) => km < 50)
      .toSorted((one, other) => one.km - other.km);
    return near.length === 0 ? undefined : random.pick(near.slice(0, 12)).citizen;
  }

  return {
    /** Looks through the feed as one person sees it. */
    async look(citizen: Citizen): Promise<void> {
      for (let skip = 0; ;) {
        const page = await citizen.browse(skip);
        for (const item of page) if (!options.isCitizen(item.id)) notice(item);
        skip += page.length;
        if (page.length < 50 || skip > 500) return;
      }
    },

    async pinSome(visible: readonly Citizen[], centreOf: (citizen: Citizen) => Position): Promise<void> {
      const now = Date.now();
      for (const attention of known.values()) {
        if (now - attention.seenAt > FORGOTTEN_MS / speed) known.delete(attention.id);
        else if (attention.nextPinAt <= now && now - attention.seenAt < SEEN_MS / speed) {
          const citizen = suitor(attention, visible, centreOf);
          attention.nextPinAt = soon(30 + attention.pins * 25, 90 + attention.pins * 50);
          if (!citizen) continue;
          attention.pinnedBy.add(citizen.id);
          if (await citizen.pin(attention.id)) attention.pins += 1;
          else attention.nextPinAt = soon(3, 10);
        }
      }
    },
  };
}
