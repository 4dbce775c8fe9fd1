import { HOUR_MS } from '@herenow/contract/constants';
import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { Allowance, type Handout } from './allowance.ts';

const START = new Date('2026-06-01T08:00:00Z');
const after = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
const BERLIN = latLngToCell(52.52, 13.405, 8);
const HAMBURG = latLngToCell(53.551, 9.994, 8);
let made = 0;
/** New people, no two of whom share the mark that the allowance knows them by. */
const people = (count: number, cell: string) =>
  Array.from({ length: count }, () => {
    made += 1;
    return { user_id: newId().slice(0, -8) + made.toString(16).padStart(8, '0'), cell };
  });

/** How many of so many new people in a cell are shown, some hours after the beginning. */
const shows = (allowance: Allowance, count: number, cell: string, hours: number) =>
  allowance.take(people(count, cell), BERLIN, after(hours)).shown.length;

test('2,000 an hour and 6,000 a day near home, 300 and 1,000 elsewhere, each on its own', () => {
  const allowance = new Allowance();
  const rounds = [0, 1, 1.02, 2.04, 3.06, 4.08].map((hours) => [
    shows(allowance, 5000, BERLIN, hours),
    shows(allowance, 5000, HAMBURG, hours),
  ]);
  expect(rounds).toEqual([
    [2000, 300],
    [0, 0],
    [2000, 300],
    [2000, 300],
    [0, 100],
    [0, 0],
  ]);
  expect(shows(allowance, 5000, BERLIN, 23.9)).toBe(0);
  expect(shows(allowance, 5000, BERLIN, 24)).toBe(2000);
});

test('no hour has more than that, wherever it begins, also across the end of a day', () => {
  const allowance = new Allowance();
  /** How many far people are shown at a minute. */
  const at = (minute: number) => shows(allowance, 5000, HAMBURG, minute / 60);
  const few = (count: number, minute: number) => shows(allowance, count, HAMBURG, minute / 60);
  expect([few(1, 0), at(59), at(60), at(61), at(119), at(120)]).toEqual([1, 299, 0, 1, 0, 299]);
  const day = 24 * 60;
  expect([at(day - 1), at(day), at(day + 1), at(day + 59), at(day + 60)]).toEqual([300, 0, 0, 0, 300]);
});

test('people seen today are shown again, others are not', () => {
  const allowance = new Allowance();
  const known = people(2000, BERLIN);
  allowance.take(known, BERLIN, START);
  const [strangers, some] = [people(3, BERLIN), known.slice(100, 104)];
  const page = [some[0]!, strangers[0]!, some[1]!, strangers[1]!, strangers[2]!, some[2]!, some[3]!];
  expect(allowance.take(page, BERLIN, after(0.5))).toEqual({ shown: some, handout: undefined });
});

test('home is where the day began, wherever the user goes', () => {
  const allowance = new Allowance();
  allowance.take(people(1, BERLIN), BERLIN, START);
  expect(allowance.take(people(2000, HAMBURG), HAMBURG, after(1)).shown).toHaveLength(300);
  expect(allowance.take(people(2000, HAMBURG), HAMBURG, after(24)).shown).toHaveLength(2000);
});

test('a day and its home are the same at every node', () => {
  const [first, second] = [new Allowance(), new Allowance()];
  first.take([], BERLIN, START);
  const known = people(10, HAMBURG);
  expect(second.take(known, HAMBURG, after(0.1)).shown).toEqual(known);
  second.add(first.take(people(1, BERLIN), BERLIN, after(0.2)).handout!, after(0.2));
  expect(shows(second, 2000, HAMBURG, 0.3)).toBe(300);
  expect([second.known(known, after(23.9)), second.known(known, after(24))]).toEqual([known, []]);
});

test('handouts of other nodes count once', () => {
  const [here, there] = [new Allowance(), new Allowance()];
  const handouts: Handout[] = [];
  for (let page = 0; page < 90; page += 1)
    handouts.push(there.take(people(20, BERLIN), BERLIN, after(page / 200)).handout!);
  for (const one of [...handouts, ...handouts]) here.add(one, after(0.5));
  expect(here.take(people(2000, BERLIN), HAMBURG, after(0.5)).shown).toHaveLength(200);
  const late = new Allowance();
  for (const one of handouts) late.add(one, after(30));
  expect(shows(late, 3000, BERLIN, 30)).toBe(2000);
});
