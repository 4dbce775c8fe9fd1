import { HOUR_MS } from '@herenow/contract/constants';
import { latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { move, newMovement, type Movement, type Viewpoint } from './policy.ts';

const START = new Date('2026-06-01T08:00:00Z');
const after = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
const at = (latitude: number, longitude: number) => latLngToCell(latitude, longitude, 8);
const BERLIN = at(52.52, 13.405);
const HAMBURG = at(53.551, 9.994);
const ROME = at(41.902, 12.496);
const NEW_YORK = at(40.713, -74.006);

/** A device in Berlin that reports its places one after the other. */
function journey() {
  let viewpoint: Viewpoint = { cell: BERLIN, next: undefined };
  let movement: Movement = newMovement(START);
  return (cell: string, hours: number) => {
    ({ viewpoint, movement } = move(viewpoint, movement, cell, after(hours)));
    return viewpoint.cell === cell;
  };
}

describe('accepted at once', () => {
  test('a city away', () => {
    expect(journey()(HAMBURG, 0)).toBe(true);
  });

  test('a flight within Europe and back in the evening', () => {
    const go = journey();
    expect([go(ROME, 2), go(BERLIN, 12)]).toEqual([true, true]);
  });

  test('a night train that reports its place every ten minutes', () => {
    const go = journey();
    const taken = Array.from({ length: 80 }, (_, index) => go(at(52.52 - index * 0.13, 13.4), index / 6));
    expect(taken).not.toContain(false);
  });
});

describe('accepted after ten minutes', () => {
  test('another continent, when reported again and again', () => {
    const go = journey();
    expect([go(NEW_YORK, 0), go(NEW_YORK, 0.16), go(NEW_YORK, 0.17)]).toEqual([false, false, true]);
  });

  test('another continent, when the device goes on moving there', () => {
    const go = journey();
    expect([go(NEW_YORK, 0), go(at(40.65, -73.95), 0.2)]).toEqual([false, true]);
  });

  test('each of several places that are reported in turn', () => {
    const go = journey();
    const tokyo = at(35.68, 139.77);
    expect([go(NEW_YORK, 0), go(tokyo, 0.1), go(NEW_YORK, 0.2), go(tokyo, 0.3)]).not.toContain(true);
  });

  test('never a wrong place that a nearby one replaces', () => {
    const go = journey();
    expect([go(NEW_YORK, 0), go(BERLIN, 0.1), go(NEW_YORK, 0.2)]).toEqual([false, true, false]);
  });
});

test('1,500 km are saved up, and 900 km an hour come back', () => {
  const south = (km: number) => at(52.52 - km / 111.195, 13.405);
  expect([journey()(south(1495), 0), journey()(south(1505), 0)]).toEqual([true, false]);
  const go = journey();
  const [here, there] = [south(0), south(725)];
  const jumps = Array.from({ length: 6 }, (_, index) => go(index % 2 ? here : there, 0));
  expect(jumps).toEqual([true, true, false, true, false, true]);
  /** Of the 725 km, 50 are left and 675 take three quarters of an hour. */
  const thereAgain = (hours: number) => {
    const back = journey();
    for (const cell of [there, here]) back(cell, 0);
    return back(there, hours);
  };
  expect([thereAgain(0.73), thereAgain(0.77)]).toEqual([false, true]);
});

test('no more than 40 regions in a day are taken, however long they wait', () => {
  const go = journey();
  const places = Array.from({ length: 60 }, (_, index) =>
    at(52 - (index % 30) * 0.5, 13.4 + (index < 30 ? 0 : 2)),
  );
  const taken = places.filter((cell, index) => go(cell, index * 0.3)).length;
  expect(taken).toBe(40);
  expect(go(places.at(-1)!, 23.9)).toBe(false);
  expect(go(places.at(-1)!, 24.1)).toBe(true);
});
