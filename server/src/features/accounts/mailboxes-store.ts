import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

/** Serializes suspensions of a mailbox and registrations with it until the end of the transaction. */
export async function lockMailbox(db: Db, mailbox: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`.execute(db);
}

export async function lockVerified(db: Db, mailbox: string): Promise<void> {
  await sql`
    SELECT FROM users WHERE mailbox = ${mailbox} AND email_validated ORDER BY id FOR UPDATE`.execute(db);
}

export async function listVerifiedIds(db: Db, mailbox: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE mailbox = ${mailbox} AND email_validated ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
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
  await sql`
    INSERT INTO suspended_mailboxes (mailbox, suspended_at) VALUES (${mailbox}, ${now})
    ON CONFLICT (mailbox) DO UPDATE SET forget_at = NULL`.execute(db);
}

export async function removeSuspension(db: Db, mailbox: string): Promise<void> {
  await sql`DELETE FROM suspended_mailboxes WHERE mailbox = ${mailbox}`.execute(db);
}

export async function setForgetAt(db: Db, mailbox: string, forgetAt: Date): Promise<void> {
  await sql`UPDATE suspended_mailboxes SET forget_at = ${forgetAt} WHERE mailbox = ${mailbox}`.execute(db);
}

export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM suspended_mailboxes WHERE forget_at <= ${now}`.execute(db);
}
