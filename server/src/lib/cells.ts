import type { Point } from '@herenow/contract/entities';
import { CELL_RESOLUTION, distanceKm } from '@herenow/contract/geo';
import {
  areNeighborCells,
  cellToLatLng,
  cellToParent,
  getResolution,
  isValidCell,
  latLngToCell,
} from 'h3-js';
import { spotOf } from './spots.ts';

/** About 45 km across. */
const REGION_RESOLUTION = 4;
/** A place has left its cell once it is so much nearer to the centre of the next one. */
const MARGIN_KM = 0.3;

/** Returns the grid cell of a position. The position itself must go no further than this call. */
export function snapToCell(point: Point): string {
  const [longitude, latitude] = point.coordinates;
  return latLngToCell(latitude, longitude, CELL_RESOLUTION);
}

/**
 * Returns the cell of a user who was last in `previous`: this stays until the position is well inside the next, so that
 * noise at a border does not show. The position must go no further than this call.
 */
export function settleInCell(point: Point, previous: string | null): string {
  const cell = snapToCell(point);
  if (previous === null || cell === previous || !areNeighborCells(cell, previous)) return cell;
  const nearer = distanceKm(point, cellCentre(previous)) - distanceKm(point, cellCentre(cell));
  return nearer >= MARGIN_KM ? cell : previous;
}

export function cellCentre(cell: string): Point {
  const [latitude, longitude] = cellToLatLng(cell);
  return { type: 'Point', coordinates: [longitude, latitude] };
}

/** Returns whether a position is exactly the centre of a cell: one that this server sent, not a fix of a device. */
export function isCellCentre(point: Point): boolean {
  const [longitude, latitude] = point.coordinates;
  const centre = cellCentre(snapToCell(point)).coordinates;
  return Math.abs(centre[0] - longitude) < 1e-9 && Math.abs(centre[1] - latitude) < 1e-9;
}

/** Returns whether a text names a cell that a position can have. */
export const isCell = (text: string): boolean => isValidCell(text) && getResolution(text) === CELL_RESOLUTION;

export const cellDistanceKm = (from: string, to: string): number =>
  distanceKm(cellCentre(from), cellCentre(to));

export const regionOf = (cell: string): string => cellToParent(cell, REGION_RESOLUTION);

/** Returns the centre as the text of a PostgreSQL cube on the unit sphere. */
export const cellCube = (cell: string): string => `(${spotOf(cell).join(', ')})`;
