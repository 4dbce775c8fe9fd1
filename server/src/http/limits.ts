import * as refusals from '@herenow/contract/refusals';
import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { isAway } from '../lib/away.ts';
import { Refused } from '../lib/errors.ts';
import { keyedHash } from '../lib/keyed-hash.ts';

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** How often an account, network or mailbox may do something: `points` in `seconds`. */
export interface Limit {
  points: number;
  seconds: number;
}

/** Every limit by name; each feature adds its own. */
export interface LimitTable {}
export type LimitName = keyof LimitTable;

/**
 * Each call takes a connection of its own. Inside a transaction it could wait for one for as long as others, which wait
 * for the transaction, hold them all; so count before.
 */
export interface Limits {
  /** Counts one; throws 429 with Retry-After once the limit is reached. `key` is an account id, mailbox or network. */
  take(name: LimitName, key: string): Promise<void>;
  /** Counts one. Returns whether there was room for it. */
  tryTake(name: LimitName, key: string): Promise<boolean>;
  /** Takes back a count that should not have been made. */
  giveBack(name: LimitName, key: string): Promise<void>;
}

/** How long counts stay in memory once the database has not answered: a call takes several, one after the other. */
const REST_MS = 5000;

type Store = Pick<pg.Pool, 'query'>;

/** Asks the store; once it is away, fails at once for some seconds instead of letting each count wait for it. */
function impatiently(store: Store) {
  let restsUntil = -Infinity;
  return {
    async query(query: pg.QueryConfig) {
      if (performance.now() < restsUntil) throw new Error('The database was away a moment ago.');
      try {
        return await store.query(query);
      } catch (error) {
        if (isAway(error)) restsUntil = performance.now() + REST_MS;
        throw error;
      }
    },
  };
}

/** Creates limits that all nodes share in the database. Keys are stored only as keyed hashes. */
export function createLimits(options: {
  pool: Store;
  key: string;
  table: Readonly<Record<LimitName, Limit>>;
  enabled: boolean;
}): Limits {
  if (!options.enabled) return { take: async () => {}, tryTake: async () => true, giveBack: async () => {} };
  const limiters = new Map<string, RateLimiterAbstract>();
  const storeClient = impatiently(options.pool);
  for (const [name, { points, seconds }] of Object.entries<Limit>(options.table))
    limiters.set(
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        // `Rates.sweep` does: the library knows nothing of counts that last a day.
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
      }),
    );
  const hashOf = (key: string) => keyedHash(options.key, key).slice(0, 32);
  const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

  /** Counts one. Returns the state of the limit if there was no room for it. */
  async function consume(name: LimitName, key: string): Promise<RateLimiterRes | undefined> {
    try {
      await limiters.get(name)!.consume(hashOf(key));
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return error;
    }
  }

  return {
    async giveBack(name, key) {
      await limiters.get(name)!.reward(hashOf(key));
    },

    async take(name, key) {
      const full = await consume(name, key);
      if (full) throw tooMany(secondsOf(full));
    },

    tryTake: async (name, key) => (await consume(name, key)) === undefined,
  };
}

/** A limit, and the account, mailbox or network whose tries it counts. */
export type Lane = readonly [name: LimitName, key: string];

/** Counts one in each lane in turn, so that tries refused by the first use up nothing of those behind it. */
export async function takeInTurn(limits: Limits, lanes: readonly Lane[]): Promise<void> {
  for (const [name, key] of lanes) await limits.take(name, key);
}

/** Returns the refusal of what may be tried again after so many seconds. */
export const tooMany = (seconds: number, refusal = refusals.tooManyTries): Refused =>
  new Refused(refusal, { retryAfter: seconds, words: { wait: waitText(seconds) } });

/** Returns a duration as people say it. */
function waitText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
