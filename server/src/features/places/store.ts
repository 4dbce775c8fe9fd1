import { sql } from 'kysely';
import type pg from 'pg';
import { named } from '../../database/named.ts';
import type { Db } from '../../database/db.ts';
import type { FoundSession } from '../../http/admission.ts';
import { countingSql } from '../../http/call-rates.ts';
import type { Caller } from '../../http/mount.ts';
import { liveSessionsSql } from '../accounts/index.ts';
import type { Movement, Viewpoint } from './policy.ts';

/** The columns of `users u` and `viewpoints v` of which `viewpointOf` makes a place. */
export const VIEWPOINT_COLUMNS = `u.cell AS "lastCell", v.cell, v.next_cell AS "nextCell", v.next_since AS "nextSince"`;

export interface ViewpointRow {
  lastCell: string | null;
  cell: string | null;
  nextCell: string | null;
  nextSince: Date | null;
}

/** Returns the place from which a device looks; for a device that reported none, the last one of its owner. */
export async function findViewpoint(db: Db, caller: Caller): Promise<Viewpoint | undefined> {
  const { rows } = await sql<ViewpointRow>`
    SELECT ${sql.raw(VIEWPOINT_COLUMNS)} FROM users u LEFT JOIN viewpoints v ON v.session_id = ${caller.sessionId}
    WHERE u.id = ${caller.userId}`.execute(db);
  return rows[0] && viewpointOf(rows[0]);
}

/** $1 user, $2 session, $3 now, $4 the row of the rate limit, $5 now in milliseconds. */
const ADMIT_MOVE = `
WITH given AS (SELECT $1::uuid AS user_id, $2::uuid AS session_id, $4::text AS rate_row),
callers AS (${liveSessionsSql('$3::timestamptz')}),
counted AS (${countingSql('location', 'callers', '$5::bigint')})
SELECT c.last_used_at AS "lastUsedAt", g.rate_row IS NULL OR EXISTS (SELECT FROM counted) AS counted,
  ${VIEWPOINT_COLUMNS}
FROM given g
LEFT JOIN callers c ON c.user_id = g.user_id
LEFT JOIN users u ON u.id = c.user_id
LEFT JOIN viewpoints v ON v.session_id = c.session_id`;

/** Admits a device that reports its place, and finds the place from which it looks, in one round trip. */
export async function admitMove(
  pool: pg.Pool,
  { userId, sessionId }: Caller,
  rateRow: string | null,
  now: Date,
): Promise<FoundSession & { viewpoint: Viewpoint | undefined }> {
  const query = named('admit-move', ADMIT_MOVE, [userId, sessionId, now, rateRow, now.getTime()]);
  const { rows } = await pool.query<FoundSession & ViewpointRow>(query);
  const { lastUsedAt, counted, ...stored } = rows[0]!;
  return { lastUsedAt, counted, viewpoint: viewpointOf(stored) };
}

/** Returns undefined if neither the device nor its owner has ever reported a place. */
export function viewpointOf(row: ViewpointRow): Viewpoint | undefined {
  const cell = row.cell ?? row.lastCell;
  const { nextCell, nextSince } = row;
  return cell === null
    ? undefined
    : { cell, next: nextCell && nextSince ? { cell: nextCell, since: nextSince } : undefined };
}

export async function findMovement(db: Db, userId: string): Promise<Movement | undefined> {
  const { rows } = await sql<Movement>`
    SELECT km_left AS "kmLeft", counted_at AS "countedAt", regions, regions_since AS "regionsSince"
    FROM movements WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function saveMovement(db: Db, userId: string, movement: Movement): Promise<void> {
  const { kmLeft, countedAt, regions, regionsSince } = movement;
  await sql`
    INSERT INTO movements (user_id, km_left, counted_at, regions, regions_since)
    VALUES (${userId}, ${kmLeft}, ${countedAt}, ${regions}, ${regionsSince})
    ON CONFLICT (user_id) DO UPDATE SET km_left = excluded.km_left, counted_at = excluded.counted_at,
      regions = excluded.regions, regions_since = excluded.regions_since`.execute(db);
}

/**
 * How many devices of an account each look from a place of their own. Changing from one to another costs no movement, so
 * with a device in each town one would see a whole country at once.
 */
const MOST_PLACES = 5;

/** Stores the place from which a device looks, and forgets those of the devices that were used longest ago. */
export async function saveViewpoint(
  db: Db,
  { userId, sessionId }: Caller,
  { cell, next }: Viewpoint,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO viewpoints (session_id, cell, next_cell, next_since)
    VALUES (${sessionId}, ${cell}, ${next?.cell ?? null}, ${next?.since ?? null})
    ON CONFLICT (session_id) DO UPDATE SET
      cell = excluded.cell, next_cell = excluded.next_cell, next_since = excluded.next_since`.execute(db);
  await sql`
    DELETE FROM viewpoints WHERE session_id IN (
      SELECT id FROM sessions JOIN viewpoints ON session_id = id WHERE user_id = ${userId}
      ORDER BY id = ${sessionId} DESC, last_used_at DESC, id DESC OFFSET ${MOST_PLACES})`.execute(db);
  await sql`
    UPDATE users SET cell = ${cell}, updated_at = ${now}, last_active_at = ${now}
    WHERE id = ${userId} AND cell IS DISTINCT FROM ${cell}`.execute(db);
}

/** Deletes movements last counted before that time, whose whole budget is available again. */
export async function forgetMovements(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM movements WHERE counted_at <= ${before}`.execute(db);
}

/** Deletes the places of the devices of sessions that end. */
export async function removeViewpointsOf(db: Db, sessionIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM viewpoints WHERE session_id = ANY(${sessionIds}::uuid[])`.execute(db);
}

/** Deletes places that were stored while their device was signed out, of sign-outs since a moment. */
export async function forgetSignedOut(db: Db, since: Date): Promise<void> {
  await sql`
    DELETE FROM viewpoints
    WHERE session_id = ANY(ARRAY(SELECT id FROM sessions WHERE ended_at > ${since}))`.execute(db);
}
