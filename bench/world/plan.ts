import type { Position } from '@herenow/cast/characters';

/** What a world contains. The same plan always results in the same world. */
export interface Plan {
  people: number;
  visible: number;
  cities: number;
  /** The share of people who live in a city; the others are spread over the map. */
  urban: number;
  seed: number;
}

const town = (people: number, visible: number): Plan => ({ people, visible, cities: 1, urban: 1, seed: 7 });

export const PLANS = {
  large: { people: 1_000_000, visible: 100_000, cities: 20, urban: 0.7, seed: 1 },
  /** Worlds of one city; the second and third have ten and a hundred times as many visible people as the first. */
  city1: town(10_000, 1000),
  city10: town(100_000, 10_000),
  city100: town(1_000_000, 100_000),
} satisfies Record<string, Plan>;

export type WorldName = keyof typeof PLANS;

/** The area of people who live in no city: west, south, east, north. */
export const MAP = { west: -9, south: 37, east: 30, north: 59 };
export const CITY_KM = 8;

/** Longitude and latitude of the cities, the largest first. */
export const CITIES: readonly Position[] = [
  [13.405, 52.52],
  [-0.128, 51.507],
  [2.352, 48.857],
  [-3.704, 40.417],
  [12.496, 41.903],
  [21.012, 52.23],
  [16.373, 48.208],
  [9.993, 53.551],
  [19.04, 47.498],
  [2.173, 41.385],
  [11.582, 48.135],
  [14.438, 50.076],
  [26.103, 44.427],
  [18.069, 59.329],
  [12.568, 55.676],
  [23.322, 42.698],
  [4.352, 50.847],
  [-6.26, 53.35],
  [23.728, 37.984],
  [-9.139, 38.722],
];

/** Returns the share of city dwellers in each city: the second has half as many as the first, the third a third. */
export function cityShares(cities: number): number[] {
  const weights = Array.from({ length: cities }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
