import { expect, test } from 'vitest';
import { ACTS, actAt, actsASecond, missedBy, mostCarried, PER_HOUR, type Act } from './model.ts';

test('acts happen at their rates and add up to those of all people', () => {
  const DRAWN = 100_000;
  const found = new Map<Act, number>();
  for (let at = 0; at < DRAWN; at += 1) {
    const act = actAt(at / DRAWN);
    found.set(act, (found.get(act) ?? 0) + 1);
  }
  const hours = DRAWN / (actsASecond(1) * 3600);
  for (const act of ACTS) expect(found.get(act)! / hours).toBeCloseTo(PER_HOUR[act], 1);
  expect(actsASecond(500)).toBeCloseTo(500 * actsASecond(1));
});

test('the number of people carried is found from both sides', async () => {
  const search = async (carried: number) => {
    const tried: number[] = [];
    const most = await mostCarried({ first: 1000, limit: 16_000, within: 0.05 }, (people) => {
      tried.push(people);
      return Promise.resolve(people <= carried);
    });
    return { most, tried };
  };
  const { most, tried } = await search(5300);
  expect(tried.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 6000]);
  expect(most).toBeLessThanOrEqual(5300);
  expect(most).toBeGreaterThan(5300 / 1.05 - 2);
  expect(tried.length).toBeLessThan(10);
  expect((await search(100_000)).most).toBe(16_000);
  expect(await search(10)).toEqual({ most: 0, tried: [1000] });
});

test('the bar missed most comes first, and a missing measurement counts as missed', () => {
  const spread = (p99: number) => ({ p50: 1, p99, max: p99 });
  const step = { feed: spread(249), screen: spread(149), asked: 10_000, failed: 10 };
  expect(missedBy(step)).toEqual([]);
  expect(missedBy({ ...step, feed: spread(260), screen: spread(300) })).toEqual([
    'send to screen',
    'the feed',
  ]);
  expect(missedBy({ ...step, failed: 11 })).toEqual(['answers at all']);
  expect(missedBy({ ...step, feed: spread(Number.NaN) })).toEqual(['the feed']);
});
