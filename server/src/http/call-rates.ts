import { RATES, type Rate, type RateName } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { named } from '../database/named.ts';
import type { Clock } from '../lib/clock.ts';
import { Refused } from '../lib/errors.ts';
import { createMeter } from '../lib/meter.ts';
import { waitText } from './limits.ts';

/** Holds calls to the rates of the contract. */
export interface Rates {
  /** Counts one of a key, such as an account's id; throws 429 with Retry-After where it comes too early. */
  hold(name: RateName, key: string): Promise<void>;
}

/** The same as a meter's, in one row for each key: `expire` is when the whole burst is there again. */
const TAKE = `
  INSERT INTO rate_limits AS kept (key, points, expire) VALUES ($1, 0, $2::bigint + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET expire = greatest(kept.expire, $2) + $3
  WHERE greatest(kept.expire, $2) - $4::bigint <= $2
  RETURNING expire`;

export function createRates(options: { pool: pg.Pool; clock: Clock; key: string; enabled: boolean }): Rates {
  const { pool, clock, enabled } = options;
  if (!enabled) return { hold: async () => {} };
  const meters = new Map(Object.entries(RATES).map(([name, rate]) => [name, createMeter(clock, rate)]));

  /** Milliseconds to wait by the count of all nodes; 0 where it cannot be asked: each counts for itself, too. */
  async function takeShared(name: string, { points, seconds, burst }: Rate, key: string): Promise<number> {
    const hash = createHmac('sha256', options.key).update(key).digest('base64url').slice(0, 32);
    const row = `${name}:${hash}`;
    const now = clock.now().getTime();
    const interval = Math.round((seconds * 1000) / points);
    const tolerance = interval * (burst - 1);
    try {
      const taken = await pool.query(named('take-rate', TAKE, [row, now, interval, tolerance]));
      if (taken.rows.length > 0) return 0;
      const kept = await pool.query<{ expire: number }>(
        named('find-rate', 'SELECT expire FROM rate_limits WHERE key = $1', [row]),
      );
      return Math.max(1, (kept.rows[0]?.expire ?? now) - tolerance - now);
    } catch {
      return 0;
    }
  }

  return {
    async hold(name, key) {
      const rate: Rate = RATES[name];
      const wait = meters.get(name)!.take(key) || (rate.shared ? await takeShared(name, rate, key) : 0);
      if (wait === 0) return;
      const retryAfter = Math.ceil(wait / 1000);
      throw new Refused(refusals.tooManyTries, { retryAfter, words: { wait: waitText(retryAfter) } });
    },
  };
}
