import { BLOCKS_MAX, LIST_MAX, SOMEBODY, STEP } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

/** Serializes changes between two users, even if no row exists that could be locked. */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

export async function isOpenedAfter(db: Db, userId: string, moment: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE id = ${userId} AND created_at > ${moment}`.execute(db);
  return rows.length > 0;
}

/** SQL for the ids of the users that a user has blocked, latest first. */
export const blockedIdsSql = (userId: string): string => `ARRAY(
  SELECT blocked_id::text FROM blocks WHERE blocker_id = ${userId} AND listed
  ORDER BY created_at DESC, blocked_id LIMIT ${LIST_MAX})`;

export const reportedIdsSql = (userId: string): string => `ARRAY(
  SELECT DISTINCT reported_id::text FROM reports
  WHERE reporter_id = ${userId} AND reported_id IS NOT NULL ORDER BY 1 LIMIT ${LIST_MAX})`;

/**
 * Locks a user and the verified accounts of another person. Like all code that locks several people, it does so by id,
 * to prevent deadlocks; their presences begin before or after this. Returns false if the other one does not exist;
 * people who blocked each other, and suspended ones, do.
 */
export async function lockPeople(db: Db, userId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users
    WHERE id IN (${userId}, ${otherId})
      OR (email_validated AND mailbox = (SELECT mailbox FROM users WHERE id = ${otherId}))
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows.some(({ id }) => id === otherId);
}

/**
 * Adds a block, with what the list of blocked users shows from then on: name, age and first photo if the blocker sees
 * the person now; otherwise only the name: the current one if the blocker was `shown` the person today, or that of a
 * former chat. Returns false if the block already existed.
 */
export async function addBlock(
  db: Db,
  block: { blockerId: string; blockedId: string; sees: boolean; shown: boolean },
  now: Date,
): Promise<boolean> {
  const { blockerId, blockedId, sees, shown } = block;
  const { rows } = await sql<{ fresh: boolean }>`
    INSERT INTO blocks (blocker_id, blocked_id, created_at, name, age, photo_id)
    SELECT ${blockerId}, users.id, ${now}, CASE WHEN ${sees || shown} THEN username ELSE former.name END,
      CASE WHEN ${sees} THEN date_part('year', age(${now}::timestamptz AT TIME ZONE 'UTC', date_of_birth)) END, (
      SELECT p.id FROM photos p WHERE p.user_id = users.id AND position IS NOT NULL AND ${sees}
      ORDER BY position LIMIT 1)
    FROM users LEFT JOIN former_chats former ON former.user_id = ${blockerId} AND former.other_id = users.id
    WHERE users.id = ${blockedId}
    ON CONFLICT (blocker_id, blocked_id) DO UPDATE SET listed = true,
      name = CASE WHEN blocks.listed THEN blocks.name ELSE excluded.name END,
      age = CASE WHEN blocks.listed THEN blocks.age ELSE excluded.age END,
      photo_id = CASE WHEN blocks.listed THEN blocks.photo_id ELSE excluded.photo_id END
    RETURNING xmax = 0 AS fresh`.execute(db);
  return rows[0]!.fresh;
}

/** Returns whether a user has blocked more people than an account may. */
export async function hasBlockedTooMany(db: Db, blockerId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM blocks WHERE blocker_id = ${blockerId} AND listed OFFSET ${BLOCKS_MAX} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * SQL for the blocked or unblocked users who can notice it: without a finished registration nobody sees or is seen, and
 * anybody can open any number of such accounts for a mailbox.
 */
const finished = sql.raw(
  `SELECT changed.id FROM changed JOIN users USING (id) WHERE registration_step = ${STEP.verified}`,
);

/**
 * Also blocks the other verified accounts of the same mailbox. Accounts verified later are blocked then. Returns those
 * who were not blocked before and can notice.
 */
export async function addBlocksOfMailbox(
  db: Db,
  blockerId: string,
  blockedId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH changed AS (
      INSERT INTO blocks (blocker_id, blocked_id, created_at, listed)
      SELECT ${blockerId}, other.id, ${now}, false
      FROM users one
      JOIN users other ON other.mailbox = one.mailbox AND other.email_validated AND other.id NOT IN (one.id, ${blockerId})
      WHERE one.id = ${blockedId}
      ON CONFLICT DO NOTHING RETURNING blocked_id AS id)
    ${finished}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Removes a block and, if it was the last one that the blocker made in this mailbox, those added for its other
 * accounts. Returns those no longer blocked who can notice.
 */
export async function removeBlock(db: Db, blockerId: string, blockedId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH others AS (
      SELECT other.id FROM users one JOIN users other ON other.mailbox = one.mailbox AND other.id <> one.id
      WHERE one.id = ${blockedId}),
    changed AS (
      DELETE FROM blocks WHERE blocker_id = ${blockerId} AND (blocked_id = ${blockedId} OR (
        NOT listed AND blocked_id IN (SELECT id FROM others) AND NOT EXISTS (
          SELECT FROM blocks made JOIN others ON id = made.blocked_id
          WHERE made.blocker_id = ${blockerId} AND made.listed)))
      RETURNING blocked_id AS id)
    ${finished}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface BlockedRow {
  id: string;
  name: string;
  age: number | null;
  photoId: string | null;
}

/** Returns the users that a user has blocked, as they were shown then, latest first, without suspended ones. */
export async function listBlocked(db: Db, userId: string): Promise<BlockedRow[]> {
  const { rows } = await sql<BlockedRow>`
    SELECT users.id, coalesce(name, ${SOMEBODY}) AS name, age, photo_id AS "photoId"
    FROM blocks JOIN users ON users.id = blocked_id
    WHERE blocker_id = ${userId} AND listed AND suspended_at IS NULL
    ORDER BY blocks.created_at DESC, users.id LIMIT ${LIST_MAX}`.execute(db);
  return rows;
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
 * Updates the pair’s pending report made after `since`, or adds a new one; a judged report stays as it was judged.
 * Returns the id of the report.
 */
export async function putReport(db: Db, report: Report, since: Date, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    UPDATE reports SET reason = ${report.reason}, updated_at = ${now},
      words = coalesce(nullif(${report.words}, ''), words), photo_id = coalesce(${report.photoId}, photo_id)
    WHERE handled_at IS NULL AND id = (
      SELECT id FROM reports
      WHERE reporter_id = ${report.reporterId} AND reported_id = ${report.reportedId} AND created_at > ${since}
        AND handled_at IS NULL
      ORDER BY created_at DESC LIMIT 1)
    RETURNING id`.execute(db);
  if (rows[0]) return rows[0].id;
  await sql`
    INSERT INTO reports (id, reporter_id, reported_id, reason, words, photo_id, created_at, updated_at)
    VALUES (${report.id}, ${report.reporterId}, ${report.reportedId}, ${report.reason}, ${report.words},
      ${report.photoId}, ${now}, ${now})`.execute(db);
  return report.id;
}
