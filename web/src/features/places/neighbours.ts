import type { Point } from '@herenow/contract/entities';
import { CELL_RESOLUTION } from '@herenow/contract/geo';
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';

/** Returns the centre of a random neighbour of the cell that a place is in. */
export function drawNeighbour({ coordinates: [longitude, latitude] }: Point): Point {
  const own = latLngToCell(latitude, longitude, CELL_RESOLUTION);
  const around = gridDisk(own, 1).filter((cell) => cell !== own);
  const [chance] = crypto.getRandomValues(new Uint32Array(1));
  const [lat, lng] = cellToLatLng(around[chance! % around.length]!);
  return { type: 'Point', coordinates: [lng, lat] };
}
