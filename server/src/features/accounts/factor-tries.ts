import * as refusals from '@herenow/contract/refusals';
import type { Work } from '../../database/work.ts';
import { giveBackAll, takeInTurn, tooMany, type Lane, type Limits } from '../../http/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Mail } from '../mail/index.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import type { Account } from './users-store.ts';

/**
 * A try by someone who knows the password; a passkey if `code` is absent. `device`: one that has signed in with a code
 * before.
 */
export interface FactorTry {
  account: Account;
  code: string | undefined;
  device?: string | undefined;
}

export type FactorTries = ReturnType<typeof createFactorTries>;

const WRONG: readonly string[] = [
  refusals.factorCodeRequired,
  refusals.factorOrPasskeyRequired,
  refusals.factorCodeWrong,
  refusals.passkeyWrong,
].map(({ code }) => code);

/** Whether an error says that a code or a passkey is missing or wrong. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof Refused && WRONG.includes(error.code);

/**
 * Limits wrong codes of an authenticator app to a few a day, so that an attacker cannot lock the owner out. Trying them
 * takes the password, so the limit is keyed by the password: after a change or reset of it, the owner has all tries
 * again, at most three times a day. A known device has its own tries. Recovery codes and passkeys are not counted,
 * since they cannot be guessed.
 */
export function createFactorTries(options: { limits: Limits; work: Work; clock: Clock; mail: Mail }) {
  const { limits, work, clock, mail } = options;

  /** Notifies the owner, once a day, that someone who knows the password is trying codes. */
  async function tell(account: Account, key: string): Promise<void> {
    if (await limits.tryTake('factorMail', key))
      await work((tx) => mail.factorCodesTried(tx, account, { at: clock.now() }));
  }

  return {
    /** Runs the check of a code and counts a wrong one; throws 429 after too many. */
    async count<T>({ account, code, device }: FactorTry, check: () => Promise<T>): Promise<T> {
      if (code === undefined || isRecoveryCode(code)) return await check();
      const byPassword = `${account.id} ${account.passwordHash}`;
      const lanes: Lane[] =
        device === undefined
          ? [
              ['factorByPassword', byPassword],
              ['factorByAccount', account.id],
            ]
          : [['factorByDevice', `${account.id} ${device}`]];
      // Counted before the check, so that concurrent tries cannot exceed the limits.
      await takeInTurn(limits, lanes).catch(async (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        await tell(account, byPassword);
        throw tooMany(error.retryAfter ?? 1, refusals.factorCodesSpent);
      });
      try {
        const result = await check();
        await giveBackAll(limits, lanes);
        return result;
      } catch (error) {
        if (!isWrongCode(error)) await giveBackAll(limits, lanes);
        throw error;
      }
    },
  };
}
