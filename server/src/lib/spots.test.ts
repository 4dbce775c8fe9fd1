import { gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { cellDistanceKm } from './cells.ts';
import { chordSquareOf, isWithin, spotOf } from './spots.ts';

const MM_KM = 1e-6;

test.each([
  ['Berlin', 52.52, 13.405],
  ['Quito', -0.18, -78.47],
  ['beside the pole', 89.99, 10],
  ['both sides of the date line', -17, 179.999],
])('as far as along the surface, to the millimetre: %s', (_, latitude, longitude) => {
  const from = latLngToCell(latitude, longitude, 8);
  for (const cell of gridDisk(from, 6)) {
    const km = cellDistanceKm(from, cell);
    expect(isWithin(spotOf(from), spotOf(cell), chordSquareOf(km + MM_KM))).toBe(true);
    if (cell === from) continue;
    expect(isWithin(spotOf(from), spotOf(cell), chordSquareOf(km - MM_KM))).toBe(false);
  }
});

test('somebody in the same cell is within any reach', () => {
  const spot = spotOf(latLngToCell(52.52, 13.405, 8));
  expect(isWithin(spot, spot, chordSquareOf(0))).toBe(true);
});
