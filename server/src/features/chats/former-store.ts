import { LIST_MAX } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { RemovedChat } from './lifecycle-store.ts';

/** A user, and another person whom they may report although their chat is gone. */
export interface Former {
  userId: string;
  otherId: string;
}

/**
 * Returns who may report whom once a chat is gone: after an accepted chat each of the two, after a pending pin only the
 * pinned person, after a rejected pin nobody.
 */
export function formerOf({ lowId, highId, initiatedBy, pinStatus }: RemovedChat): Former[] {
  const pinned = initiatedBy === lowId ? highId : lowId;
  if (pinStatus === 'rejected') return [];
  const both = [
    { userId: pinned, otherId: initiatedBy },
    { userId: initiatedBy, otherId: pinned },
  ];
  return pinStatus === 'accepted' ? both : both.slice(0, 1);
}

/** Stores the current names of these people. Skips accounts that are being deleted at this moment. */
export async function noteFormer(db: Db, former: readonly Former[], now: Date): Promise<void> {
  if (former.length === 0) return;
  const [userIds, otherIds] = [former.map(({ userId }) => userId), former.map(({ otherId }) => otherId)];
  await sql`
    INSERT INTO former_chats (user_id, other_id, name, ended_at)
    SELECT me.id, other.id, other.username, ${now}::timestamptz
    FROM unnest(${userIds}::uuid[], ${otherIds}::uuid[]) AS pair (user_id, other_id)
    JOIN users me ON me.id = pair.user_id JOIN users other ON other.id = pair.other_id
    FOR KEY SHARE OF me, other SKIP LOCKED
    ON CONFLICT (user_id, other_id) DO UPDATE SET name = excluded.name, ended_at = excluded.ended_at`.execute(
    db,
  );
}

/**
 * Locks a user’s former chats and those that others have with the user, in one order, before the deletion reaches them
 * in another.
 */
export async function lockFormer(db: Db, userId: string): Promise<void> {
  await sql`
    SELECT FROM former_chats WHERE user_id = ${userId} OR other_id = ${userId}
    ORDER BY user_id, other_id FOR UPDATE`.execute(db);
}

export interface FormerRow {
  id: string;
  name: string;
  endedAt: Date;
}

/**
 * Lists a user’s former chats that ended after `since`, latest first, without people whom the user has blocked or chats
 * with again. A suspended user has no list of blocked people, so theirs are included.
 */
export async function listFormer(
  db: Db,
  userId: string,
  since: Date,
  suspended = false,
): Promise<FormerRow[]> {
  const { rows } = await sql<FormerRow>`
    SELECT f.other_id AS id, f.name, f.ended_at AS "endedAt" FROM former_chats f
    WHERE f.user_id = ${userId} AND f.ended_at > ${since}
      AND (${suspended} OR NOT EXISTS (SELECT FROM blocks WHERE blocker_id = f.user_id AND blocked_id = f.other_id AND listed))
      AND NOT EXISTS (SELECT FROM chats WHERE low_id = least(f.user_id, f.other_id)
        AND high_id = greatest(f.user_id, f.other_id) AND pin_status = 'accepted')
    ORDER BY f.ended_at DESC, f.other_id LIMIT ${LIST_MAX}`.execute(db);
  return rows;
}

/** Whether a user may report another person for a chat that ended after `since`. */
export async function isFormer(db: Db, userId: string, otherId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM former_chats
    WHERE user_id = ${userId} AND other_id = ${otherId} AND ended_at > ${since}`.execute(db);
  return rows.length > 0;
}

export async function deleteFormer(db: Db, endedBefore: Date): Promise<void> {
  await sql`
    DELETE FROM former_chats WHERE (user_id, other_id) IN (
      SELECT user_id, other_id FROM former_chats WHERE ended_at <= ${endedBefore} FOR UPDATE SKIP LOCKED)`.execute(
    db,
  );
}
