import { imaginePeople, placeAround, type Character, type Position } from '@herenow/cast/characters';
import { createRandom, type Random } from '@herenow/cast/random';
import { CITIES, CITY_KM, cityShares, MAP, type Plan } from './plan.ts';

export interface Inhabitant {
  id: string;
  email: string;
  character: Character;
  at: Position;
  /** The index of the city; -1 for people who live in none. */
  city: number;
  visible: boolean;
}

const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAYS = 700;
const BATCH = 10_000;

/** Yields the people of a world in the order in which they registered, in batches of ten thousand. */
export function* inhabitants(plan: Plan): Generator<Inhabitant[]> {
  const random = createRandom(plan.seed);
  const shares = cityShares(plan.cities);
  for (let first = 0; first < plan.people; first += BATCH) {
    const count = Math.min(BATCH, plan.people - first);
    const characters = imaginePeople(count, plan.seed * 1_000_003 + first);
    yield characters.map((character, offset) => {
      const index = first + offset;
      const city = random.chance(plan.urban) ? choose(shares, random) : -1;
      return {
        id: idOf(index / plan.people, random),
        email: `p${index}@herenow.example`,
        character,
        city,
        at: city < 0 ? anywhere(random) : around(CITIES[city]!, random),
        visible: spread(index, plan),
      };
    });
  }
}

/** Returns whether a person is visible; visible people are spread evenly: every tenth, if a tenth is visible. */
function spread(index: number, { people, visible }: Plan): boolean {
  return Math.floor(((index + 1) * visible) / people) > Math.floor((index * visible) / people);
}

function choose(shares: readonly number[], random: Random): number {
  let rest = random.next();
  const found = shares.findIndex((share) => (rest -= share) < 0);
  return found < 0 ? 0 : found;
}

/** Returns a place around a centre, from a two-dimensional normal distribution. */
function around(centre: Position, random: Random): Position {
  const distanceKm = CITY_KM * Math.sqrt(-2 * Math.log(1 - random.next()));
  const bearing = random.between(0, 2 * Math.PI);
  return placeAround(centre, { distanceKm, bearing });
}

function anywhere(random: Random): Position {
  return [random.between(MAP.west, MAP.east), random.between(MAP.south, MAP.north)];
}

/** Returns an id like those of the product: ordered by time, the rest random. */
function idOf(share: number, random: Random): string {
  const time = Math.floor(FIRST_DAY + share * DAYS * 86_400_000)
    .toString(16)
    .padStart(12, '0');
  const hex = (digits: number) =>
    Math.floor(random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const variant = '89ab'[random.whole(0, 3)]!;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}
