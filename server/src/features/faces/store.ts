import { MODERATION_PAGE_MAX, type Pose } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Hold } from '../moderation/index.ts';
import type { Check } from './policy.ts';

export interface Person {
  id: string;
  email: string;
  emailValidated: boolean;
  /** The first photo of the profile. */
  firstPhoto: string | null;
  verified: boolean;
}

/** Locks a user, so that changes of their check run one after the other. */
export async function lockPerson(db: Db, userId: string): Promise<Person | undefined> {
  const [{ rows }, photos] = await Promise.all([
    sql<Omit<Person, 'firstPhoto'>>`
      SELECT id, email, email_validated AS "emailValidated", verified_photo IS NOT NULL AS verified
      FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db),
    // In a statement of its own: after waiting for a lock, a statement sees all rows but the locked one as they were
    // before.
    sql<{ id: string }>`
      SELECT id FROM photos WHERE user_id = ${userId} AND position IS NOT NULL ORDER BY position LIMIT 1`.execute(
      db,
    ),
  ]);
  return rows[0] && { ...rows[0], firstPhoto: photos.rows[0]?.id ?? null };
}

export async function isVerified(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${userId} AND verified_photo IS NOT NULL`.execute(db);
  return rows.length > 0;
}

/** Sets the mark on the profile, which holds as long as this is the first photo, or removes it with null. */
export async function setVerified(db: Db, userId: string, photoId: string | null): Promise<void> {
  await sql`UPDATE users SET verified_photo = ${photoId} WHERE id = ${userId}`.execute(db);
}

export async function findCheck(db: Db, userId: string): Promise<Check | undefined> {
  const { rows } = await sql<Check>`
    SELECT poses, drawn_at AS "drawnAt", selfies, sent_at AS "sentAt", decided_at AS "decidedAt", why
    FROM face_checks WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Starts a check with one pose and replaces an earlier one. */
export async function putCheck(db: Db, userId: string, pose: Pose, now: Date): Promise<void> {
  await deleteCheck(db, userId);
  await sql`
    INSERT INTO face_checks (user_id, poses, drawn_at) VALUES (${userId}, ${[pose]}, ${now})`.execute(db);
}

/** Adds a selfie together with the next pose, or, without one, submits the check. */
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
  await sql`DELETE FROM face_checks WHERE user_id = ${userId}`.execute(db);
}

/** Declines a check and erases its selfies; `why` stays for the user to read. */
export async function declineCheck(db: Db, userId: string, why: string, now: Date): Promise<void> {
  await sql`
    UPDATE face_checks SET selfies = '{}', decided_at = ${now}, why = ${why}, held_by = NULL, held_until = NULL
    WHERE user_id = ${userId}`.execute(db);
}

export interface WaitingRow {
  userId: string;
  username: string;
  dateOfBirth: string | null;
  sentAt: Date;
  heldBy: string | null;
}

/** Returns the pending checks, longest wait first, without those of some users, or that of one user. */
export async function listWaiting(
  db: Db,
  now: Date,
  { but = [], userId }: { but?: readonly string[]; userId?: string },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT u.id AS "userId", u.username, u.date_of_birth AS "dateOfBirth", f.sent_at AS "sentAt",
      CASE WHEN f.held_until > ${now} THEN f.held_by END AS "heldBy"
    FROM face_checks f JOIN users u ON u.id = f.user_id
    WHERE f.sent_at IS NOT NULL AND f.decided_at IS NULL AND u.suspended_at IS NULL
      AND u.id <> ALL(${but}::uuid[]) ${userId === undefined ? sql`` : sql`AND u.id = ${userId}`}
    ORDER BY f.sent_at, u.id LIMIT ${MODERATION_PAGE_MAX}`.execute(db);
  return rows;
}

/** Returns the last reservation of a check, even if it has ended. */
export async function findHold(db: Db, userId: string): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    SELECT held_by AS "operatorId", held_since AS since, held_until AS until FROM face_checks
    WHERE user_id = ${userId} AND held_by IS NOT NULL AND held_until IS NOT NULL`.execute(db);
  return rows[0];
}

/** Stores the reservation of a check. The person must be locked. */
export async function setHold(db: Db, userId: string, { operatorId, since, until }: Hold): Promise<void> {
  await sql`
    UPDATE face_checks SET held_by = ${operatorId}, held_since = ${since}, held_until = ${until}
    WHERE user_id = ${userId}`.execute(db);
}

/** Erases selfies that nobody looked at in time, unfinished checks, and checks decided long ago. */
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
