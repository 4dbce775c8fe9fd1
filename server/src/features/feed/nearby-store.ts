import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

/** Returns the cell in which other users see a visible user; undefined if the user is not visible. */
export async function findSeen(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('presences')
    .select('cell')
    .where('user_id', '=', userId)
    .where('status', '=', 'online')
    .where('online_until', '>', now)
    .executeTakeFirst();
  return row?.cell;
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

/** Whether a chat, or a block of `one` by `other`, keeps the two users out of each other’s feeds. */
export async function areApart(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM blocks WHERE blocker_id = ${other} AND blocked_id = ${one}
    UNION ALL SELECT FROM chats WHERE low_id = least(${one}::uuid, ${other}::uuid)
      AND high_id = greatest(${one}::uuid, ${other}::uuid)`.execute(db);
  return rows.length > 0;
}
