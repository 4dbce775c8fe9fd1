import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { apartSql } from './query.ts';

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

/** Returns the user, and everybody who is kept out of this user’s feed, and this user out of theirs. */
export async function listApart(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH me (user_id) AS (SELECT ${userId}::uuid)
    SELECT DISTINCT id FROM (${sql.raw(apartSql('(SELECT user_id FROM me)'))}) AS apart (id)`.execute(db);
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

/**
 * Returns where these users are seen, and the other verified accounts of a user’s mailbox, with those who look: the
 * latter even if nobody sees them.
 */
export async function listSeenBeside(
  db: Db,
  userId: string,
  otherIds: readonly string[],
  now: Date,
): Promise<{ userId: string; cell: string | null; beside: boolean }[]> {
  const { rows } = await sql<{ userId: string; cell: string | null; beside: boolean }>`
    WITH concerned (id, beside) AS (
      SELECT same.id, true FROM users one JOIN users same ON same.mailbox = one.mailbox AND same.email_validated
      WHERE one.id = ${userId} AND same.id <> ${userId}
      UNION ALL SELECT other.id, false FROM unnest(${otherIds}::uuid[]) AS other (id))
    SELECT id AS "userId", cell, beside FROM concerned
    LEFT JOIN presences ON user_id = id AND status = 'online' AND online_until > ${now}`.execute(db);
  return rows;
}
