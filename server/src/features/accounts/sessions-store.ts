import { SESSIONS_MAX } from '@herenow/contract/constants';
import type { RateName } from '@herenow/contract/rates';
import { sql } from 'kysely';
import type pg from 'pg';
import { named, withTimeLimit } from '../../database/named.ts';
import type { Db } from '../../database/db.ts';
import type { FoundSession } from '../../http/admission.ts';
import { countingSql } from '../../http/call-rates.ts';
import type { Caller } from '../../http/mount.ts';

/** Timeout of a lookup: many requests wait for it, so it must not hang. */
const PATIENCE_MS = 5000;
/** A session is over when it has not been used for this many days. */
export const IDLE_DAYS = 30;

/** How many sessions one statement deletes: a million took longer than a statement may. */
const MOST_DELETED = 5000;

export interface OpenSession {
  userId: string;
  lastUsedAt: Date;
}

export interface RotatingSession {
  userId: string;
  tokenId: string;
  previousTokenId: string | null;
  rotatedAt: Date;
}

export interface SessionRow {
  id: string;
  created_at: Date;
  last_used_at: Date;
  app_source: string;
  device: string;
  pushes: boolean;
}

export interface NewSession {
  id: string;
  userId: string;
  tokenId: string;
  appSource: string;
  device: string;
}

/**
 * Returns sessions by id, without ended ones and those of suspended users. Each is looked up by its key, even in a plan
 * made while the tables were small.
 */
