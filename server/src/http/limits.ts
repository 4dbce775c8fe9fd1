import * as refusals from '@herenow/contract/refusals';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { named } from '../database/named.ts';
import { isAway } from '../lib/away.ts';
import type { Clock } from '../lib/clock.ts';
import { Refused } from '../lib/errors.ts';
import { keyedHash } from '../lib/keyed-hash.ts';
import { SET_BACK_MS } from '../lib/meter.ts';

/** How often an account, network or mailbox may do something: `points` in `seconds`. */
export interface Limit {
  points: number;
  seconds: number;
}

/** Every limit by name; each feature adds its own. */
export interface LimitTable {}
export type LimitName = keyof LimitTable;

/**
 * Each call takes its own connection, so count before a transaction: inside one it could wait for a connection while
 * all are held by others that wait for the transaction.
 */
export interface Limits {
  /** Counts one; throws 429 with Retry-After once the limit is reached. `key` is an account id, mailbox or network. */
  take(name: LimitName, key: string): Promise<void>;
  /** Counts one. Returns whether there was room for it. */
  tryTake(name: LimitName, key: string): Promise<boolean>;
  /** Takes back a count that should not have been made. */
  giveBack(name: LimitName, key: string): Promise<void>;
}

/** How long counts stay in memory after the database did not answer, since a call takes several counts in turn. */
const REST_MS = 5000;

type Store = Pick<pg.Pool, 'query'>;

/** Asks the store. Once it is away, fails at once for some seconds instead of letting each count wait. */
function circuitBreaker(store: Store) {
  let restsUntil = -Infinity;
  return {
    async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
      if (performance.now() < restsUntil) throw new Error('The database was away a moment ago.');
      try {
        return await store.query<Row>(query);
      } catch (error) {
        if (isAway(error)) restsUntil = performance.now() + REST_MS;
        throw error;
      }
    },
  };
}

/**
 * SQL that tells whether the counted time `$3` of a row is over at `$2`. It also counts as over if it ends later than
 * possible: then it began before the clock was set back.
 */
const OVER = `(kept.expire <= $2::bigint OR kept.expire > $2::bigint + $3::bigint + ${SET_BACK_MS})`;
const COUNT = `
  INSERT INTO rate_limits AS kept (key, points, expire) VALUES ($1, 1, $2::bigint + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN ${OVER} THEN 1 ELSE kept.points + 1 END,
    expire = CASE WHEN ${OVER} THEN $2::bigint + $3::bigint ELSE kept.expire END
  RETURNING points, expire`;
const GIVE_BACK = `
  UPDATE rate_limits AS kept SET points = kept.points - 1
  WHERE kept.key = $1 AND kept.points > 0 AND NOT ${OVER}`;

/** One limit: counts in the database, or in memory while that is away. */
function createLimiter(
  store: ReturnType<typeof circuitBreaker>,
  name: string,
  { points: most, seconds }: Limit,
  clock: Clock,
) {
  const memory = new RateLimiterMemory({ points: most, duration: seconds });
  const values = (key: string, now: number) => [`${name}:${key}`, now, seconds * 1000];

  /** Returns the milliseconds until there is room in memory; 0: there is. */
  const countHere = (key: string): Promise<number> =>
    memory.consume(key).then(
      () => 0,
      (full: unknown) => {
        if (!(full instanceof RateLimiterRes)) throw full;
        return Math.max(1, full.msBeforeNext);
      },
    );

  return {
    /** Counts one. Returns 0, or the milliseconds until there is room for it. */
    async count(key: string): Promise<number> {
      const now = clock.now().getTime();
      try {
        const counted = named('count-limit', COUNT, values(key, now));
        const { rows } = await store.query<{ points: number; expire: number }>(counted);
        const { points, expire } = rows[0]!;
        return points <= most ? 0 : Math.max(1, expire - now);
      } catch {
        return await countHere(key);
      }
    },

    async giveBack(key: string): Promise<void> {
      try {
        await store.query(named('give-back-limit', GIVE_BACK, values(key, clock.now().getTime())));
      } catch {
        await memory.reward(key);
      }
    },
  };
}

/** Creates limits that all nodes share in the database. Keys are stored only as keyed hashes. */
export function createLimits(options: {
  pool: Store;
  clock: Clock;
  key: string;
  table: Readonly<Record<LimitName, Limit>>;
  enabled: boolean;
}): Limits {
  if (!options.enabled) return { take: async () => {}, tryTake: async () => true, giveBack: async () => {} };
  const store = circuitBreaker(options.pool);
  const limiters = new Map(
    Object.entries<Limit>(options.table).map(([name, limit]) => [
      name,
      createLimiter(store, name, limit, options.clock),
    ]),
  );
  const hashOf = (key: string) => keyedHash(options.key, key).slice(0, 32);
  const count = (name: LimitName, key: string) => limiters.get(name)!.count(hashOf(key));

  return {
    async giveBack(name, key) {
      await limiters.get(name)!.giveBack(hashOf(key));
    },

    async take(name, key) {
      const wait = await count(name, key);
      if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    },

    tryTake: async (name, key) => (await count(name, key)) === 0,
  };
}

/** A limit, and the account, mailbox or network whose tries it counts. */
export type Lane = readonly [name: LimitName, key: string];

/** Counts one in each lane in turn, so that tries refused by one lane use up nothing of the next ones. */
export async function takeInTurn(limits: Limits, lanes: readonly Lane[]): Promise<void> {
  for (const [name, key] of lanes) await limits.take(name, key);
}

/** Takes back one in each lane. */
export async function giveBackAll(limits: Limits, lanes: readonly Lane[]): Promise<void> {
  await Promise.all(lanes.map(([name, key]) => limits.giveBack(name, key)));
}

export const tooMany = (seconds: number, refusal = refusals.tooManyTries): Refused =>
  new Refused(refusal, { retryAfter: seconds, words: { wait: waitText(seconds) } });

/** Returns a duration in words. */
function waitText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
