import type { Point } from '@herenow/contract/entities';
import { distanceKm } from '@herenow/contract/geo';
import { areNeighborCells, cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { drawNeighbour } from './neighbours.ts';
import { placeToTell } from './place-to-tell.ts';
import { kmNear, rounded, zoneAt, type HomeZone } from './zones.ts';

const point = (longitude: number, latitude: number): Point => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});
const PLACES = [
  point(13.405, 52.52),
  point(-70.65, -33.45),
  point(179.9999, -17.5),
  point(-179.9999, 65.1),
  point(25, 78.2),
];
const cellOf = ({ coordinates: [lng, lat] }: Point) => latLngToCell(lat, lng, 8);
const centreOf = (cell: string) => {
  const [lat, lng] = cellToLatLng(cell);
  return point(lng, lat);
};
const exactly = (place: Point, accuracyKm = 0) => ({ place, accuracyKm });
/** Moves a point north by some kilometres. */
const north = ({ coordinates: [lng, lat] }: Point, km: number) => point(lng, lat + km / 111.195);
const east = ({ coordinates: [lng, lat] }: Point, km: number) =>
  point(((lng + km / (111.195 * Math.cos((lat * Math.PI) / 180)) + 540) % 360) - 180, lat);
const zone = (at: Point): HomeZone => ({ name: 'Home', centre: rounded(at), stand: drawNeighbour(at) });

test('short distances equal those on the sphere, and long ones count as far', () => {
  for (const at of PLACES)
    for (const km of [0.01, 0.2, 0.65, 3]) {
      const [lng, lat] = north(at, km).coordinates;
      const aside = point(((lng + 0.01 + 540) % 360) - 180, lat);
      for (const other of [point(lng, lat), aside])
        expect(kmNear(at, other) / distanceKm(at, other)).toBeCloseTo(1, 3);
    }
  for (const at of PLACES)
    for (const other of PLACES) if (at !== other) expect(kmNear(at, other)).toBeGreaterThan(3);
});

test('a place is rounded to squares of 200 m anywhere on earth', () => {
  for (const at of PLACES) {
    const middle = rounded(at);
    expect(distanceKm(at, middle)).toBeLessThan(0.142);
    expect(rounded(middle)).toEqual(middle);
    // Over the antimeridian, one square more.
    for (const walk of [north, east]) {
      const steps = Array.from({ length: 200 }, (_, step) => rounded(walk(at, step / 100)).coordinates);
      expect([10, 11, 12]).toContain(new Set(steps.map(String)).size);
    }
  }
});

test('the stand-in of a zone is the centre of a random neighbouring cell', () => {
  for (const at of PLACES) {
    const drawn = Array.from({ length: 200 }, () => drawNeighbour(at));
    const cells = new Set(drawn.map(cellOf));
    expect(cells.size).toBe(6);
    for (const cell of cells) expect(areNeighborCells(cell, cellOf(at))).toBe(true);
    for (const one of drawn) expect(distanceKm(one, centreOf(cellOf(one)))).toBeLessThan(0.001);
  }
});

test('everywhere in a zone its stand-in is reported, and only once', () => {
  for (const at of PLACES) {
    const home = zone(at);
    for (const inside of [at, north(at, 0.1), north(at, 0.3), north(home.centre, 0.59)]) {
      const fix = exactly(inside);
      expect(zoneAt([home], fix)).toBe(home);
      expect(placeToTell(fix, centreOf(cellOf(at)), [home])).toEqual(home.stand);
      expect(placeToTell(fix, null, [home])).toEqual(home.stand);
      expect(placeToTell(fix, home.stand, [home])).toBeUndefined();
    }
    const away = exactly(north(home.centre, 0.61));
    expect(zoneAt([home], away)).toBeUndefined();
    expect(placeToTell(away, home.stand, [home])).toEqual(away.place);
  }
});

test('a rough fix that may be in a zone is reported as the zone, one that only knows the town is not', () => {
  for (const at of PLACES) {
    const home = zone(at);
    const twoAway = north(at, 2);
    for (const [accuracyKm, inside] of [
      [0.1, false],
      [1, false],
      [2, true],
      [3, true],
      [3.1, false],
    ] as const) {
      const fix = exactly(twoAway, accuracyKm);
      expect(zoneAt([home], fix)).toBe(inside ? home : undefined);
      expect(placeToTell(fix, null, [home])).toEqual(inside ? home.stand : twoAway);
    }
    // However inaccurate a fix in the middle of the zone is, it counts as inside.
    expect(zoneAt([home], exactly(at, 20))).toBe(home);
  }
});

test('if zones overlap, the nearest counts', () => {
  const [one, other] = [zone(PLACES[0]!), zone(north(PLACES[0]!, 0.8))];
  expect(zoneAt([one, other], exactly(north(PLACES[0]!, 0.1)))).toBe(one);
  expect(zoneAt([one, other], exactly(north(PLACES[0]!, 0.7)))).toBe(other);
});

test('a fix near the border of the reported cell reports nothing new, one well inside the next cell does', () => {
  for (const at of PLACES) {
    const told = centreOf(cellOf(at));
    expect(placeToTell(exactly(told), told, [])).toBeUndefined();
    for (const [lat, lng] of cellToBoundary(cellOf(at))) {
      const corner = point(lng, lat);
      expect(placeToTell(exactly(corner), told, [])).toBeUndefined();
      expect(placeToTell(exactly(north(corner, 0.03)), told, [])).toBeUndefined();
    }
    const next = drawNeighbour(at);
    expect(placeToTell(exactly(next), told, [])).toEqual(next);
    expect(placeToTell(exactly(at), null, [])).toEqual(at);
  }
});
