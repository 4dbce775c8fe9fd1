import { distanceKm } from '@herenow/contract/geo';
import { BERLIN } from '@herenow/testing/people';
import { cellToBoundary } from 'h3-js';
import { cellCentre, snapToCell } from '../src/lib/cells.ts';
import { awayFrom, sameDice } from './feed-crowd.ts';

export type Place = [number, number];
/** Between two observations. */
export const MINUTES = 5;
export const dice = sameDice(23);
export const point = (coordinates: Place) => ({ type: 'Point' as const, coordinates });
export const km = (from: Place, to: Place) => distanceKm(point(from), point(to));
export const noise = (at: Place): Place => awayFrom(at, dice() * 0.04, dice() * 360);
export const cellAt = (at: Place): Place => cellCentre(snapToCell(point(at))).coordinates;
const between = (from: Place, to: Place, share: number): Place => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Six hours, after which a commuter starts again. */
export const DAY_STEPS = 72;

/** Where a person is at each step. */
export type Day = (steps: number) => Place[];
const home = () => awayFrom(BERLIN, dice() * 8, dice() * 360);
const corners = (at: Place): Place[] => cellToBoundary(snapToCell(point(at))).map(([lat, lng]) => [lng, lat]);
const stands =
  (at: Place): Day =>
  (steps) =>
    Array.from({ length: steps }, () => at);
export const KINDS: Record<string, () => Day> = {
  'at home': () => stands(home()),
  'on an edge': () => {
    const [one, two] = corners(home());
    return stands(between(one!, two!, 0.5));
  },
  'at a corner': () => stands(corners(home())[0]!),
  'on walks with rests': () => (steps) => {
    let [at, to, rest] = [home(), home(), 0];
    return Array.from({ length: steps }, () => {
      if (rest > 0) rest -= 1;
      else if (km(at, to) < 0.4) {
        rest = Math.floor(dice() * 12);
        to = awayFrom(at, 0.4 + dice(), dice() * 360);
      } else at = between(at, to, 0.35 / km(at, to));
      return at;
    });
  },
  commuting: () => (steps) => {
    const [one, two] = [home(), home()];
    const share = (at: number) => Math.min(1, Math.max(0, (Math.abs(at - 0.5) - 0.3) / 0.08));
    return Array.from({ length: steps }, (_, step) =>
      between(two, one, share((step % DAY_STEPS) / DAY_STEPS)),
    );
  },
};

/** What an attacker infers from all positions disclosed in a day: a place for each step. */
type Estimate = (told: readonly Place[]) => Place[];
const mean = (places: readonly Place[]): Place => [
  places.reduce((sum, [x]) => sum + x, 0) / places.length,
  places.reduce((sum, [, y]) => sum + y, 0) / places.length,
];
/** The mean of the positions disclosed around a time some steps later. */
const around =
  (later: number, width: number): Estimate =>
  (told) =>
    told.map((_, step) => {
      const middle = Math.min(told.length - 1, step + later);
      return mean(told.slice(Math.max(0, middle - width), middle + width + 1));
    });
const ESTIMATES: Record<string, Estimate> = {
  'the mean of the day': (told) => told.map(() => mean(told)),
  'the border where a change was seen': (told) =>
    told.map((at, step) => (step > 0 && told[step - 1]! !== at ? mean([told[step - 1]!, at]) : at)),
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].flatMap((later) =>
      [0, 1, 2, 4, 5, 6].map((width) => [`around ${later} steps later, ${width} wide`, around(later, width)]),
    ),
  ),
};

/** Returns the error of the best estimate relative to that of the cell's centre: below 1 the estimate is better. */
export function bestRatio(days: readonly { truth: readonly Place[]; told: readonly Place[] }[]): number {
  const error = (places: (day: { truth: readonly Place[]; told: readonly Place[] }) => readonly Place[]) =>
    median(days.flatMap((day) => places(day).map((place, step) => km(place, day.truth[step]!))));
  const cell = Math.min(
    error(({ truth }) => truth.map(cellAt)),
    error(({ told }) => told),
  );
  return Math.min(...Object.values(ESTIMATES).map((estimate) => error(({ told }) => estimate(told)) / cell));
}
