import { DAY, RATES, type Rate, type RateName } from '@herenow/contract/rates';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { named } from '../database/named.ts';
import type { Clock } from '../lib/clock.ts';
import { keyedHash } from '../lib/keyed-hash.ts';
import { createMeter, furthestMs } from '../lib/meter.ts';
import { tooMany } from './limits.ts';

/** A call in progress that is counted by the statement that carries it out. */
interface Counting {
  /** The row that counts it; null: only this node counts. */
  row: string | null;
  /** Called once the statement ran for a live session. Throws 429 with Retry-After unless the call was counted. */
  settle(counted: boolean): Promise<void>;
  /** Ends the call without counting it. */
  drop(): void;
}

/** Enforces the call rates of the contract. */
export interface Rates {
  /**
   * Counts one for a key, such as an account’s id, or as many as the body is worth; throws 429 with Retry-After if it
   * comes too early.
   */
  hold(name: RateName, key: string, count?: number): Promise<void>;
  /** Begins a call. Undefined: with those in progress, one more may come too early. */
  begin(name: RateName, key: string, count?: number): Counting | undefined;
  /** Deletes shared counts that have long ceased to matter. */
  sweep(): Promise<void>;
}

/**
 * The refusals that are sent at once. A client beyond them, which can only be a program that ignores refusals, waits
 * about a second for each. So a flood of refused calls costs no more than its few connections can send at that pace.
 */
export const PROMPT_REFUSALS: Rate = { points: 5, seconds: 1, burst: 60 };
const LATE_MS = 1000;
/** How long a count is kept after it ceased to matter; more than the difference between the clocks of two nodes. */
const KEPT_MS = 3_600_000;
/** How many counts one statement of the sweep looks at. */
const SWEEP_ROWS = 5000;
/**
 * Looks at the rows after $1 and deletes those that ended before $2; returns the last one it looked at unless there are
 * no more. Strangers can make any number of rows: one statement for all of them would be cut off half-way, each time it
 * is tried again.
 */
const SWEEP = `
  WITH looked AS (
    SELECT max(key) AS last, count(*) AS rows
    FROM (SELECT key FROM rate_limits WHERE key > $1 ORDER BY key LIMIT ${SWEEP_ROWS}) AS next),
  gone AS (
    DELETE FROM rate_limits WHERE key = ANY(ARRAY(
      SELECT key FROM rate_limits WHERE key > $1 AND key <= (SELECT last FROM looked)
        AND greatest(expire, day_expire) < $2 FOR UPDATE SKIP LOCKED)))
  SELECT last FROM looked WHERE rows = ${SWEEP_ROWS}`;
/** How many refusals may be delayed at a node. */
const MOST_LATE = 1000;

const intervalOf = ({ points, seconds }: Rate) => Math.round((seconds * 1000) / points);
const toleranceOf = (rate: Rate) => intervalOf(rate) * (rate.burst - 1);
const dailyRate = (daily: number): Rate => ({ points: daily, seconds: DAY, burst: daily });

/**
 * SQL that counts one of a rate for each `rate_row` of a relation, in the same order everywhere, and returns as `key`
 * those that do not come too early. It counts like a meter, in one row per key: `expire` is when the whole burst is
 * available again, `day_expire` when the whole day’s is. `now`: SQL for the time in milliseconds. `ofDay`: SQL for how
 * many it counts in a day.
 */
export function countingSql(name: RateName, relation: string, now: string, ofDay = '1'): string {
  const rate: Rate = RATES[name];
  const counted: [column: string, rate: Rate, count: string][] = [['expire', rate, '1']];
  if (rate.daily !== undefined) counted.push(['day_expire', dailyRate(rate.daily), ofDay]);
  const columns = counted.map(([column]) => column).join(', ');
  const first = counted.map(([, one, count]) => `${now} + ${intervalOf(one)} * ${count}`).join(', ');
  const rested = (column: string, one: Rate) =>
    `CASE WHEN kept.${column} > ${now} + ${furthestMs(one)} THEN ${now} ELSE greatest(kept.${column}, ${now}) END`;
  const restsUntil = (column: string, one: Rate) => `${rested(column, one)} + excluded.${column} - ${now}`;
  const later = counted.map(([column, one]) => `${column} = ${restsUntil(column, one)}`);
  const inTime = counted.map(
    ([column, one]) => `${restsUntil(column, one)} - ${intervalOf(one) * one.burst} <= ${now}`,
  );
  return `
    INSERT INTO rate_limits AS kept (key, points, ${columns})
    SELECT rate_row, 0, ${first} FROM ${relation} WHERE rate_row IS NOT NULL ORDER BY rate_row
    ON CONFLICT (key) DO UPDATE SET ${later.join(', ')}
    WHERE ${inTime.join(' AND ')}
    RETURNING key`;
}

