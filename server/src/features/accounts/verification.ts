import { STEP } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import { tooMany, type Limits } from '../../http/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import type { Mail } from '../mail/index.ts';
import type { Codes } from './codes.ts';
import { checkOwnEmail } from './emails.ts';
import { hasOthers } from './mailboxes-store.ts';
import type { Mailboxes } from './mailboxes.ts';
import type { SignInGate } from './sign-in-gate.ts';
import * as store from './users-store.ts';

export type Verification = ReturnType<typeof createVerification>;

/** Proves with a mailed code that an email address belongs to the user; the last step of the registration. */
export function createVerification(options: {
  db: Db;
  work: Work;
  clock: Clock;
  limits: Limits;
  mail: Mail;
  codes: Codes;
  mailboxes: Mailboxes;
  hashMailbox: HashMailbox;
  gate: Pick<SignInGate, 'deviceKey'>;
  onVerified: readonly ((tx: Tx, account: { id: string; mailbox: string }) => Promise<void>)[];
}) {
  const { db, work, clock, limits, mail, codes } = options;

  async function setVerified(tx: Tx, { id, email, registrationStep }: store.Account): Promise<void> {
    const mailbox = options.hashMailbox(email);
    // Someone who has the right code reads the mail, and may know.
    if (!(await options.mailboxes.mayVerify(tx, mailbox))) throw new Refused(refusals.suspended);
    const step = registrationStep === STEP.photos ? STEP.verified : registrationStep;
    await store.setEmailValidated(tx.db, id, step, clock.now());
    for (const hook of options.onVerified) await hook(tx, { id, mailbox });
    tx.emit([id], 'profiles', { userId: id });
  }

  async function mailCode(tx: Tx, account: store.Account): Promise<void> {
    const code = await codes.make(tx, account.id, 'verify');
    await mail.verification(tx, account, { code });
  }

  /** Locks an account that may be mailed another code now; throws otherwise. */
  async function lockWaiting(on: Db, userId: string, email: string | undefined): Promise<store.Account> {
    const account = await store.lockAccount(on, userId);
    if (!account) throw new Refused(refusals.userNotFound);
    checkOwnEmail(email, account.email);
    if (account.emailValidated) throw new Refused(refusals.alreadyVerified);
    if (account.registrationStep < STEP.photos) throw new Refused(refusals.stepTooEarly);
    const seconds = await codes.secondsToWait({ userId, purpose: 'verify', clientHash: '' }, on);
    if (seconds > 0) throw tooMany(seconds, refusals.resendTooSoon);
    return account;
  }

  return {
    /** Counts the first code of an account. Returns whether its mailbox may be sent one more. */
    async countFirst(userId: string): Promise<boolean> {
      const { email } = await store.getAccount(db, userId);
      return await limits.tryTake('firstCodeByMailbox', options.hashMailbox(email));
    },

    /** Mails the first code, in the transaction that brings a user to the last step. */
    async begin(tx: Tx, userId: string): Promise<void> {
      const account = await store.lockAccount(tx.db, userId);
      if (account && !account.emailValidated) await mailCode(tx, account);
    },

    async resend(userId: string, email: string | undefined): Promise<void> {
      await limits.take('codeByAccount', userId);
      const { email: known } = await lockWaiting(db, userId, email);
      await limits.take('codeByMailbox', options.hashMailbox(known));
      await work(async (tx) => mailCode(tx, await lockWaiting(tx.db, userId, email)));
    },

    /** Returns the key by which the device is known from now on. */
    async verify(userId: string, given: { email?: string | undefined; code: string }): Promise<string> {
      await limits.take('codeTryByAccount', userId);
      const right = await codes.tryCode('verify', { userId, clientHash: '' }, given.code);
      const { email } = await store.getAccount(db, userId);
      const mailbox = options.hashMailbox(email);
      const inTime = await limits.tryTake('codeTryByMailbox', mailbox);
      return await work(async (tx) => {
        const account = await store.lockAccount(tx.db, userId);
        if (!account) throw new Refused(refusals.userNotFound);
        checkOwnEmail(given.email, account.email);
        const key = options.gate.deviceKey(account, undefined, undefined);
        if (account.emailValidated && (await codes.wasUsed(tx.db, 'verify', userId, given.code))) return key;
        // As if it were wrong: nothing tells strangers that the mailbox has an account.
        const counts = right && (inTime || !(await hasOthers(tx.db, mailbox, userId)));
        if (!counts || !(await codes.use(tx, right.id))) throw new Refused(refusals.verificationFailed);
        await setVerified(tx, account);
        return key;
      });
    },
  };
}
