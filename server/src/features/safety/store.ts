import { LIST_MAX } from '@herenow/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

type Db = Kysely<Database>;

/** Whether either has blocked the other. */
export async function areBlocked(db: Db, a: string, b: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('blocker_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('blocker_id', '=', a), eb('blocked_id', '=', b)]),
        eb.and([eb('blocker_id', '=', b), eb('blocked_id', '=', a)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes between two people come one after the other, whether or not a row exists that could be locked. */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** Whom a person has blocked, latest first. */
export async function listBlockedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('blocked_id')
    .limit(LIST_MAX)
    .execute();
  return rows.map((row) => row.blocked_id);
}

/** Whom a person has reported. */
export async function listReportedIds(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ reported_id: string }>`
    SELECT DISTINCT reported_id FROM reports
    WHERE reporter_id = ${userId} AND reported_id IS NOT NULL ORDER BY reported_id LIMIT ${LIST_MAX}`.execute(
    db,
  );
  return rows.map((row) => row.reported_id);
}

/** Whether `viewerId` may know of this person: not suspended, and not hidden by the other's block alone. */
export async function isKnown(db: Db, viewerId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM users WHERE id = ${userId} AND suspended_at IS NULL AND (
      NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${userId} AND blocked_id = ${viewerId})
      OR EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${viewerId} AND blocked_id = ${userId})
    )`.execute(db);
  return rows.length > 0;
}

/** False when the block was there already. */
export async function addBlock(db: Db, blockerId: string, blockedId: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocker_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute();
}

export interface BlockedRow {
  id: string;
  username: string;
  dateOfBirth: string | null;
}

/** The people someone has blocked, latest first; who is suspended is not there. */
export async function listBlocked(db: Db, userId: string): Promise<BlockedRow[]> {
  return await db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select(['users.id', 'users.username', 'users.date_of_birth as dateOfBirth'])
    .where('blocks.blocker_id', '=', userId)
    .where('users.suspended_at', 'is', null)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('users.id')
    .limit(LIST_MAX)
    .execute();
}

export interface Report {
  id: string;
  reporterId: string;
  reportedId: string;
  reason: string;
  words: string;
  photoId: string | null;
}

/**
 * Updates the pair's report that was made after `since`, which then waits again, or adds the given one. Returns the
 * id of the report.
 */
export async function putReport(db: Db, report: Report, since: Date, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    UPDATE reports SET reason = ${report.reason}, updated_at = ${now}, handled_at = NULL,
      words = coalesce(nullif(${report.words}, ''), words), photo_id = coalesce(${report.photoId}, photo_id)
    WHERE id = (
      SELECT id FROM reports
      WHERE reporter_id = ${report.reporterId} AND reported_id = ${report.reportedId} AND created_at > ${since}
      ORDER BY created_at DESC LIMIT 1)
    RETURNING id`.execute(db);
  if (rows[0]) return rows[0].id;
  await db
    .insertInto('reports')
    .values({
      id: report.id,
      reporter_id: report.reporterId,
      reported_id: report.reportedId,
      reason: report.reason,
      words: report.words,
      photo_id: report.photoId,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return report.id;
}
