import { DAY_MS } from '@herenow/contract/constants';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { plus, type Clock } from '../../lib/clock.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import * as store from './mailboxes-store.ts';
import { findVerifiedEmail, setSuspended, type Account, type Suspension } from './users-store.ts';

/** How long data that protects other users is kept after an account is deleted. */
export const PROTECTED_MS = 90 * DAY_MS;

/** An account that is about to be deleted, and when to forget what is kept of it. */
export interface ClosedAccount {
  id: string;
  mailbox: string;
  /**
   * Whether its email was verified. Anybody can open an account for any mailbox, and of an unverified one nothing is
   * kept.
   */
  verified: boolean;
  /** Whether the mailbox has no other verified account. */
  last: boolean;
  forgetAt: Date;
}

/**
 * Returns the key by which limits and bars know a user: the mailbox, so that deleting an account, or having several,
 * gains nothing. Until the email is verified it is the account, since anybody can open one for the mailbox.
 */
export async function countedAs(db: Db, userId: string, hashMailbox: HashMailbox): Promise<string> {
  const email = await findVerifiedEmail(db, userId);
  return email === undefined ? userId : hashMailbox(email);
}

export type Mailboxes = ReturnType<typeof createMailboxes>;

/**
 * Manages what applies to all accounts of a mailbox, future ones included, however the address is spelled. An account
 * whose email is not verified may be somebody else’s: nothing of it applies to the mailbox, nor the other way round.
 */
export function createMailboxes(options: { db: Db; clock: Clock; hashMailbox: HashMailbox }) {
  const { db, clock, hashMailbox } = options;
  const forgetAt = () => plus(clock.now(), PROTECTED_MS);

  async function setAll(tx: Tx, account: Account, suspension: Suspension | null): Promise<string[]> {
    const { id, email, emailValidated } = account;
    const verified = emailValidated ? await store.listVerifiedIds(tx.db, hashMailbox(email)) : [];
    const ids = [...new Set([id, ...verified])];
    await setSuspended(tx.db, ids, suspension, clock.now());
    return ids;
  }

  return {
    countedAs: (userId: string): Promise<string> => countedAs(db, userId, hashMailbox),

    /**
     * Returns whether a mailbox may verify an account. Until the end of the transaction nobody can suspend or block it.
     */
    async mayVerify(tx: Tx, mailbox: string): Promise<boolean> {
      await store.lockMailbox(tx.db, mailbox);
      return !(await store.isMailboxSuspended(tx.db, mailbox, clock.now()));
    },

    /**
     * Prepares the deletion of an account; a suspension of its mailbox stays for a while. Two accounts of a mailbox
     * that are deleted at the same time wait for each other, so that one of them is the last.
     */
    async keep(tx: Tx, { id, email, emailValidated: verified }: Account): Promise<ClosedAccount> {
      const mailbox = hashMailbox(email);
      await store.lockMailbox(tx.db, mailbox);
      const last = verified && !(await store.hasOthers(tx.db, mailbox, id));
      if (last) await store.setForgetAt(tx.db, mailbox, forgetAt());
      return { id, mailbox, verified, last, forgetAt: forgetAt() };
    },

    /**
     * Suspends every account of the mailbox, and prevents it from verifying another. Returns the ids of the accounts.
     * They and the mailbox must be locked.
     */
    async suspend(tx: Tx, account: Account, suspension: Suspension): Promise<string[]> {
      if (account.emailValidated) await store.addSuspension(tx.db, hashMailbox(account.email), clock.now());
      return await setAll(tx, account, suspension);
    },

    /** Returns an account of this mailbox, if there is one. The answer holds until the end of the transaction. */
    async findAccount(tx: Tx, mailbox: string): Promise<store.MailboxAccount | undefined> {
      // People before their mailbox, as everybody does.
      await store.lockVerified(tx.db, mailbox);
      await store.lockMailbox(tx.db, mailbox);
      return await store.findAccount(tx.db, mailbox);
    },

    /** Prevents a mailbox without accounts from verifying one for a while. */
    async suspendClosed(tx: Tx, mailbox: string): Promise<void> {
      await store.addSuspension(tx.db, mailbox, clock.now());
      await store.setForgetAt(tx.db, mailbox, forgetAt());
    },

    /** Ends the suspension of every account of the mailbox; they and the mailbox must be locked. */
    async reinstate(tx: Tx, account: Account): Promise<void> {
      if (account.emailValidated) await store.removeSuspension(tx.db, hashMailbox(account.email));
      await setAll(tx, account, null);
    },

    sweep: () => store.deleteOutdated(db, clock.now()),
  };
}
