import { STEP } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface PhotoRow {
  id: string;
  key: string;
  thumbhash: string;
}

/** Notes keys as files to remove from `dueAt` on, before the files or a row exist. */
export async function noteRemovals(db: Db, keys: readonly string[], dueAt: Date): Promise<void> {
  await sql`
    INSERT INTO photo_removals (key, due_at)
    SELECT key, ${dueAt}::timestamptz FROM unnest(${keys}::text[]) AS key`.execute(db);
}

/** Cancels removals. Returns whether all of them were still noted. */
export async function cancelRemovals(db: Db, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true;
  const { rows } = await sql`
    DELETE FROM photo_removals WHERE key = ANY(${keys}::text[]) RETURNING key`.execute(db);
  return rows.length === keys.length;
}

/** Locks removals that are due, so that only one node acts on each. */
export async function lockRemovals(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM photo_removals WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}
    FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map(({ key }) => key);
}

export async function putRemovalOff(db: Db, key: string, dueAt: Date): Promise<void> {
  await sql`UPDATE photo_removals SET due_at = ${dueAt} WHERE key = ${key}`.execute(db);
}

export async function insertPhotos(
  db: Db,
  userId: string,
  photos: readonly PhotoRow[],
  now: Date,
): Promise<void> {
  const rows = photos.map(
    ({ id, key, thumbhash }) => sql`(${id}, ${userId}, ${key}, ${thumbhash}, ${now}, ${now})`,
  );
  await sql`
    INSERT INTO photos (id, user_id, key, thumbhash, unheld_since, created_at)
    VALUES ${sql.join(rows)}`.execute(db);
}

/**
 * Removes a user’s photos that no profile holds, except for the latest ones and for those that others may have seen,
 * which somebody may yet report.
 */
export async function trimUnheld(db: Db, userId: string, keep: number): Promise<void> {
  await sql`
    DELETE FROM photos WHERE id IN (
      SELECT p.id FROM photos p JOIN users u ON u.id = user_id
      WHERE user_id = ${userId} AND position IS NULL
        AND NOT (was_held AND registration_step = ${STEP.verified})
      ORDER BY unheld_since DESC, p.id DESC OFFSET ${keep})`.execute(db);
}

export async function deleteAllUnheld(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM photos WHERE user_id = ${userId} AND position IS NULL`.execute(db);
}

/**
 * Removes photos that no profile has held since `before`. Triggers lock the users whose photos go, so these are locked
 * first, except for those that another transaction has locked.
 */
export async function deleteUnheld(db: Db, before: Date, limit: number): Promise<void> {
  const due = sql`position IS NULL AND unheld_since <= ${before}`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE id IN (
      SELECT user_id FROM photos WHERE ${due} ORDER BY unheld_since LIMIT ${limit})
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`.execute(db);
  const owners = rows.map(({ id }) => id);
  if (owners.length > 0)
    await sql`DELETE FROM photos WHERE user_id = ANY(${owners}::uuid[]) AND ${due}`.execute(db);
}

/**
 * Removes the photos of accounts without a verified email, but for the latest accounts that have so many together. Those
 * that another transaction has locked keep theirs until the next time.
 */
export async function deleteUnverified(db: Db, keep: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE NOT email_validated AND id IN (
      SELECT u.id FROM users u JOIN photos p ON p.user_id = u.id WHERE NOT u.email_validated
      ORDER BY u.created_at DESC, u.id OFFSET ${keep})
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`.execute(db);
  const owners = rows.map(({ id }) => id);
  if (owners.length > 0) await sql`DELETE FROM photos WHERE user_id = ANY(${owners}::uuid[])`.execute(db);
}

/**
 * Makes a profile hold exactly these of the user’s photos, in this order. Returns how many of the keys are theirs. For
 * each photo taken off the profile, the time starts in which it can be put back.
 */
export async function holdPhotos(
  db: Db,
  userId: string,
  keys: readonly string[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ held: boolean }>`
    UPDATE photos SET
      position = array_position(${keys}::text[], key) - 1,
      unheld_since = CASE WHEN key <> ALL(${keys}::text[]) THEN ${now}::timestamptz END
    WHERE user_id = ${userId} AND (position IS NOT NULL OR key = ANY(${keys}::text[]))
    RETURNING position IS NOT NULL AS held`.execute(db);
  return rows.filter((row) => row.held).length;
}

/**
 * SQL for the photos that a profile holds, in their order, as JSON of rows: saves queries that list many people a
 * second query.
 */
export const heldPhotosSql = (userId: string): string => `(
  SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'thumbhash', thumbhash) ORDER BY position), '[]')
  FROM photos WHERE user_id = ${userId} AND position IS NOT NULL)`;

/** Returns the owner of a photo, and whether their profile holds it. */
export async function findOwner(
  db: Db,
  key: string,
): Promise<{ id: string; ownerId: string; held: boolean } | undefined> {
  const { rows } = await sql<{ id: string; ownerId: string; held: boolean }>`
    SELECT id, user_id AS "ownerId", position IS NOT NULL AS held FROM photos WHERE key = ${key}`.execute(db);
  return rows[0];
}

/** Returns all photos of a user, those of the profile first. */
export async function listAll(db: Db, userId: string): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    SELECT id, key FROM photos WHERE user_id = ${userId} ORDER BY position, created_at`.execute(db);
  return rows;
}

/** Deletes a photo. Returns false if the user has no such photo. */
export async function deletePhoto(db: Db, userId: string, photoId: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM photos WHERE id = ${photoId} AND user_id = ${userId} RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Returns the photos that these users’ profiles hold, each user’s in their order. */
export async function listHeld(
  db: Db,
  userIds: readonly string[],
): Promise<(PhotoRow & { userId: string })[]> {
  const { rows } = await sql<PhotoRow & { userId: string }>`
    SELECT user_id AS "userId", id, key, thumbhash FROM photos
    WHERE user_id = ANY(${userIds}::uuid[]) AND position IS NOT NULL ORDER BY user_id, position`.execute(db);
  return rows;
}
