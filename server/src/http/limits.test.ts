import pg from 'pg';
import { expect, test } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { createLimits, type LimitName } from './limits.ts';

test('a database that is away keeps only the first count of a call waiting', async () => {
  const nobody = new pg.Pool({ connectionString: 'postgres://ada@127.0.0.1:9/herenow' });
  let asked = 0;
  const query = (config: pg.QueryConfig) => {
    asked += 1;
    return nobody.query(config);
  };
  const pool = { query } as Pick<pg.Pool, 'query'>;
  const table = { one: { points: 2, seconds: 60 } } as Record<string, { points: number; seconds: number }>;
  const limits = createLimits({
    pool,
    clock: systemClock,
    key: 'secret',
    table: table as never,
    enabled: true,
  });
  const take = () => limits.tryTake('one' as LimitName, 'ada');
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  expect(asked).toBe(1);
  await nobody.end();
});
