import * as refusals from '@herenow/contract/refusals';
import { forgetJobs } from '../../database/jobs.ts';
import type { Tx } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Mail } from '../mail/index.ts';
import type { Sessions } from './sessions.ts';
import * as store from './users-store.ts';

export type Closing = ReturnType<typeof createClosing>;

/** How accounts are deleted, suspended, and told off. Everything here is part of a larger change. */
export function createClosing(options: {
  clock: Clock;
  mail: Mail;
  sessions: Sessions;
  /** What goes with the person, whether the account is deleted or suspended. */
  onGone: readonly ((tx: Tx, userId: string) => Promise<void>)[];
}) {
  const { clock, mail, sessions, onGone } = options;

  async function lock(tx: Tx, userId: string): Promise<store.Account> {
    const account = await store.lockForDeletion(tx.db, userId);
    if (!account) throw new Refused(refusals.userNotFound);
    return account;
  }

  async function leave(tx: Tx, userId: string): Promise<void> {
    await sessions.end(tx, userId);
    for (const hook of onGone) await hook(tx, userId);
  }

  return {
    /** Deletes the account and everything with it; without one nothing happens. */
    async delete(tx: Tx, userId: string): Promise<void> {
      const account = await store.lockForDeletion(tx.db, userId);
      if (!account) return;
      await leave(tx, userId);
      await forgetJobs(tx.db, [userId, account.email]);
      await store.deleteAccount(tx.db, userId);
    },

    /** The person is signed out everywhere, no longer there for anyone, and their chats are gone. */
    async suspend(tx: Tx, userId: string): Promise<void> {
      const account = await lock(tx, userId);
      if (account.suspended) throw new Refused(refusals.alreadySuspended);
      const now = clock.now();
      await store.setSuspended(tx.db, userId, now, now);
      await leave(tx, userId);
      await mail.suspended(tx, account, undefined);
    },

    async reinstate(tx: Tx, userId: string): Promise<void> {
      const account = await lock(tx, userId);
      if (!account.suspended) throw new Refused(refusals.notSuspended);
      await store.setSuspended(tx.db, userId, null, clock.now());
      await mail.reinstated(tx, account, undefined);
    },

    async warn(tx: Tx, userId: string, reasons: readonly string[]): Promise<void> {
      await mail.warning(tx, await lock(tx, userId), { reasons });
    },

    async tellPhotoRemoved(tx: Tx, userId: string): Promise<void> {
      await mail.photoRemoved(tx, await lock(tx, userId), undefined);
    },
  };
}
