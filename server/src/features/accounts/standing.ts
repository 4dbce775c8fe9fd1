import * as refusals from '@herenow/contract/refusals';
import type { RemovableText } from '@herenow/contract/constants';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { throwFailures, tryEach } from '../../lib/try-each.ts';
import type { Mail } from '../mail/index.ts';
import type { Mailboxes } from './mailboxes.ts';
import * as store from './users-store.ts';

/** Why the account was deleted. */
interface Farewell {
  reasons: readonly string[];
  why: string;
}

export type Standing = ReturnType<typeof createStanding>;

/** The operator’s reason, and where to appeal. */
interface Told {
  why: string;
  link: string;
}

/**
 * Carries out what moderation decides about a user, and notifies them. Every method with `tx` is part of a larger
 * transaction.
 */
export function createStanding(options: {
  db: Db;
  work: Work;
  clock: Clock;
  mail: Mail;
  mailboxes: Mailboxes;
}) {
  const { db, work, clock, mail, mailboxes } = options;

  async function open(tx: Tx, account: store.Account): Promise<void> {
    await mailboxes.reinstate(tx, account);
    await mail.reinstated(tx, account, undefined);
  }

  async function lockSuspended(tx: Tx, userId: string): Promise<store.Account> {
    const account = await lock(tx, userId);
    if (!account.suspended) throw new Refused(refusals.notSuspended);
    return account;
  }

  async function lock(tx: Tx, userId: string): Promise<store.Account> {
    const account = await store.lockWithOthers(tx.db, userId);
    if (!account) throw new Refused(refusals.userNotFound);
    return account;
  }

  /** Ends a user’s suspension if it has run out: the sweep that would do so may be minutes away. */
  async function endOver(userId: string): Promise<void> {
    await work(async (tx) => {
      const account = await store.lockWithOthers(tx.db, userId);
      if (account?.suspendedUntil && account.suspendedUntil <= clock.now()) await open(tx, account);
    });
  }

  return {
    endOver,

    async reinstate(tx: Tx, userId: string): Promise<void> {
      await open(tx, await lockSuspended(tx, userId));
    },

    /** Ends a suspension whose end the caller mails with the decision of an appeal. */
    async reinstateUntold(tx: Tx, userId: string): Promise<void> {
      await mailboxes.reinstate(tx, await lockSuspended(tx, userId));
    },

    async warn(tx: Tx, userId: string, told: Told & { reasons: readonly string[] }): Promise<void> {
      await mail.warning(tx, await lock(tx, userId), told);
    },

    async tellPhotoRemoved(tx: Tx, userId: string, told: Told): Promise<void> {
      await mail.photoRemoved(tx, await lock(tx, userId), told);
    },

    async tellTextsRemoved(
      tx: Tx,
      userId: string,
      told: Told & { texts: readonly RemovableText[] },
    ): Promise<void> {
      await mail.textsRemoved(tx, await lock(tx, userId), told);
    },

    /**
     * Call this before the account is deleted and the returned function afterwards: a mail job of the account itself
     * would be deleted with it.
     */
    async farewell(tx: Tx, userId: string): Promise<(told: Farewell) => Promise<void>> {
      const { email, emailValidated } = await lock(tx, userId);
      return (told) => mail.accountDeleted(tx, { id: newId(), email, emailValidated }, told);
    },

    async tellAppealMade(tx: Tx, userId: string): Promise<void> {
      await mail.appealMade(tx, await lock(tx, userId), undefined);
    },

    async tellHidingEnded(tx: Tx, userId: string): Promise<void> {
      await mail.hidingEnded(tx, await lock(tx, userId), undefined);
    },

    /** Ends suspensions that have run out. */
    async sweep(): Promise<void> {
      const over = await store.listSuspendedUntil(db, clock.now());
      throwFailures(await tryEach(over, endOver), 'Some suspensions could not be ended.');
    },
  };
}
