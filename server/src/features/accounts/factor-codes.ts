import type { BodyOf } from '@herenow/contract/call';
import type * as calls from '@herenow/contract/second-factor';
import * as refusals from '@herenow/contract/refusals';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Mail } from '../mail/index.ts';
import type { FactorTries } from './factor-tries.ts';
import type { PasswordProof } from './password-proof.ts';
import { isRecoveryCode, recoveryHash } from './recovery-codes.ts';
import { totpStep } from './totp.ts';
import * as store from './second-factor-store.ts';
import type { Account } from './users-store.ts';

/** The secret of an authenticator app, and during the setup the mailed code and whether it has been given. */
export interface FactorSecret {
  secret: string;
  mailed?: { code: string; given: boolean };
}

export type Proof = BodyOf<typeof calls.endSecondFactor>;

export type FactorCodes = ReturnType<typeof createFactorCodes>;

/** Checks the codes of two-step sign-in: those of an authenticator app, and recovery codes. */
export function createFactorCodes(options: {
  work: Work;
  clock: Clock;
  mail: Mail;
  keys: Pick<Keys, 'factors' | 'previous'>;
  proof: PasswordProof;
  tries: FactorTries;
}) {
  const { work, clock, mail, proof, tries } = options;
  const seal = createSeal<FactorSecret>(options.keys.factors, options.keys.previous?.factors);

  /** Encrypts secrets, each for its user. */
  const secrets = {
    ...seal,
    /** Undefined if the token secret that encrypted it is lost. */
    find(sealed: string, userId: string): FactorSecret | undefined {
      try {
        return seal.open(sealed, userId);
      } catch {
        return undefined;
      }
    },
  };

  /** Whether a code is right. Each code is accepted once. */
  async function use(tx: Tx, account: Account, factor: store.Factor, code: string): Promise<boolean> {
    const { id } = account;
    const secret = secrets.find(factor.sealed, id)?.secret;
    if (secret === undefined) return false;
    if (!isRecoveryCode(code)) {
      const step = totpStep(secret, code.replaceAll(/\s/g, ''), clock.now());
      return step !== undefined && (await store.useStep(tx.db, id, step));
    }
    const left = await store.useRecoveryHash(tx.db, id, recoveryHash(secret, code));
    if (left === undefined) return false;
    await mail.recoveryCodeUsed(tx, account, { at: clock.now(), left });
    return true;
  }

  return {
    secrets,
    use,

    /**
     * Makes a change of a user who proves with the password and a code to have the second factor; wrong codes count.
     * If the change is refused, the code stays unused.
     */
    async change<T>(
      userId: string,
      { password, code }: Proof,
      make: (tx: Tx, account: Account, factor: store.Factor) => Promise<T>,
    ): Promise<T> {
      const account = await proof.check(userId, password);
      const changeIn = async (tx: Tx) => {
        await proof.lock(tx, account);
        const factor = await store.findFactor(tx.db, userId);
        if (!factor?.since) throw new Refused(refusals.secondFactorOff);
        if (!(await use(tx, account, factor, code))) throw new Refused(refusals.factorCodeWrong);
        const made = await make(tx, account, factor);
        // Whatever else has changed, there may be a recovery code less.
        tx.emit([userId], 'profiles', { userId });
        return made;
      };
      return await tries.count({ account, code }, () => work(changeIn));
    },
  };
}
