import { distanceKm } from '@herenow/contract/geo';
import { listFeed } from '@herenow/contract/feed';
import { updateLocation } from '@herenow/contract/profile';
import { goVisible, stayingSignedIn } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { cellToBoundary } from 'h3-js';
import { expect, test, vi } from 'vitest';
import { cellCentre, snapToCell } from '../src/lib/cells.ts';
import { awayFrom, sameDice } from './feed-crowd.ts';

type Place = [number, number];
const MINUTES = 5;
const dice = sameDice(23);
const point = (coordinates: Place) => ({ type: 'Point' as const, coordinates });
const km = (from: Place, to: Place) => distanceKm(point(from), point(to));
const noise = (at: Place): Place => awayFrom(at, dice() * 0.04, dice() * 360);
const cellAt = (at: Place): Place => cellCentre(snapToCell(point(at))).coordinates;
const between = (from: Place, to: Place, share: number): Place => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Where somebody is at each step of a day. */
type Day = (steps: number) => Place[];
const home = () => awayFrom(BERLIN, dice() * 8, dice() * 360);
const corners = (at: Place): Place[] => cellToBoundary(snapToCell(point(at))).map(([lat, lng]) => [lng, lat]);
const stands =
  (at: Place): Day =>
  (steps) =>
    Array.from({ length: steps }, () => at);
const KINDS: Record<string, () => Day> = {
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
    return Array.from({ length: steps }, (_, step) => between(two, one, share(step / steps)));
  },
};

/** What an attacker makes of all that was told of somebody in a day: a place for each step. */
type Estimate = (told: readonly Place[]) => Place[];
const mean = (places: readonly Place[]): Place => [
  places.reduce((sum, [x]) => sum + x, 0) / places.length,
  places.reduce((sum, [, y]) => sum + y, 0) / places.length,
];
/** The mean of what is told around a moment some steps later. */
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
    [0, 1, 2, 3, 4].flatMap((later) =>
      [0, 1, 2, 4].map((width) => [`around ${later} steps later, ${width} wide`, around(later, width)]),
    ),
  ),
};

interface Victim {
  kind: string;
  person: Person;
  truth: Place[];
  told: Place[];
}

/** Lets the victims live their day, each on a device that tells its position, and notes what the attacker is told. */
async function watch(
  app: TestApp,
  victims: readonly Victim[],
  mallory: Person,
  steps: number,
): Promise<void> {
  const tell = async ({ person: who, truth }: Victim, step: number) => {
    const body = point(noise(truth[step]!));
    expect((await who.api(updateLocation, { params: { id: who.id }, body })).status).toBe(200);
    if (step % 24 === 0) await goVisible(app, who, 3);
  };
  for (let step = 0; step < steps; step += 1) {
    await Promise.all(victims.map((victim) => tell(victim, step)));
    const due = app.db.selectFrom('presences').select('cell').where('next_cell', 'is not', null);
    await vi.waitFor(
      async () => expect(await due.where('moves_at', '<=', app.clock.now()).execute()).toEqual([]),
      { timeout: 10_000, interval: 20 },
    );
    const { json } = await mallory.api(listFeed, { body: { userId: mallory.id, limit: 50 } });
    for (const { person: who, told } of victims)
      told.push(json.find(({ id }) => id === who.id)!.location.coordinates as Place);
    app.clock.moveBy(MINUTES * 60_000);
  }
}

test('a day of observations tells nothing finer than the cell in which somebody is', async () => {
  await using app = await startApp();
  const steps = 72;
  const mallory = stayingSignedIn(app, await person(app, 'dana', { at: BERLIN }));
  const victims: Victim[] = [];
  for (const [kind, day] of Object.entries(KINDS))
    for (let count = 0; count < 6; count += 1) {
      const truth = day()(steps);
      const who = await person(app, `${kind} ${count}`, { at: noise(truth[0]!) });
      victims.push({ kind, truth, told: [], person: stayingSignedIn(app, who) });
    }
  await watch(app, victims, mallory, steps);

  const ratios = (among: readonly Victim[]) => {
    const error = (places: (victim: Victim) => Place[]) =>
      median(among.flatMap((victim) => places(victim).map((place, step) => km(place, victim.truth[step]!))));
    const cell = Math.min(
      error(({ truth }) => truth.map(cellAt)),
      error(({ told }) => told),
    );
    return Object.values(ESTIMATES).map((estimate) => error(({ told }) => estimate(told)) / cell);
  };
  expect(Math.min(...ratios(victims))).toBeGreaterThanOrEqual(0.98);
  for (const kind of Object.keys(KINDS))
    // Six people are few: a walk that is shown as it goes makes 0.85.
    expect(Math.min(...ratios(victims.filter((victim) => victim.kind === kind))), kind).toBeGreaterThan(0.93);
  // Who stands on an edge or at a corner is in one cell all day, whatever the noise of the position.
  for (const { kind, told } of victims)
    if (kind === 'on an edge' || kind === 'at a corner') expect(new Set(told.map(String)).size).toBe(1);
}, 120_000);
