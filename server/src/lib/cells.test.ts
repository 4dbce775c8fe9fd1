import type { Point } from '@herenow/contract/entities';
import { cellToBoundary, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { cellCentre, cellDistanceKm, regionOf, settleInCell, snapToCell } from './cells.ts';

const CELL = latLngToCell(52.52, 13.405, 8);
const [NEXT] = gridDisk(CELL, 1).filter((cell) => cell !== CELL) as [string];
const FAR = gridDisk(CELL, 3).at(-1)!;

/** A point on the line between the centres of two cells: 0 is the first centre, 1 the second. */
function between(from: string, to: string, share: number): Point {
  const [a, b] = [cellCentre(from).coordinates, cellCentre(to).coordinates];
  return { type: 'Point', coordinates: [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share] };
}

describe('the cell to stand for a position', () => {
  test.each([
    ['nowhere before', null, 0.52, NEXT],
    ['in its own cell', CELL, 0.1, CELL],
    ['just over the border', CELL, 0.55, CELL],
    ['well inside the next', CELL, 0.9, NEXT],
    ['just back over the border', NEXT, 0.45, NEXT],
    ['well back inside', NEXT, 0.1, CELL],
    ['just over the border of a cell that is no neighbour', FAR, 0.52, NEXT],
  ])('%s', (_, previous, share, expected) => {
    expect(snapToCell(between(CELL, NEXT, 0.52))).toBe(NEXT);
    expect(settleInCell(between(CELL, NEXT, share), previous)).toBe(expected);
  });

  test('noise at a corner never changes it', () => {
    const [latitude, longitude] = cellToBoundary(CELL)[0]!;
    let cell: string | null = null;
    const cells = new Set<string>();
    for (let angle = 0; angle < 360; angle += 5) {
      const radians = (angle * Math.PI) / 180;
      const coordinates: [number, number] = [
        longitude + Math.cos(radians) * 0.0006,
        latitude + Math.sin(radians) * 0.0004,
      ];
      cell = settleInCell({ type: 'Point', coordinates }, cell);
      cells.add(cell);
    }
    expect(cells.size).toBe(1);
  });
});

test('cells of a city are close to each other and in few regions', () => {
  const disk = gridDisk(CELL, 10);
  expect(Math.max(...disk.map((cell) => cellDistanceKm(CELL, cell)))).toBeLessThan(12);
  expect(new Set(disk.map(regionOf)).size).toBeLessThan(5);
});
