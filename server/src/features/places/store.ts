import { sql } from 'kysely';
import type pg from 'pg';
import { named } from '../../database/named.ts';
import type { Db } from '../../database/tables.ts';
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
  return await db
    .selectFrom('movements')
    .select(['km_left as kmLeft', 'counted_at as countedAt', 'regions', 'regions_since as regionsSince'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function saveMovement(db: Db, userId: string, movement: Movement): Promise<void> {
  const values = {
    km_left: movement.kmLeft,
    counted_at: movement.countedAt,
    regions: [...movement.regions],
    regions_since: movement.regionsSince,
  };
  await db
    .insertInto('movements')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function saveViewpoint(
  db: Db,
  { userId, sessionId }: Caller,
  { cell, next }: Viewpoint,
  now: Date,
): Promise<void> {
  const values = { cell, next_cell: next?.cell ?? null, next_since: next?.since ?? null };
  await db
    .insertInto('viewpoints')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
  await db
    .updateTable('users')
    .set({ cell, updated_at: now, last_active_at: now })
    .where('id', '=', userId)
    .where('cell', 'is distinct from', cell)
    .execute();
}

/** Deletes movements last counted before that time, whose whole budget is available again. */
export async function forgetMovements(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('movements').where('counted_at', '<=', before).execute();
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
