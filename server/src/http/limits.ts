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

/** How often something may be done by one account or from one network: `points` in `seconds`. */
const LIMITS = {
  /** Accounts opened from one network; beyond, a proof of work is asked for, as wherever visitors are counted. */
  accountsByNetwork: { points: 30, seconds: HOUR },
  /** Wrong passwords: of a mailbox wherever they come from, of a network, and of a device that has signed in before. */
  signInByMailbox: { points: 20, seconds: HOUR },
  signInByNetwork: { points: 200, seconds: HOUR },
  signInByDevice: { points: 10, seconds: 15 * MINUTE },
  resetByMailbox: { points: 5, seconds: HOUR },
  resetByNetwork: { points: 60, seconds: HOUR },
  resetByDevice: { points: 5, seconds: HOUR },
  resetResend: { points: 1, seconds: MINUTE },
  /** Wrong codes. */
  codeTryByNetwork: { points: 30, seconds: 15 * MINUTE },
  /** Turns of clients that bring no proof where one is asked for. */
  withoutProof: { points: 1, seconds: MINUTE },
  withoutProofByMailbox: { points: 80, seconds: HOUR },
  /** Wrong codes of an authenticator app, of whoever knows the password, and of a device that has signed in before. */
  factorByPassword: { points: 30, seconds: 24 * HOUR },
  factorByDevice: { points: 10, seconds: HOUR },
  factorMail: { points: 1, seconds: 24 * HOUR },
  /** How often a proof counts. */
  proof: { points: 1, seconds: 10 * MINUTE },
  codeByAccount: { points: 10, seconds: HOUR },
  codeTryByAccount: { points: 30, seconds: HOUR },
  passwordByAccount: { points: 10, seconds: 15 * MINUTE },
  pinByAccount: { points: 60, seconds: HOUR },
  pinByAccountDaily: { points: 200, seconds: 24 * HOUR },
  nameByAccount: { points: 3, seconds: 24 * HOUR },
  reportByAccount: { points: 20, seconds: 24 * HOUR },
  /** By accounts that are younger than a day, of one network. */
  reportByNewAccounts: { points: 200, seconds: 24 * HOUR },
  faceByAccount: { points: 3, seconds: 24 * HOUR },
  exportByAccount: { points: 5, seconds: 24 * HOUR },
  uploadByAccount: { points: 40, seconds: HOUR },
  locationByAccount: { points: 120, seconds: HOUR },
} as const;

/** The names of limits whose counters all nodes share. */
export const SHARED_LIMITS = Object.keys(LIMITS);
export type LimitName = keyof typeof LIMITS;

export interface Limits {
  /** Counts one; throws 429 with Retry-After once the limit is reached. `key` is an account id, mailbox or network. */
  take(name: LimitName, key: string): Promise<void>;
  /** Counts one, whether or not the limit is reached. */
  count(name: LimitName, key: string): Promise<void>;
  /** Takes one back that was counted and should not have been. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Seconds until there is room again; 0: there is. Counts nothing. */
  wait(name: LimitName, key: string): Promise<number>;
}

/** Limits, shared by all nodes in the database. Keys are kept as keyed hashes, never as they are. */
export function createLimits(options: { pool: pg.Pool; key: string; enabled: boolean }): Limits {
  if (!options.enabled)
    return { take: async () => {}, count: async () => {}, giveBack: async () => {}, wait: async () => 0 };
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
  const hashOf = (key: string) =>
    createHmac('sha256', options.key).update(key).digest('base64url').slice(0, 32);
  const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

  return {
    async count(name, key) {
      await limiters.get(name)!.penalty(hashOf(key));
    },

    async giveBack(name, key) {
      await limiters.get(name)!.reward(hashOf(key));
    },

    async wait(name, key) {
      const counted = await limiters.get(name)!.get(hashOf(key));
      return counted && counted.consumedPoints >= LIMITS[name].points ? secondsOf(counted) : 0;
    },

    async take(name, key) {
      try {
        await limiters.get(name)!.consume(hashOf(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const seconds = secondsOf(error);
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
