import { expect, test } from 'vitest';
import { nextHold, type Hold } from './hold-policy.ts';

const now = new Date('2035-03-20T12:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const hold = (operatorId: string, since: number, until: number): Hold => ({
  operatorId,
  since: at(since),
  until: at(until),
});
const DAY = 24 * 60;

test.each<[string, Hold | undefined, boolean, Hold | 'elsewhere' | 'spent']>([
  ['that nobody has', undefined, false, hold('ada', 0, 10)],
  ['that another has', hold('bela', -5, 5), false, 'elsewhere'],
  ['that another had', hold('bela', -40, 0), false, hold('ada', 0, 10)],
  ['once more', hold('ada', -9, 1), false, hold('ada', -9, 10)],
  ['for the last minutes', hold('ada', -25, 5), false, hold('ada', -25, 5)],
  ['for longer than one may', hold('ada', -30, 0), false, 'spent'],
  ['for longer, where nobody else could judge it', hold('ada', -90, 1), true, hold('ada', -90, 10)],
  ['once somebody else could, too', hold('ada', -90, 1), false, 'spent'],
  ['left after ten minutes, an hour ago', hold('ada', -70, -60), false, hold('ada', -10, 10)],
  ['left and taken for longer than one may', hold('ada', -90, -60), false, 'spent'],
  ['had for as long as one may, a day ago', hold('ada', -30 - DAY, -DAY), false, hold('ada', 0, 10)],
])('a case %s', (_, before, alone, after) => {
  expect(nextHold(before, { operatorId: 'ada', alone }, now)).toEqual(after);
});
