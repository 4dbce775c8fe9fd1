import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

/**
 * This account and the other verified ones of its mailbox. A stranger can open others for the mailbox, but verify none.
 */
const accountsOf = (userId: string) => sql`
  SELECT u.id FROM users me JOIN users u ON u.id = me.id OR (u.mailbox = me.mailbox AND u.email_validated)
  WHERE me.id = ${userId}`;

/**
 * Locks the accounts of a person, so that reports on them are decided one after the other. Returns false if the person
 * was hidden since `since`, is suspended, or does not exist.
 */
export async function lockUnhidden(db: Db, userId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string; free: boolean }>`
    SELECT id, suspended_at IS NULL AND (hidden_until IS NULL OR hidden_until < ${since}) AS free
    FROM users WHERE id IN (${accountsOf(userId)}) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows.length > 0 && rows.every(({ free }) => free);
}

/** Hides every account of a person. Returns those that have a presence. */
export async function setHidden(db: Db, userId: string, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH hidden AS (
      UPDATE users SET hidden_until = ${until} WHERE id IN (${accountsOf(userId)}) RETURNING id)
    SELECT id FROM hidden JOIN presences ON user_id = id ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Ends the hiding of a person who has been judged, unless the reports on another of their accounts, which hid it, are
 * still pending. Returns whether they were hidden.
 */
export async function endHiding(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE users SET hidden_until = ${now}
    WHERE id IN (${accountsOf(userId)}) AND hidden_until > ${now} AND NOT EXISTS (
      SELECT FROM reports WHERE reported_id IN (${accountsOf(userId)}) AND handled_at IS NULL AND hid_at IS NOT NULL)
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Records until when an account that is about to be deleted was hidden. */
export async function keepHiding(db: Db, userId: string, mailbox: string): Promise<void> {
  await sql`
    INSERT INTO kept_hidings (mailbox, hidden_until)
    SELECT ${mailbox}, hidden_until FROM users WHERE id = ${userId} AND hidden_until IS NOT NULL
    ON CONFLICT (mailbox) DO UPDATE SET hidden_until = greatest(kept_hidings.hidden_until, excluded.hidden_until)`.execute(
    db,
  );
}

/** Hides an account that is being verified as long as the other and earlier ones of its mailbox. */
export async function restoreHiding(db: Db, userId: string, mailbox: string): Promise<void> {
  await sql`
    UPDATE users SET hidden_until = (
      SELECT max(hidden_until) FROM (
        SELECT hidden_until FROM kept_hidings WHERE mailbox = ${mailbox}
        UNION ALL SELECT hidden_until FROM users WHERE mailbox = ${mailbox}) earlier)
    WHERE id = ${userId}`.execute(db);
}

/** Ends the hiding that a deleted account has left to its mailbox. Locks people first, as their deletion does. */
export async function endKeptHiding(db: Db, mailbox: string, now: Date): Promise<void> {
  await sql`SELECT FROM users WHERE mailbox = ${mailbox} ORDER BY id FOR NO KEY UPDATE`.execute(db);
  await sql`
    UPDATE kept_hidings SET hidden_until = ${now}
    WHERE mailbox = ${mailbox} AND hidden_until > ${now}`.execute(db);
  await sql`
    UPDATE users SET hidden_until = ${now} WHERE mailbox = ${mailbox} AND hidden_until > ${now} AND NOT EXISTS (
      SELECT FROM reports JOIN users other ON other.id = reported_id
      WHERE other.mailbox = ${mailbox} AND handled_at IS NULL AND hid_at IS NOT NULL)`.execute(db);
}

export async function deleteOutdated(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM kept_hidings WHERE hidden_until <= ${before}`.execute(db);
}
