import { RATES } from '@herenow/contract/rates';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createRates, PROMPT_REFUSALS } from './call-rates.ts';

const NOBODY_COUNTS = {} as pg.Pool;
const NOON = new Date('2035-04-16T12:00:00Z');

test('refusals are told at once, but later to who goes on beyond them', async () => {
  const later = Promise.withResolvers<void>();
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds);
    await later.promise;
  };
  const clock = { now: () => NOON };
  const rates = createRates({ pool: NOBODY_COUNTS, clock, key: 'secret', enabled: true, pause });
  let refused = 0;
  const pin = (who: string) => rates.hold('pin', who).catch(() => (refused += 1));

  for (let n = 0; n < RATES.pin.burst + PROMPT_REFUSALS.burst; n += 1) await pin('ada');
  expect(refused).toBe(PROMPT_REFUSALS.burst);
  expect(pauses).toEqual([]);

  const late = [pin('ada'), pin('ada')];
  // Meanwhile other users get their refusals at once.
  for (let n = 0; n < RATES.pin.burst + 1; n += 1) await pin('bela');
  expect(refused).toBe(PROMPT_REFUSALS.burst + 1);
  expect(pauses).toHaveLength(2);
  for (const pause of pauses) expect(Math.abs(pause - 1000)).toBeLessThanOrEqual(500);
  later.resolve();
  await Promise.all(late);
  expect(refused).toBe(PROMPT_REFUSALS.burst + 3);
});
