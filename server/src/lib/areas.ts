import { cellToParent, gridDisk } from 'h3-js';

/**
 * Grids of ever larger cells. Each has the greatest radius, in km, at which the surroundings of a place are within its
 * own cell and the six around it.
 */
const GRIDS = [
  { resolution: 8, reachKm: 1.1 },
  { resolution: 6, reachKm: 1.5 },
  { resolution: 5, reachKm: 4.5 },
  { resolution: 4, reachKm: 12 },
  { resolution: 3, reachKm: 32 },
  { resolution: 2, reachKm: Infinity },
] as const;
/** Resolution of neighbourhoods, about 6 km across. */
const NEIGHBOURHOOD = 6;
/** Resolution of the areas, about 120 km across, that nodes name to each other. */
const WIDE = 3;

/**
 * Returns the areas that together cover every cell within `km` of one: 7, whatever the distance up to 80 km. For a
 * distance no further than the next cell, as usual in a city, they are the cells themselves.
 */
export function areasAround(cell: string, km: number): string[] {
  const { resolution } = GRIDS.find(({ reachKm }) => km <= reachKm)!;
  return gridDisk(cellToParent(cell, resolution), 1);
}

/**
 * Returns the areas that contain a cell, one of each grid. Two places may be near if `areasAround` one has an area of
 * the other.
 */
export const areasOf = (cell: string): string[] =>
  GRIDS.map(({ resolution }) => cellToParent(cell, resolution));

/** Returns the wide areas that cover every cell within 50 km of one. */
export const wideAreasAround = (cell: string): string[] => gridDisk(cellToParent(cell, WIDE), 1);
export const wideAreaOf = (cell: string): string => cellToParent(cell, WIDE);

/** Returns the neighbourhood of a cell, which replaces it where nearby places must not be distinguished. */
export const neighbourhoodOf = (cell: string): string => cellToParent(cell, NEIGHBOURHOOD);
