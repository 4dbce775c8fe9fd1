import { MODERATION_PAGE_MAX, type Pose } from '@herenow/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Check } from './policy.ts';

type Db = Kysely<Database>;

export interface Person {
  id: string;
  email: string;
  /** The first photo of the profile. */
  firstPhoto: string | null;
  verified: boolean;
}

/** Somebody whose changes here come one after the other. */
export async function lockPerson(db: Db, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    SELECT id, email, verified_photo IS NOT NULL AS verified,
      (SELECT id FROM photos WHERE user_id = u.id AND position IS NOT NULL ORDER BY position LIMIT 1) AS "firstPhoto"
    FROM users u WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db);
  return rows[0];
}

export async function isVerified(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${userId} AND verified_photo IS NOT NULL`.execute(db);
  return rows.length > 0;
}

/** Puts the mark on the profile, for as long as this is its first photo, or with null takes it away. */
export async function setVerified(db: Db, userId: string, photoId: string | null): Promise<void> {
  await db.updateTable('users').set({ verified_photo: photoId }).where('id', '=', userId).execute();
}

export async function findCheck(db: Db, userId: string): Promise<Check | undefined> {
  const { rows } = await sql<Check>`
    SELECT poses, drawn_at AS "drawnAt", selfies, sent_at AS "sentAt", decided_at AS "decidedAt", why
    FROM face_checks WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Begins a check in place of an earlier one, with one pose. */
export async function putCheck(db: Db, userId: string, pose: Pose, now: Date): Promise<void> {
  await deleteCheck(db, userId);
  await db
    .insertInto('face_checks')
    .values({ user_id: userId, poses: [pose], drawn_at: now, why: null, held_by: null })
    .execute();
}

/** Adds a selfie, and with it the next pose, or the moment from which the check waits. */
export async function addSelfie(
  db: Db,
  userId: string,
  { selfie, pose, now }: { selfie: string; pose: Pose | undefined; now: Date },
): Promise<void> {
  await sql`
    UPDATE face_checks SET selfies = selfies || ${selfie}::text, drawn_at = ${now},
      poses = poses || ${pose === undefined ? [] : [pose]}::text[],
      sent_at = ${pose === undefined ? now : null}::timestamptz
    WHERE user_id = ${userId}`.execute(db);
}

export async function deleteCheck(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('face_checks').where('user_id', '=', userId).execute();
}

/** Erases the selfies; `why` stays for the person to read. */
export async function declineCheck(db: Db, userId: string, why: string, now: Date): Promise<void> {
  await db
    .updateTable('face_checks')
    .set({ selfies: [], decided_at: now, why, held_by: null, held_until: null })
    .where('user_id', '=', userId)
    .execute();
}

export interface WaitingRow {
  userId: string;
  username: string;
  dateOfBirth: string | null;
  sentAt: Date;
  heldBy: string | null;
}

/** The people whose selfies wait, the longest wait first, or one of them. */
export async function listWaiting(db: Db, now: Date, userId?: string): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT u.id AS "userId", u.username, u.date_of_birth AS "dateOfBirth", f.sent_at AS "sentAt",
      CASE WHEN f.held_until > ${now} THEN f.held_by END AS "heldBy"
    FROM face_checks f JOIN users u ON u.id = f.user_id
    WHERE f.sent_at IS NOT NULL AND f.decided_at IS NULL AND u.suspended_at IS NULL
      ${userId === undefined ? sql`` : sql`AND u.id = ${userId}`}
    ORDER BY f.sent_at, u.id LIMIT ${MODERATION_PAGE_MAX}`.execute(db);
  return rows;
}

/** Keeps a check to an operator. Returns false while somebody else has it. */
export async function hold(
  db: Db,
  { userId, operatorId, until }: { userId: string; operatorId: string; until: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE face_checks SET held_by = ${operatorId}, held_until = ${until}
    WHERE user_id = ${userId} AND (held_by IS NULL OR held_by = ${operatorId} OR held_until <= ${now})
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Erases the selfies that nobody looked at, those of checks that were not finished, and what was declined long ago. */
export async function deleteOutdated(
  db: Db,
  before: { waiting: Date; unfinished: Date; declined: Date },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE face_checks SET selfies = '{}', decided_at = ${now}, why = NULL
    WHERE decided_at IS NULL AND sent_at <= ${before.waiting}`.execute(db);
  await sql`
    DELETE FROM face_checks WHERE decided_at <= ${before.declined}
      OR (decided_at IS NULL AND sent_at IS NULL AND drawn_at <= ${before.unfinished})`.execute(db);
}
