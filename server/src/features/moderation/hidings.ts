import { DAY_MS, UNDERAGE } from '@herenow/contract/constants';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import type { ClosedAccount } from '../accounts/index.ts';
import * as store from './hidings-store.ts';

/** The time within which no person is hidden twice. */
export const HIDE_AGAIN_MS = 30 * DAY_MS;

export type Hidings = ReturnType<typeof createHidings>;

/**
 * Applies a hiding by reports to the whole mailbox: a hidden person stays hidden with another account, even after
 * deleting the first, whatever date of birth the new one has.
 */
export function createHidings({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Part of the deletion of an account. */
    async keep(tx: Pick<Tx, 'db'>, { id, mailbox, verified }: ClosedAccount): Promise<void> {
      if (verified) await store.keepHiding(tx.db, id, mailbox);
    },

    /** Part of verifying an account. */
    restore: (tx: Tx, { id, mailbox }: { id: string; mailbox: string }): Promise<void> =>
      store.restoreHiding(tx.db, id, mailbox),

    /** Ends what reports on a deleted account have left to its mailbox, once they are dismissed. */
    async dismissed(
      tx: Tx,
      { mailbox, reasons }: { mailbox: string; reasons: readonly string[] },
    ): Promise<void> {
      if (reasons.includes(UNDERAGE)) await store.endKeptHiding(tx.db, mailbox, clock.now());
    },

    sweep: (): Promise<void> => store.deleteOutdated(db, minus(clock.now(), HIDE_AGAIN_MS)),
  };
}
