import * as refusals from '@herenow/contract/refusals';
import type { Work } from '../../database/work.ts';
import { waitText, type LimitName, type Limits } from '../../http/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Mail } from '../mail/index.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import type { Account } from './users-store.ts';

/** One try by someone who knows the password; a passkey if `code` is absent. `device`: a device the owner knows. */
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

/** Whether a code or a passkey was tried and is wrong. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof Refused && WRONG.includes(error.code);

/**
 * Wrong codes of an authenticator app are few a day. One needs the password to try them, so that the count goes by
 * the password: the owner changes it, by a reset too, and has all tries again. A known device has tries of its own, and
 * recovery codes and passkeys, which nobody guesses, are not counted here: others keep the owner out of none of these.
 */
export function createFactorTries(options: { limits: Limits; work: Work; clock: Clock; mail: Mail }) {
  const { limits, work, clock, mail } = options;

  /** Tells the owner, once a day, that somebody who knows the password tries codes. */
  async function tell(account: Account, key: string): Promise<void> {
    const first = await limits.take('factorMail', key).then(
      () => true,
      () => false,
    );
    if (first) await work((tx) => mail.factorCodesTried(tx, account, { at: clock.now() }));
  }

  return {
    /** Runs what checks the code. Wrong ones count; throws 429 where there were too many. */
    async count<T>({ account, code, device }: FactorTry, check: () => Promise<T>): Promise<T> {
      if (code === undefined || isRecoveryCode(code)) return await check();
      const byPassword = `${account.id} ${account.passwordHash}`;
      const [name, key]: [LimitName, string] =
        device === undefined
          ? ['factorByPassword', byPassword]
          : ['factorByDevice', `${account.id} ${device}`];
      // Counted before it is checked: of many at once no more come through.
      await limits.take(name, key).catch(async (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        await tell(account, byPassword);
        const { retryAfter = 1 } = error;
        throw new Refused(refusals.factorCodesSpent, {
          retryAfter,
          words: { wait: waitText(retryAfter) },
        });
      });
      try {
        const result = await check();
        await limits.giveBack(name, key);
        return result;
      } catch (error) {
        if (!isWrongCode(error)) await limits.giveBack(name, key);
        throw error;
      }
    },
  };
}