export function createRates(options: {
  pool: pg.Pool;
  clock: Clock;
  key: string;
  enabled: boolean;
  pause?: (milliseconds: number) => Promise<void>;
}): Rates {
  const { pool, clock, enabled, pause = (ms) => delay(ms, undefined, { ref: false }) } = options;
  const uncounted: Counting = { row: null, settle: async () => {}, drop: () => {} };
  if (!enabled) return { hold: async () => {}, begin: () => uncounted, sweep: async () => {} };
  const meters = new Map(Object.entries(RATES).map(([name, rate]) => [name, createMeter(clock, rate)]));
  const refused = createMeter(clock, PROMPT_REFUSALS);
  let late = 0;
  /** Calls not yet counted by their statements, by rate and key. */
  const underWay = new Map<string, number>();

  function rowOf(name: RateName, key: string): string {
    return `${name}:${keyedHash(options.key, key).slice(0, 32)}`;
  }

  /**
   * Returns the milliseconds to wait by the count of all nodes; 0 if the database fails, since each node also counts.
   */
  async function takeShared(name: RateName, key: string): Promise<number> {
    const row = rowOf(name, key);
    const text = countingSql(name, '(SELECT $1::text AS rate_row) AS one', '$2::bigint');
    try {
      const taken = await pool.query(named(`take-${name}`, text, [row, clock.now().getTime()]));
      return taken.rows.length > 0 ? 0 : await sharedWait(name, row);
    } catch {
      return 0;
    }
  }

  async function sharedWait(name: RateName, row: string): Promise<number> {
    const now = clock.now().getTime();
    const { daily, ...rate }: Rate = RATES[name];
    const kept = await pool.query<{ expire: number; day_expire: number }>(
      named('find-rate', 'SELECT expire, day_expire FROM rate_limits WHERE key = $1', [row]),
    );
    const { expire = now, day_expire: dayExpire = 0 } = kept.rows[0] ?? {};
    const dayTolerance = daily === undefined ? 0 : toleranceOf(dailyRate(daily));
    return Math.max(1, expire - toleranceOf(rate) - now, dayExpire - dayTolerance - now);
  }

  async function refuse(key: string, wait: number): Promise<never> {
    if (refused.take(key) > 0 && late < MOST_LATE) {
      late += 1;
      // The delay is random: clients refused together would continue together, and their bodies arrive at once.
      await pause(LATE_MS * (0.5 + Math.random()));
      late -= 1;
    }
    throw tooMany(Math.ceil(wait / 1000));
  }

  return {
    async hold(name, key, count) {
      const { shared }: Rate = RATES[name];
      const wait = meters.get(name)!.take(key, count) || (shared ? await takeShared(name, key) : 0);
      if (wait > 0) await refuse(key, wait);
    },

    begin(name, key, count = 1) {
      const { shared }: Rate = RATES[name];
      const meter = meters.get(name)!;
      const whose = `${name} ${key}`;
      const others = underWay.get(whose) ?? 0;
      const needed = Math.min(count, RATES[name].burst);
      if (others + needed > meter.room(key)) return undefined;
      underWay.set(whose, others + needed);
      let open = true;
      const drop = () => {
        if (!open) return;
        open = false;
        const left = underWay.get(whose)! - needed;
        if (left > 0) underWay.set(whose, left);
        else underWay.delete(whose);
      };
      const row = shared ? rowOf(name, key) : null;
      return {
        row,
        async settle(counted) {
          drop();
          const wait = meter.take(key, needed);
          if (row === null && wait > 0) await refuse(key, wait);
          if (row !== null && !counted) await refuse(key, await sharedWait(name, row));
        },
        drop,
      };
    },

    async sweep() {
      const before = clock.now().getTime() - KEPT_MS;
      for (let last: string | undefined = ''; last !== undefined;) {
        const { rows }: pg.QueryResult<{ last: string }> = await pool.query(
          named('sweep-rates', SWEEP, [last, before]),
        );
        last = rows[0]?.last;
      }
    },
  };
}
