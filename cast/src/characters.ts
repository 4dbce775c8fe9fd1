import { DATE_IDEAS, type Pronouns } from '@herenow/contract/constants';
import { NAMES } from './names.ts';
import { createRandom, type Random } from './random.ts';

export type Temperament = 'eager' | 'chatty' | 'shy' | 'slow' | 'declining' | 'leaving';

/** The attributes that portraits are drawn from. */
export interface Looks extends Pick<(typeof NAMES)[number], 'skins' | 'hair' | 'cover'> {
  like: 'she' | 'he';
}

/** A made-up person; spread it into the options of `person` or `publicPerson` to create them. */
export interface Character {
  index: number;
  name: string;
  hello: string;
  gender: Pronouns;
  looks: Looks;
  dateOfBirth: string;
  tags: string[];
  temperament: Temperament;
  /** Distance from the centre of the town. */
  distanceKm: number;
  bearing: number;
  photos: number;
  /** The seed of their random choices. */
  seed: number;
}

const TEMPERAMENTS: readonly Temperament[] = [
  'eager',
  'chatty',
  'shy',
  'eager',
  'slow',
  'chatty',
  'leaving',
  'eager',
  'declining',
  'chatty',
];
const NEAREST_KM = 0.4;
const FARTHEST_KM = 40;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** The seed of the demo town and of every other crowd. */
const SEED = 7;

/** Returns the people of a town, nearest first; always the same for one seed. */
export function imaginePeople(count: number, seed = SEED): Character[] {
  const random = createRandom(seed);
  const year = new Date().getUTCFullYear();
  const all = NAMES.flatMap(({ hello, she, he, ...looks }) => [
    ...she.map((name) => ({ name, hello, looks: { ...looks, like: 'she' as const } })),
    ...he.map((name) => ({ name, hello, looks: { ...looks, like: 'he' as const } })),
  ]);
  const named = random.shuffled(all);
  return Array.from({ length: count }, (_, index) => ({
    index,
    ...named[index % named.length]!,
    gender: pronounsOf(named[index % named.length]!.looks.like, random),
    dateOfBirth: birthday(year, random),
    tags: tagsOf(random),
    temperament: TEMPERAMENTS[index % TEMPERAMENTS.length]!,
    distanceKm: NEAREST_KM + (FARTHEST_KM - NEAREST_KM) * (index / Math.max(1, count - 1)) ** 1.8,
    bearing: index * GOLDEN_ANGLE,
    photos: random.chance(0.4) ? 3 : 2,
    seed: seed * 1000 + index,
  }));
}

/** The visitor's character: a finished account to enter the demo as, and the browser's user in tests. */
export const ADA: Character = {
  index: -1,
  name: 'Ada',
  hello: 'Hi',
  gender: 'She/Her',
  looks: { like: 'she', skins: [2, 2], hair: 'dark' },
  dateOfBirth: '1997-12-10',
  tags: ['coffee', 'jazz night', 'museum visit', 'bookstore browsing', 'walk in a park', 'board games'],
  temperament: 'eager',
  distanceKm: 0,
  bearing: 0,
  photos: 2,
  seed: 1815,
};

function pronounsOf(like: Looks['like'], random: Random): Pronouns {
  if (random.chance(0.8)) return like === 'she' ? 'She/Her' : 'He/Him';
  return random.pick(['They/Them', like === 'she' ? 'She/They' : 'He/They', 'Other']);
}

/** Returns a birthday, mostly of people in their twenties and thirties, some up to seventy. */
function birthday(year: number, random: Random): string {
  const age = Math.round(20 + 18 * random.next() + 32 * random.next() ** 4);
  const part = (max: number) => String(random.whole(1, max)).padStart(2, '0');
  return `${year - age}-${part(12)}-${part(28)}`;
}

function tagsOf(random: Random): string[] {
  const ideas = DATE_IDEAS.map((idea) => idea.toLowerCase());
  if (random.chance(0.05)) return ideas;
  return random.shuffled(ideas).slice(0, random.whole(3, 9));
}

export type Position = [longitude: number, latitude: number];

/** Returns a person's position in a town around this place. */
export function placeAround(
  [longitude, latitude]: Position,
  character: Pick<Character, 'distanceKm' | 'bearing'>,
): Position {
  const { distanceKm, bearing } = character;
  const kmPerDegree = 111.2;
  const north = (Math.cos(bearing) * distanceKm) / kmPerDegree;
  const shrink = Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  const east = (Math.sin(bearing) * distanceKm) / (kmPerDegree * shrink);
  return [wrapped(longitude + east), Math.min(89.9, Math.max(-89.9, latitude + north))];
}

const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

export function kmBetween([lng1, lat1]: Position, [lng2, lat2]: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const a = half(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lng2 - lng1);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(a)));
}
