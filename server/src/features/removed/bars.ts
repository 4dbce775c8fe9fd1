import { APPEAL_DAYS, DAY_MS } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import type { Tx } from '../../database/work.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import type { ClosedAccount } from '../accounts/index.ts';

/** How long what was removed cannot be shown again. */
export const BARRED_MS = 365 * DAY_MS;
/** An appeal is decided well within this time, even if made at the last moment. */
const APPEALED_MS = (APPEAL_DAYS + 30) * DAY_MS;
/** The tables of what a single mailbox is barred from. */
const OF_MAILBOX = ['barred_pictures', 'barred_texts'] as const;
const TABLES = ['removed_pictures', ...OF_MAILBOX] as const;

/** Returns the key of a user’s bars: that of their mailbox or, until it is verified, the id of the account. */
export async function ownerKey(db: Db, userId: string, hashMailbox: HashMailbox): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_validated as verified'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.verified ? hashMailbox(user.email) : userId;
}

/** Ends bars, after which what operators removed can be shown again. */
export function createBars({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Allows what this decision removed, if anything, to be shown again, because the decision was taken back. */
    async release(on: Db, entryId: string): Promise<void> {
      for (const table of TABLES) await on.deleteFrom(table).where('entry_id', '=', entryId).execute();
    },

    /** Keeps what a mailbox is barred from only for a while after its last account is deleted. */
    async keep(tx: Tx, { id, mailbox, last, forgetAt }: ClosedAccount): Promise<void> {
      for (const table of OF_MAILBOX) {
        await tx.db.deleteFrom(table).where('mailbox', '=', id).execute();
        if (last)
          await tx.db
            .updateTable(table)
            .set({ forget_at: sql<Date>`least(forget_at, ${forgetAt}::timestamptz)` })
            .where('mailbox', '=', mailbox)
            .execute();
      }
    },

    async sweep(): Promise<void> {
      const now = clock.now();
      for (const table of TABLES) {
        await db.deleteFrom(table).where('forget_at', '<=', now).execute();
        await db
          .updateTable(table)
          .set({ entry_id: null })
          .where('entry_id', 'is not', null)
          .where('forget_at', '<=', minus(plus(now, BARRED_MS), APPEALED_MS))
          .execute();
      }
    },
  };
}
