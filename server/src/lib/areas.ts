import { cellToParent, gridDisk } from 'h3-js';

/**
 * Grids of ever larger cells, each with the greatest reach, in km, of a place whose surroundings lie in its own cell of
 * that grid and the six around it.
 */
const GRIDS = [
  { resolution: 8, reachKm: 1.1 },
  { resolution: 6, reachKm: 1.5 },
  { resolution: 5, reachKm: 4.5 },
  { resolution: 4, reachKm: 12 },
  { resolution: 3, reachKm: 32 },
  { resolution: 2, reachKm: Infinity },
] as const;
/** About 6 km across. */
const NEIGHBOURHOOD = 6;
/** About 120 km across: what nodes tell each other of. */
const WIDE = 3;

/**
 * The areas that together hold every cell within so many kilometres of one: 7, whatever the distance up to 80 km. Who
 * looks no further than the next cell, as most do in a city, has the cells themselves.
 */
export function areasAround(cell: string, km: number): string[] {
  const { resolution } = GRIDS.find(({ reachKm }) => km <= reachKm)!;
  return gridDisk(cellToParent(cell, resolution), 1);
}

/** The areas in which a cell lies, one of each grid: a place that has one of them among its own may be near. */
export const areasOf = (cell: string): string[] =>
  GRIDS.map(({ resolution }) => cellToParent(cell, resolution));

/** The wide areas that hold every cell within 50 km of one. */
export const wideAreasAround = (cell: string): string[] => gridDisk(cellToParent(cell, WIDE), 1);
export const wideAreaOf = (cell: string): string => cellToParent(cell, WIDE);

/** The neighbourhood in which a cell lies: all that counts of a place where nothing near may be told apart. */
export const neighbourhoodOf = (cell: string): string => cellToParent(cell, NEIGHBOURHOOD);
