import { EARTH_RADIUS_KM } from '@herenow/contract/constants';
import { cellToLatLng } from 'h3-js';

/** The centre of a cell on the unit sphere, for distances to many places without further trigonometry. */
export type Spot = readonly [x: number, y: number, z: number];

export function spotOf(cell: string): Spot {
  const [latitude, longitude] = cellToLatLng(cell).map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
  ];
  return [
    Math.cos(latitude) * Math.cos(longitude),
    Math.cos(latitude) * Math.sin(longitude),
    Math.sin(latitude),
  ];
}

/** Returns the length of the chord of the unit sphere under an arc of `km` on the earth’s surface. */
export const chordOf = (km: number): number => 2 * Math.sin(km / (2 * EARTH_RADIUS_KM));

/** Returns what `isWithin` compares with, so that it needs no square root. */
export const chordSquareOf = (km: number): number => chordOf(km) ** 2;

/** Returns whether two spots are no further apart than a chord, given by its square. */
export const isWithin = (one: Spot, other: Spot, chordSquare: number): boolean =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2 <= chordSquare;
