import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

/** Serializes suspensions of a mailbox and registrations with it until the end of the transaction. */
export async function lockMailbox(db: Db, mailbox: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`.execute(db);
}

const verifiedOf = (db: Db, mailbox: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('mailbox', '=', mailbox)
    .where('email_validated', '=', true)
    .orderBy('id');

/** Locks the verified accounts of a mailbox. */
export async function lockVerified(db: Db, mailbox: string): Promise<void> {
  await verifiedOf(db, mailbox).forUpdate().execute();
}

/** Returns the ids of the verified accounts of a mailbox. */
export async function listVerifiedIds(db: Db, mailbox: string): Promise<string[]> {
  return (await verifiedOf(db, mailbox).execute()).map(({ id }) => id);
}

export interface MailboxAccount {
  id: string;
  /** Whether it is suspended without an end. */
  forGood: boolean;
}

/** Returns a verified account of a mailbox, one that is not suspended if there is any. */
export async function findAccount(db: Db, mailbox: string): Promise<MailboxAccount | undefined> {
  const { rows } = await sql<MailboxAccount>`
    SELECT id, suspended_at IS NOT NULL AND suspended_until IS NULL AS "forGood" FROM users
    WHERE mailbox = ${mailbox} AND email_validated
    ORDER BY "forGood", suspended_at IS NOT NULL, id LIMIT 1`.execute(db);
  return rows[0];
}

export async function hasOthers(db: Db, mailbox: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE mailbox = ${mailbox} AND email_validated AND id <> ${userId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function isMailboxSuspended(db: Db, mailbox: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM suspended_mailboxes WHERE mailbox = ${mailbox} AND (forget_at IS NULL OR forget_at > ${now})
      AND NOT EXISTS (
        SELECT FROM users
        WHERE mailbox = ${mailbox} AND email_validated AND suspended_until <= ${now})`.execute(db);
  return rows.length > 0;
}

export async function addSuspension(db: Db, mailbox: string, now: Date): Promise<void> {
  await db
    .insertInto('suspended_mailboxes')
    .values({ mailbox, suspended_at: now })
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet({ forget_at: null }))
    .execute();
}

export async function removeSuspension(db: Db, mailbox: string): Promise<void> {
  await db.deleteFrom('suspended_mailboxes').where('mailbox', '=', mailbox).execute();
}

export async function setForgetAt(db: Db, mailbox: string, forgetAt: Date): Promise<void> {
  await db
    .updateTable('suspended_mailboxes')
    .set({ forget_at: forgetAt })
    .where('mailbox', '=', mailbox)
    .execute();
}

export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('suspended_mailboxes').where('forget_at', '<=', now).execute();
}
