import type { Point } from '@herenow/contract/entities';
import { cellToLatLng, latLngToCell } from 'h3-js';

/** About 1 km across: the finest position the product knows. */
const RESOLUTION = 8;

/** The grid cell of a position. The position itself goes no further than this call. */
export function snapToCell(point: Point): string {
  const [longitude, latitude] = point.coordinates;
  return latLngToCell(latitude, longitude, RESOLUTION);
}

export function cellCentre(cell: string): Point {
  const [latitude, longitude] = cellToLatLng(cell);
  return { type: 'Point', coordinates: [longitude, latitude] };
}

/** The centre as the text of a PostgreSQL cube on the unit sphere. */
export function cellCube(cell: string): string {
  const [latitude, longitude] = cellToLatLng(cell).map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
  ];
  const x = Math.cos(latitude) * Math.cos(longitude);
  const y = Math.cos(latitude) * Math.sin(longitude);
  return `(${x}, ${y}, ${Math.sin(latitude)})`;
}
