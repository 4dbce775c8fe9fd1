import { cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { areasAround, areasOf, wideAreaOf, wideAreasAround } from './areas.ts';
import { cellDistanceKm } from './cells.ts';

const REACHES = [0, 0.9, 1.1, 1.2, 1.5, 2, 4.5, 5, 12, 13, 32, 33, 50];
/** Places everywhere, and some where the grid is at its narrowest. */
const places = [
  ...Array.from({ length: 60 }, (_, index) => [-85 + index * 2.9, ((index * 137.5) % 360) - 180] as const),
  ...getPentagons(2).flatMap((pentagon) => gridDisk(pentagon, 1).map((cell) => cellToLatLng(cell))),
];

function* around([latitude, longitude]: readonly [number, number], km: number) {
  for (let bearing = 0; bearing < 360; bearing += 15) {
    const angle = (bearing * Math.PI) / 180;
    const reach = (km / 6371) * (180 / Math.PI) * 0.999;
    const stretch = Math.cos((latitude * Math.PI) / 180);
    if (Math.abs(latitude + reach) > 89) continue;
    yield latLngToCell(
      latitude + reach * Math.cos(angle),
      longitude + (reach * Math.sin(angle)) / stretch,
      8,
    );
  }
}

test.each(REACHES)('every cell within %d km lies in one of the seven areas', (km) => {
  for (const place of places) {
    const cell = latLngToCell(place[0], place[1], 8);
    const areas = new Set(areasAround(cell, km));
    const wide = new Set(wideAreasAround(cell));
    for (const other of around(cellToLatLng(cell), km)) {
      if (cellDistanceKm(cell, other) > km) continue;
      expect(areasOf(other).some((area) => areas.has(area))).toBe(true);
      expect(wide.has(wideAreaOf(other))).toBe(true);
    }
  }
});

test('few areas stand for a place, whatever its reach', () => {
  const cell = latLngToCell(52.52, 13.405, 8);
  for (const km of REACHES) expect(areasAround(cell, km)).toHaveLength(7);
  expect(areasOf(cell)).toHaveLength(6);
});
