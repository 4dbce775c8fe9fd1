import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

/**
 * Returns the people on whom a user has pending reports: deleting the user’s account seals those reports, and for that
 * the accounts of these people must stay.
 */
export async function listReportedBy(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT reported_id AS id FROM reports
    WHERE reporter_id = ${userId} AND reported_id IS NOT NULL AND handled_at IS NULL`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks blocks by and of a user in one order, before the deletion reaches them in another: two users who have blocked
 * each other would otherwise deadlock.
 */
export async function lockBlocks(db: Db, userId: string): Promise<void> {
  await sql`
    SELECT FROM blocks WHERE blocker_id = ${userId} OR blocked_id = ${userId}
    ORDER BY blocker_id, blocked_id FOR UPDATE`.execute(db);
}

/**
 * Keeps the blocks by and of a verified account that is about to be deleted, keyed by both mailboxes: one row for each
 * pair, dated by the latest block that the blocker made, or long ago if all of them followed from others.
 */
export async function keepBlocks(db: Db, userId: string, forgetAt: Date): Promise<void> {
  await sql`
    INSERT INTO kept_blocks (blocker, blocked, created_at, forget_at)
    SELECT er.mailbox, ed.mailbox, coalesce(max(blocks.created_at) FILTER (WHERE listed), to_timestamp(0)),
      ${forgetAt}::timestamptz
    FROM blocks JOIN users er ON er.id = blocker_id JOIN users ed ON ed.id = blocked_id
    WHERE (blocker_id = ${userId} OR blocked_id = ${userId}) AND er.mailbox IS NOT NULL AND ed.mailbox IS NOT NULL
      AND er.email_validated AND ed.email_validated
    GROUP BY er.mailbox, ed.mailbox ORDER BY er.mailbox, ed.mailbox
    ON CONFLICT (blocker, blocked) DO UPDATE SET forget_at = excluded.forget_at,
      created_at = greatest(kept_blocks.created_at, excluded.created_at)`.execute(db);
}

/**
 * Forgets what was kept of earlier accounts of two mailboxes, after the user removed a block, unless they still block
 * another account of the mailbox.
 */
export async function forgetKept(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await sql`
    DELETE FROM kept_blocks USING users er, users ed
    WHERE er.id = ${blockerId} AND er.email_validated AND blocker = er.mailbox
      AND ed.id = ${blockedId} AND ed.email_validated AND blocked = ed.mailbox
      AND NOT EXISTS (
        SELECT FROM blocks JOIN users other ON other.id = blocked_id
        WHERE blocker_id = er.id AND other.mailbox = ed.mailbox)`.execute(db);
}

/**
 * Restores blocks when an account is verified: those of other and earlier accounts of its mailbox apply to it. Those by
 * and of accounts that are not verified yet follow when they are. Users who blocked an earlier account are not told of
 * the new one. A user who comes back finds their own list, without the names, which may have changed: of each mailbox
 * the account that is oldest, if it is older than the block, since which accounts are one person’s is not theirs to know.
 */
export async function restoreBlocks(db: Db, userId: string, mailbox: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO blocks (blocker_id, blocked_id, created_at, listed)
    SELECT DISTINCT blocker_id, ${userId}::uuid, ${now}::timestamptz, false
    FROM blocks JOIN users other ON other.id = blocked_id
    WHERE other.mailbox = ${mailbox} AND blocker_id <> ${userId}
    UNION
    SELECT u.id, ${userId}::uuid, ${now}::timestamptz, false
    FROM kept_blocks k JOIN users u ON u.mailbox = k.blocker AND u.email_validated
    WHERE k.blocked = ${mailbox} AND k.forget_at > ${now} AND u.id <> ${userId}
    ORDER BY blocker_id
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO blocks (blocker_id, blocked_id, created_at, listed)
    SELECT ${userId}::uuid, u.id, ${now}::timestamptz, u.id IS NOT DISTINCT FROM (
      SELECT id FROM users oldest
      WHERE oldest.mailbox = k.blocked AND oldest.email_validated AND oldest.created_at <= k.created_at
      ORDER BY oldest.created_at, id LIMIT 1)
    FROM kept_blocks k JOIN users u ON u.mailbox = k.blocked AND u.email_validated
    WHERE k.blocker = ${mailbox} AND k.forget_at > ${now} AND u.id <> ${userId}
    ORDER BY u.id
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  await sql`
    DELETE FROM kept_blocks WHERE (blocker, blocked) IN (
      SELECT blocker, blocked FROM kept_blocks WHERE forget_at <= ${now} FOR UPDATE SKIP LOCKED)`.execute(db);
}
