import * as refusals from '@herenow/contract/refusals';
import type { Tx } from '../../database/work.ts';
import { Refused } from '../../lib/errors.ts';
import type { Mail } from '../mail/index.ts';
import type { Mailboxes } from './mailboxes.ts';
import * as store from './users-store.ts';

export type Standing = ReturnType<typeof createStanding>;

/** What moderation tells somebody whose account stays. Everything here is part of a larger change. */
export function createStanding({ mail, mailboxes }: { mail: Mail; mailboxes: Mailboxes }) {
  async function lock(tx: Tx, userId: string): Promise<store.Account> {
    const account = await store.lockForDeletion(tx.db, userId);
    if (!account) throw new Refused(refusals.userNotFound);
    return account;
  }

  return {
    async reinstate(tx: Tx, userId: string): Promise<void> {
      const account = await lock(tx, userId);
      if (!account.suspended) throw new Refused(refusals.notSuspended);
      await mailboxes.reinstate(tx, account);
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
