import { APPEAL_DAYS, DAY_MS } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import type { ClosedAccount } from '../accounts/index.ts';

/** How long what was removed cannot be shown again. */
export const BARRED_MS = 365 * DAY_MS;
/** An appeal is decided well within this time, even if made at the last moment. */
export const APPEAL_DECIDED_MS = (APPEAL_DAYS + 30) * DAY_MS;
/** The tables of what a single mailbox is barred from. */
const OF_MAILBOX = [sql`barred_pictures`, sql`barred_texts`];
const TABLES = [sql`removed_pictures`, ...OF_MAILBOX];

/** Ends bars, after which what operators removed can be shown again. */
export function createBars({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Allows what this decision removed, if anything, to be shown again, because the decision was taken back. */
    async release(on: Db, entryId: string): Promise<void> {
      for (const table of TABLES) await sql`DELETE FROM ${table} WHERE entry_id = ${entryId}`.execute(on);
    },

    /** Keeps what a mailbox is barred from only for a while after its last account is deleted. */
    async keep(tx: Pick<Tx, 'db'>, { id, mailbox, last, forgetAt }: ClosedAccount): Promise<void> {
      for (const table of OF_MAILBOX) {
        await sql`DELETE FROM ${table} WHERE mailbox = ${id}`.execute(tx.db);
        if (last)
          await sql`
            UPDATE ${table} SET forget_at = least(forget_at, ${forgetAt}::timestamptz)
            WHERE mailbox = ${mailbox}`.execute(tx.db);
      }
    },

    async sweep(): Promise<void> {
      const now = clock.now();
      for (const table of TABLES) {
        await sql`DELETE FROM ${table} WHERE forget_at <= ${now}`.execute(db);
        await sql`
          UPDATE ${table} SET entry_id = NULL
          WHERE entry_id IS NOT NULL AND forget_at <= ${minus(plus(now, BARRED_MS), APPEAL_DECIDED_MS)}`.execute(
          db,
        );
      }
    },
  };
}
