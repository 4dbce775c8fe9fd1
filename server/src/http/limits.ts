import { createHmac } from 'node:crypto';
import * as refusals from '@herenow/contract/refusals';
import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { Refused } from '../lib/errors.ts';

const MINUTE = 60;
const HOUR = 3600;

/** How often something may be done by one account or from one address: `points` in `seconds`. */
const LIMITS = {
  registerByAddress: { points: 60, seconds: HOUR },
  signInByAddress: { points: 120, seconds: 5 * MINUTE },
  /** From one address, so that nobody can lock somebody else out from afar. */
  signInByAccount: { points: 20, seconds: 15 * MINUTE },
  signInByAccountAnywhere: { points: 100, seconds: HOUR },
  codeByAddress: { points: 60, seconds: HOUR },
  codeByAccount: { points: 10, seconds: HOUR },
  resetResend: { points: 1, seconds: MINUTE },
  codeTryByAddress: { points: 30, seconds: 15 * MINUTE },
  codeTryByAccount: { points: 30, seconds: HOUR },
  verifyByAddress: { points: 120, seconds: 15 * MINUTE },
  passwordByAccount: { points: 10, seconds: 15 * MINUTE },
  pinByAccount: { points: 60, seconds: HOUR },
  pinByAccountDaily: { points: 200, seconds: 24 * HOUR },
  nameByAccount: { points: 3, seconds: 24 * HOUR },
  reportByAccount: { points: 20, seconds: 24 * HOUR },
  reportByAddress: { points: 200, seconds: 24 * HOUR },
  exportByAccount: { points: 5, seconds: 24 * HOUR },
  uploadByAccount: { points: 40, seconds: HOUR },
  uploadByAddress: { points: 200, seconds: HOUR },
  locationByAccount: { points: 120, seconds: HOUR },
  locationByAddress: { points: 600, seconds: HOUR },
} as const;

/** The names of limits whose counters all nodes share. */
export const SHARED_LIMITS = Object.keys(LIMITS);
export type LimitName = keyof typeof LIMITS;

export interface Limits {
  /** Counts one; throws 429 with Retry-After once the limit is reached. `key` is an account id, email or address. */
  take(name: LimitName, key: string): Promise<void>;
}

/** Limits, shared by all nodes in the database. Keys are kept as keyed hashes, never as they are. */
export function createLimits(options: { pool: pg.Pool; key: string; enabled: boolean }): Limits {
  if (!options.enabled) return { take: async () => {} };
  const limiters = new Map<string, RateLimiterAbstract>();
  for (const [name, { points, seconds }] of Object.entries(LIMITS))
    limiters.set(
      name,
      new RateLimiterPostgres({
        storeClient: options.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
        insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
      }),
    );
  return {
    async take(name, key) {
      const hash = createHmac('sha256', options.key).update(key).digest('base64url').slice(0, 32);
      try {
        await limiters.get(name)!.consume(hash);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new Refused(refusals.tooManyTries, { retryAfter: seconds, words: { wait: waitText(seconds) } });
      }
    },
  };
}

/** Seconds as people say them. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
