import { EARTH_RADIUS_KM } from './constants.ts';
import type { Point } from './entities.ts';

/** The H3 resolution of the cells, about 1 km across: the finest position the product knows. */
export const CELL_RESOLUTION = 8;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function distanceKm(from: Point, to: Point): number {
  const [fromLng, fromLat] = from.coordinates;
  const [toLng, toLat] = to.coordinates;
  const half =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLng - fromLng) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Returns the distance as shown: in whole km. */
export function wholeKm(from: Point, to: Point): number {
  return Math.round(distanceKm(from, to));
}
