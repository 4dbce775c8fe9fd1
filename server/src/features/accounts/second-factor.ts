import type { Assertion } from '@herenow/contract/webauthn';
import type { RecoveryCodes, SecondFactor } from '@herenow/contract/second-factor';
import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Mail } from '../mail/index.ts';
import type { FactorCodes, Proof } from './factor-codes.ts';
import type { Passkeys } from './passkeys.ts';
import type { PasswordProof } from './password-proof.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import type { Sessions } from './sessions.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';
import * as store from './second-factor-store.ts';
import { getAccount, lockAccount, type Account } from './users-store.ts';

/** How long the setup may take. */
const SETUP_MS = 3_600_000;

export interface SecondFactorsOptions {
  db: Db;
  work: Work;
  clock: Clock;
  mail: Mail;
  proof: PasswordProof;
  passkeys: Passkeys;
  sessions: Sessions;
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
  const { db, work, clock, mail, proof, passkeys, sessions, log } = options;
  const { secrets, use, change } = options.factorCodes;
  const hashesOf = (secret: string, codes: readonly string[]) =>
    codes.map((code) => recoveryHash(secret, code));

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
      if (code && (await use(tx, account, factor, code))) return factor.since;
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

    async begin(userId: string, password: string): Promise<{ secret: string; uri: string }> {
      const account = await proof.check(userId, password);
      // A second factor would lock the email’s owner out of an account that a stranger opened for it.
      if (!account.emailValidated) throw new Refused(refusals.verifyFirst);
      const secret = newTotpSecret();
      await work(async (tx) => {
        await proof.lock(tx, account);
        if (!(await store.putBegun(tx.db, userId, secrets.seal(secret, userId), clock.now())))
          throw new Refused(refusals.secondFactorOn);
      });
      return { secret, uri: totpUri(secret, account.email) };
    },

    /** Switches it on, and ends all other sessions, which were opened without it. */
    async confirm({ userId, sessionId }: Caller, code: string): Promise<RecoveryCodes> {
      const now = clock.now();
      const factor = await store.findFactor(db, userId);
      if (!factor || factor.since || factor.begunAt.getTime() + SETUP_MS <= now.getTime())
        throw new Refused(refusals.secondFactorNotBegun);
      const secret = secrets.open(factor.sealed, userId);
      const step = totpStep(secret, code, now);
      if (step === undefined) throw new Refused(refusals.factorCodeWrong);
      const recoveryCodes = newRecoveryCodes();
      await work(async (tx) => {
        const account = await lockAccount(tx.db, userId);
        const on = { sealed: factor.sealed, step, hashes: hashesOf(secret, recoveryCodes) };
        if (!account || !(await store.confirm(tx.db, userId, on, now)))
          throw new Refused(refusals.secondFactorNotBegun);
        await sessions.end(tx, userId, { except: sessionId });
        await mail.secondFactorOn(tx, account, { at: now });
        tx.emit([userId], 'profiles', { userId });
      });
      return { recoveryCodes };
    },

    async renewRecoveryCodes(userId: string, given: Proof): Promise<RecoveryCodes> {
      const recoveryCodes = newRecoveryCodes();
      await change(userId, given, async (tx, account, factor) => {
        const secret = secrets.open(factor.sealed, userId);
        await store.setRecoveryHashes(tx.db, userId, hashesOf(secret, recoveryCodes));
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
        const secret = secrets.find(sealed, userId);
        if (secret === undefined) lost += 1;
        else await store.replaceSealed(db, userId, sealed, secrets.seal(secret, userId));
      }
      if (lost > 0)
        log.error({ count: lost }, 'two-step sign-in takes no codes: its secrets open with no key');
    },

    /**
     * Deletes setups never confirmed, and notifies users whose second factor was removed with the operators’ command.
     */
    async sweep(): Promise<void> {
      const now = clock.now();
      await store.deleteBegun(db, minus(now, SETUP_MS));
      await work(async (tx) => {
        for (const userId of await store.takeUntold(tx.db, now)) {
          await mail.secondFactorReset(tx, await getAccount(tx.db, userId), { at: now });
          log.warn({ userId }, 'second factor reset by a command on the machine');
        }
      });
    },
  };
}