export async function findOpen(
  pool: Pick<pg.Pool, 'query'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, OpenSession>> {
  const query = named(
    'open-sessions',
    `SELECT live.id, live.user_id AS "userId", live.last_used_at AS "lastUsedAt"
     FROM unnest($1::uuid[]) AS asked (id) CROSS JOIN LATERAL (
       SELECT s.id, s.user_id, s.last_used_at FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE s.id = asked.id AND s.ended_at IS NULL AND u.suspended_at IS NULL LIMIT 1) AS live`,
    [sessionIds],
  );
  const { rows } = await pool.query<OpenSession & { id: string }>(withTimeLimit(PATIENCE_MS, query));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns SQL for the rows of the statement’s relation `given` (with `user_id` and `session_id`) whose session is live,
 * with all its columns, for statements that check the session while they act. Each session is looked up by its key,
 * even in a plan made while the table was small. `now`: SQL of a moment.
 */
export const liveSessionsSql = (now: string): string => `
  SELECT asked.*, live.last_used_at, live.username FROM given asked CROSS JOIN LATERAL (
    SELECT s.last_used_at, u.username FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = asked.session_id AND s.user_id = asked.user_id AND s.ended_at IS NULL AND u.suspended_at IS NULL
      AND s.last_used_at > ${now} - interval '${IDLE_DAYS} days' LIMIT 1) AS live`;

/** Finds a live session and counts one request against its rate limit; counts nothing if the session has ended. */
export async function findCounting(
  pool: pg.Pool,
  { userId, sessionId }: Caller,
  { rate, row }: { rate: RateName; row: string },
  now: Date,
): Promise<FoundSession> {
  const text = `
    WITH given AS (SELECT $1::uuid AS user_id, $2::uuid AS session_id, $4::text AS rate_row),
    callers AS (${liveSessionsSql('$3::timestamptz')}),
    counted AS (${countingSql(rate, 'callers', '$5::bigint')})
    SELECT last_used_at AS "lastUsedAt", EXISTS (SELECT FROM counted) AS counted FROM callers`;
  const query = named(`open-session-${rate}`, text, [userId, sessionId, now, row, now.getTime()]);
  const { rows } = await pool.query<FoundSession>(withTimeLimit(PATIENCE_MS, query));
  return rows[0] ?? { lastUsedAt: null, counted: false };
}

export async function touch(db: Db, { sessionId, userId }: Caller, now: Date): Promise<void> {
  await sql`
    WITH used AS (UPDATE sessions SET last_used_at = ${now} WHERE id = ${sessionId})
    UPDATE users SET last_active_at = ${now} WHERE id = ${userId}`.execute(db);
}

export async function noteActive(db: Db, userId: string, now: Date): Promise<void> {
  await sql`UPDATE users SET last_active_at = ${now} WHERE id = ${userId}`.execute(db);
}

export async function insert(db: Db, session: NewSession, now: Date): Promise<void> {
  const { id, userId, tokenId, appSource, device } = session;
  await sql`
    INSERT INTO sessions (id, user_id, token_id, rotated_at, app_source, device, created_at, last_used_at)
    VALUES (${id}, ${userId}, ${tokenId}, ${now}, ${appSource}, ${device}, ${now}, ${now})`.execute(db);
  await noteActive(db, userId, now);
}

/** Locks a live session, so that its refreshes run one after the other. */
export async function lockLive(
  db: Db,
  sessionId: string,
  idleSince: Date,
): Promise<RotatingSession | undefined> {
  const { rows } = await sql<RotatingSession>`
    SELECT s.user_id AS "userId", s.token_id AS "tokenId", s.previous_token_id AS "previousTokenId",
      s.rotated_at AS "rotatedAt"
    FROM sessions s JOIN users u ON u.id = s.user_id AND u.suspended_at IS NULL
    WHERE s.id = ${sessionId} AND s.ended_at IS NULL AND s.last_used_at > ${idleSince}
    FOR UPDATE OF s`.execute(db);
  return rows[0];
}

export async function rotate(
  db: Db,
  sessionId: string,
  tokens: { tokenId: string; previousTokenId: string },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sessions SET token_id = ${tokens.tokenId}, previous_token_id = ${tokens.previousTokenId},
      rotated_at = ${now}, last_used_at = ${now}
    WHERE id = ${sessionId}`.execute(db);
}

export async function listLive(db: Db, userId: string, idleSince: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT id, created_at, last_used_at, app_source, device,
      EXISTS (SELECT FROM push_subscriptions WHERE session_id = sessions.id) AS pushes
    FROM sessions WHERE user_id = ${userId} AND ended_at IS NULL AND last_used_at > ${idleSince}
    ORDER BY last_used_at DESC, id DESC LIMIT ${SESSIONS_MAX}`.execute(db);
  return rows;
}

/** Ends live sessions of users: one, all, or all but one. Returns the ids of those that ended. */
export async function end(
  db: Db,
  userIds: readonly string[],
  which: { only?: string; except?: string },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE sessions SET ended_at = ${now} WHERE user_id = ANY(${userIds}::uuid[]) AND ended_at IS NULL
      ${which.only === undefined ? sql`` : sql`AND id = ${which.only}`}
      ${which.except === undefined ? sql`` : sql`AND id <> ${which.except}`}
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the sessions of a user beyond the number that an account may have: first ended ones, then live ones, those used
 * longest ago first. Returns the ids of deleted sessions that had not ended before.
 */
export async function deleteBeyond(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; live: boolean }>`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE user_id = ${userId}
      ORDER BY ended_at IS NULL DESC, last_used_at DESC, id DESC OFFSET ${SESSIONS_MAX})
    RETURNING id, ended_at IS NULL AS live`.execute(db);
  return rows.filter(({ live }) => live).map(({ id }) => id);
}

/**
 * Deletes sessions not used since `idleSince`, some thousands at most. Returns the ids of those that had not ended
 * before, and whether there may be more.
 */
export async function deleteIdle(db: Db, idleSince: Date): Promise<{ ended: string[]; more: boolean }> {
  const { rows } = await sql<{ id: string; live: boolean }>`
    DELETE FROM sessions
    WHERE id IN (SELECT id FROM sessions WHERE last_used_at <= ${idleSince} ORDER BY last_used_at LIMIT ${MOST_DELETED})
      AND last_used_at <= ${idleSince}
    RETURNING id, ended_at IS NULL AS live`.execute(db);
  return { ended: rows.filter(({ live }) => live).map(({ id }) => id), more: rows.length > 0 };
}
