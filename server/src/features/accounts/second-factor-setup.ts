import { CODE_MINUTES } from '@herenow/contract/constants';
import type { BodyOf } from '@herenow/contract/call';
import type * as calls from '@herenow/contract/second-factor';
import type { RecoveryCodes } from '@herenow/contract/second-factor';
import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Work } from '../../database/work.ts';
import { takeInTurn, tooMany, type Limits } from '../../http/limits.ts';
import type { Caller } from '../../http/mount.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { isSameText } from '../../lib/keyed-hash.ts';
import type { Mail } from '../mail/index.ts';
import { newCode, secondsToRest } from './codes.ts';
import type { FactorCodes } from './factor-codes.ts';
import type { PasswordProof } from './password-proof.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import type { Sessions } from './sessions.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';
import * as store from './second-factor-store.ts';
import { lockAccount, type Account } from './users-store.ts';

/** How long the setup may take, from the mailed code on. */
const SETUP_MS = 3_600_000;
/** How long the mailed code is valid. */
const CODE_MS = CODE_MINUTES * 60_000;

/**
 * Sets up two-step sign-in: the password and a mailed code, then a code of the authenticator app. With the password
 * alone somebody else could lock the owner out for good, since a reset of the password does not skip the second factor.
 */
export function createSecondFactorSetup(options: {
  db: Db;
  work: Work;
  clock: Clock;
  limits: Limits;
  mail: Mail;
  proof: PasswordProof;
  sessions: Sessions;
  factorCodes: Pick<FactorCodes, 'secrets'>;
}) {
  const { db, work, clock, limits, mail, proof, sessions } = options;
  const { secrets } = options.factorCodes;
  const age = ({ begunAt }: store.Factor) => clock.now().getTime() - begunAt.getTime();

  async function check(userId: string, password: string): Promise<Account> {
    const account = await proof.check(userId, password);
    // A second factor would lock the email’s owner out of an account that a stranger opened for it.
    if (!account.emailValidated) throw new Refused(refusals.verifyFirst);
    return account;
  }

  /** Returns the setup that was begun, if any; throws 409 if the second factor is on. */
  async function findBegun(on: Db, userId: string): Promise<store.Factor | undefined> {
    const factor = await store.findFactor(on, userId);
    if (factor?.since) throw new Refused(refusals.secondFactorOn);
    return factor;
  }

  async function requireRest(on: Db, userId: string): Promise<void> {
    const begun = await findBegun(on, userId);
    const seconds = begun ? secondsToRest(age(begun)) : 0;
    if (seconds > 0) throw tooMany(seconds, refusals.resendTooSoon);
  }

  return {
    /** Begins a setup, which replaces an unfinished one, and mails its code. */
    async mailCode(userId: string, password: string): Promise<void> {
      const account = await check(userId, password);
      await requireRest(db, userId);
      // By the password: who knew an old one has used up nothing of the new one.
      await takeInTurn(limits, [
        ['factorSetupMail', `${userId} ${account.passwordHash}`],
        ['factorSetupMailByAccount', userId],
      ]);
      const code = newCode();
      const sealed = secrets.seal({ secret: newTotpSecret(), mailed: { code, given: false } }, userId);
      await work(async (tx) => {
        await proof.lock(tx, account);
        await requireRest(tx.db, userId);
        await store.putBegun(tx.db, userId, sealed, clock.now());
        await mail.secondFactorCode(tx, account, { code });
      });
    },

    /** Returns the secret for the app; again, if the answer with it was lost. */
    async begin(
      userId: string,
      { password, code }: BodyOf<typeof calls.beginSecondFactor>,
    ): Promise<{ secret: string; uri: string }> {
      const account = await check(userId, password);
      const begunAt = (await findBegun(db, userId))?.begunAt.getTime();
      const inTime =
        begunAt !== undefined && (await limits.tryTake('factorSetupTry', `${userId} ${begunAt}`));
      if (!inTime) throw new Refused(refusals.verificationFailed);
      return await work(async (tx) => {
        await proof.lock(tx, account);
        const begun = await findBegun(tx.db, userId);
        const kept = begun && age(begun) < CODE_MS ? secrets.find(begun.sealed, userId) : undefined;
        if (begun?.begunAt.getTime() !== begunAt || !kept?.mailed || !isSameText(kept.mailed.code, code))
          throw new Refused(refusals.verificationFailed);
        const given = secrets.seal({ ...kept, mailed: { code, given: true } }, userId);
        await store.replaceSealed(tx.db, userId, begun.sealed, given);
        return { secret: kept.secret, uri: totpUri(kept.secret, account.email) };
      });
    },

    /** Switches it on, and ends all other sessions, which were opened without it. */
    async confirm({ userId, sessionId }: Caller, code: string): Promise<RecoveryCodes> {
      const now = clock.now();
      const factor = await store.findFactor(db, userId);
      if (!factor || factor.since || age(factor) >= SETUP_MS)
        throw new Refused(refusals.secondFactorNotBegun);
      const { secret, mailed } = secrets.open(factor.sealed, userId);
      if (!mailed?.given) throw new Refused(refusals.secondFactorNotBegun);
      const step = totpStep(secret, code, now);
      if (step === undefined) throw new Refused(refusals.factorCodeWrong);
      const recoveryCodes = newRecoveryCodes();
      const hashes = recoveryCodes.map((one) => recoveryHash(secret, one));
      await work(async (tx) => {
        const account = await lockAccount(tx.db, userId);
        const on = { begun: factor.sealed, sealed: secrets.seal({ secret }, userId), step, hashes };
        if (!account || !(await store.confirm(tx.db, userId, on, now)))
          throw new Refused(refusals.secondFactorNotBegun);
        await sessions.end(tx, userId, { except: sessionId });
        await mail.secondFactorOn(tx, account, { at: now });
        tx.emit([userId], 'profiles', { userId });
      });
      return { recoveryCodes };
    },

    /** Deletes setups never confirmed. */
    sweep: (): Promise<void> => store.deleteBegun(db, minus(clock.now(), SETUP_MS)),
  };
}
