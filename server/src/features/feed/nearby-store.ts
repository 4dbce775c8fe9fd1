import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

/**
 * Returns those of these users who are visible, with the cells in which others see them, and locks their presences, so
 * that none of them leaves or moves meanwhile.
 */
export async function lockSeen(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<{ userId: string; cell: string }[]> {
  const { rows } = await sql<{ userId: string; cell: string }>`
    SELECT user_id AS "userId", cell FROM presences
    WHERE user_id = ANY(${userIds}::uuid[]) AND status = 'online' AND online_until > ${now}
    ORDER BY user_id FOR SHARE`.execute(db);
  return rows;
}

/** Returns the users whom a block or a chat keeps out of this user’s feed, and this user out of theirs. */
export async function listApart(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${userId}
    UNION SELECT blocker_id FROM blocks WHERE blocked_id = ${userId}
    UNION SELECT high_id FROM chats WHERE low_id = ${userId}
    UNION SELECT low_id FROM chats WHERE high_id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns those of some users whom neither a chat with `userId` nor a block by them keeps out of its feed. */
export async function listTogether(db: Db, userId: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT other.id FROM unnest(${others}::uuid[]) AS other (id)
    WHERE NOT EXISTS (SELECT FROM blocks WHERE blocker_id = other.id AND blocked_id = ${userId})
      AND NOT EXISTS (SELECT FROM chats
        WHERE low_id = least(${userId}::uuid, other.id)
          AND high_id = greatest(${userId}::uuid, other.id))`.execute(db);
  return rows.map(({ id }) => id);
}
