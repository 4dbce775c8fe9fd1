import * as refusals from '@herenow/contract/refusals';
import type { Tx } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Mail } from '../mail/index.ts';
import * as store from './users-store.ts';

export type Standing = ReturnType<typeof createStanding>;

/** What moderation tells somebody whose account stays. Everything here is part of a larger change. */
export function createStanding({ clock, mail }: { clock: Clock; mail: Mail }) {
  async function lock(tx: Tx, userId: string): Promise<store.Account> {
    const account = await store.lockForDeletion(tx.db, userId);
    if (!account) throw new Refused(refusals.userNotFound);
    return account;
  }

  return {
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
