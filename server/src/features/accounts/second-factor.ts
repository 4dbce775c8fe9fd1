import type { Assertion } from '@herenow/contract/webauthn';
import type { RecoveryCodes, SecondFactor } from '@herenow/contract/second-factor';
import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Mail } from '../mail/index.ts';
import type { FactorCodes, Proof } from './factor-codes.ts';
import type { Passkeys } from './passkeys.ts';
import { isRecoveryCode, newRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import * as store from './second-factor-store.ts';
import { getAccount, type Account } from './users-store.ts';

export interface SecondFactorsOptions {
  db: Db;
  work: Work;
  clock: Clock;
  mail: Mail;
  passkeys: Passkeys;
  factorCodes: FactorCodes;
  log: Log;
}

/** What a sign-in provides besides the password. */
export interface FactorProof {
  code?: string | undefined;
  passkey?: Assertion | undefined;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Two-step sign-in: besides the password, a code of an authenticator app, one of ten recovery codes, or a passkey. */
export function createSecondFactors(options: SecondFactorsOptions) {
  const { db, work, clock, mail, passkeys, log } = options;
  const { secrets, use, change } = options.factorCodes;

  return {
    /**
     * Throws 403 unless the account has no second factor or the proof of it is right. Returns since when the account
     * has one. Part of a sign-in, with the account locked.
     */
    async check(tx: Tx, account: Account, { code, passkey }: FactorProof): Promise<Date | undefined> {
      const factor = await store.findFactor(tx.db, account.id);
      if (!factor?.since) return undefined;
      if (passkey) {
        if (await passkeys.use(tx, account, passkey)) return factor.since;
        throw new Refused(refusals.passkeyWrong);
      }
      if (code && (await use(tx, account, factor, code))) {
        // Open settings show how many are left.
        if (isRecoveryCode(code)) tx.emit([account.id], 'profiles', { userId: account.id });
        return factor.since;
      }
      const either = await passkeys.has(tx.db, account.id);
      throw new Refused(either ? refusals.factorOrPasskeyRequired : refusals.factorCodeRequired);
    },

    /** Returns since when an account has a second factor; undefined: it has none. */
    async since(userId: string): Promise<Date | undefined> {
      return (await store.findFactor(db, userId))?.since ?? undefined;
    },

    async get(userId: string): Promise<SecondFactor> {
      const factor = await store.findFactor(db, userId);
      if (!factor?.since) return { since: null, recoveryCodes: 0, passkeys: [] };
      const since = factor.since.toISOString();
      return { since, recoveryCodes: factor.recoveryCodes, passkeys: await passkeys.list(userId) };
    },

    async renewRecoveryCodes(userId: string, given: Proof): Promise<RecoveryCodes> {
      const recoveryCodes = newRecoveryCodes();
      await change(userId, given, async (tx, account, factor) => {
        const { secret } = secrets.open(factor.sealed, userId);
        const hashes = recoveryCodes.map((one) => recoveryHash(secret, one));
        await store.setRecoveryHashes(tx.db, userId, hashes);
        await mail.recoveryCodesRenewed(tx, account, { at: clock.now() });
      });
      return { recoveryCodes };
    },

    end: (userId: string, given: Proof): Promise<void> =>
      change(userId, given, async (tx, account) => {
        await store.deleteFactor(tx.db, userId);
        await mail.secondFactorOff(tx, account, { at: clock.now() });
      }),

    /** Encrypts secrets again with the current key where the previous one was used. */
    async reseal(): Promise<void> {
      let lost = 0;
      for (const { userId, sealed } of await store.listSealed(db)) {
        if (secrets.isCurrent(sealed, userId)) continue;
        const kept = secrets.find(sealed, userId);
        if (kept === undefined) lost += 1;
        else await store.replaceSealed(db, userId, sealed, secrets.seal(kept, userId));
      }
      if (lost > 0)
        log.error({ count: lost }, 'two-step sign-in takes no codes: its secrets open with no key');
    },

    /** Notifies users whose second factor was removed with the operators’ command. */
    async sweep(): Promise<void> {
      const now = clock.now();
      await work(async (tx) => {
        for (const userId of await store.takeUntold(tx.db, now)) {
          await mail.secondFactorReset(tx, await getAccount(tx.db, userId), { at: now });
          log.warn({ userId }, 'second factor reset by a command on the machine');
        }
      });
    },
  };
}
