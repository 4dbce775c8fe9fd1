import { STEP } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Caller } from '../../http/mount.ts';
import { cellCube } from '../../lib/cells.ts';
import { REST_MINUTES, type Presence } from './policy.ts';

/** The parts of a user’s record that a presence shows and that feeds filter by. */
export interface Shown {
  dateOfBirth: string;
  gender: string;
  tags: string[];
}

/** A user who may open a presence. */
export interface Opener extends Shown {
  /** Until when reports keep them from being visible. */
  hiddenUntil: Date | null;
}

/** The place at which a user is seen, and the session of the device whose place it is. */
export interface Seen {
  cell: string;
  sessionId: string;
}

/** Whether other users see this user: a presence without an end, or incognito, is not visible. */
const SHOWN = sql`presences.status = 'online' AND presences.online_until IS NOT NULL`;

/** The cell in which other users see this user; null: in none. */
const SEEN_AT = sql`CASE WHEN ${SHOWN} THEN cell END AS "seenAt"`;

export interface Ended {
  userId: string;
  email: string;
  endedAt: Date;
  /** Where other users saw them until then; null: nowhere. */
  seenAt: string | null;
}

/** The columns returned for a presence that ends, besides when it ended. */
const OF_ENDED = sql`user_id AS "userId", (SELECT email FROM users WHERE users.id = presences.user_id) AS email, ${SEEN_AT}`;

/** Returns the presences that run at `now`, by user id. */
export async function listPresences(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, Presence>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{
    user_id: string;
    status: Presence['status'];
    online_until: Date | null;
    started_at: Date;
  }>`
    SELECT user_id, status, online_until, started_at FROM presences
    WHERE user_id = ANY(${userIds}::uuid[]) AND (online_until IS NULL OR online_until > ${now})`.execute(db);
  return new Map(
    rows.map((row) => [
      row.user_id,
      { status: row.status, onlineUntil: row.online_until, startedAt: row.started_at },
    ]),
  );
}

/**
 * Locks a user for a change of their presence, which serializes the changes of one user. Returns `undefined` if there
 * is no such user or they are suspended, and `'unfinished'` if the registration is not finished.
 */
export async function lockShown(db: Db, userId: string): Promise<Opener | 'unfinished' | undefined> {
  const { rows } = await sql<Opener & { step: number }>`
    SELECT registration_step AS step, date_of_birth AS "dateOfBirth", gender, my_tags AS tags,
      hidden_until AS "hiddenUntil"
    FROM users WHERE id = ${userId} AND suspended_at IS NULL FOR NO KEY UPDATE`.execute(db);
  if (!rows[0]) return undefined;
  const { step, ...opener } = rows[0];
  return step < STEP.verified || !opener.dateOfBirth || !opener.gender ? 'unfinished' : opener;
}

/** A user’s place and presences just before another presence begins. */
export interface Before {
  /** The cell in which the device is; null: none was ever reported. */
  cell: string | null;
  /** Locked; `cell` is the one in which it shows the user. */
  running: (Presence & { cell: string }) | undefined;
  /** A presence that had run out and was ended by this query. */
  ended: Ended | undefined;
}

/**
 * Ends a user’s presence that has run out, and finds the running one and the cell of a device. The caller holds the
 * lock on the user: with the running presence locked, or none there, no other transaction begins, moves or ends one
 * meanwhile.
 */
export async function endExpiredAndFind(db: Db, { userId, sessionId }: Caller, now: Date): Promise<Before> {
  const { rows } = await sql<{
    cell: string | null;
    status: Presence['status'] | null;
    onlineUntil: Date | null;
    startedAt: Date;
    shownIn: string;
    endedAt: Date | null;
    email: string;
    seenAt: string | null;
  }>`
    WITH expired AS (${deleteExpiredSql(userId, now)}),
    running AS (
      SELECT user_id, status, online_until, started_at, cell FROM presences
      WHERE user_id = ${userId} AND (online_until IS NULL OR online_until > ${now}) FOR NO KEY UPDATE)
    SELECT coalesce(v.cell, u.cell) AS cell, r.status, r.online_until AS "onlineUntil", r.started_at AS "startedAt",
      r.cell AS "shownIn", e."endedAt", e.email, e."seenAt"
    FROM users u
    LEFT JOIN viewpoints v ON v.session_id = ${sessionId}
    LEFT JOIN running r ON r.user_id = u.id
    LEFT JOIN expired e ON e."userId" = u.id
    WHERE u.id = ${userId}`.execute(db);
  // `lockShown`, which runs at the same time, reports a missing user.
  const row = rows[0];
  if (!row) return { cell: null, running: undefined, ended: undefined };
  const { cell, status, onlineUntil, startedAt, shownIn, endedAt, email, seenAt } = row;
  return {
    cell,
    running: status ? { status, onlineUntil, startedAt, cell: shownIn } : undefined,
    ended: endedAt ? { userId, email, endedAt, seenAt } : undefined,
  };
}

const LIVE_DEVICE = sql<boolean>`EXISTS (
  SELECT FROM sessions s WHERE s.id = presences.session_id AND s.ended_at IS NULL)`;

/**
 * Opens a presence or replaces the status and end of the running one. A user who becomes visible is seen where this
 * device is. For a user who was already visible, the place stays that of the device that made them visible, as long as
 * it is signed in.
 */
export async function putPresence(
  db: Db,
  userId: string,
  presence: Presence,
  shown: Shown,
  seen: Seen,
): Promise<void> {
  const shownFrom = presence.status === 'online' && presence.onlineUntil ? presence.startedAt : null;
  await sql`
    INSERT INTO presences (user_id, status, online_until, started_at, visible_since, cell, pos, session_id, moves_at,
      date_of_birth, gender, tags)
    VALUES (${userId}, ${presence.status}, ${presence.onlineUntil}, ${presence.startedAt}, ${shownFrom}, ${seen.cell},
      ${cellCube(seen.cell)}, ${seen.sessionId}, ${presence.startedAt}::timestamptz + ${REST},
      ${shown.dateOfBirth}, ${shown.gender}, ${shown.tags})
    ON CONFLICT (user_id) DO UPDATE SET
      status = excluded.status,
      online_until = excluded.online_until,
      visible_since = CASE WHEN ${SHOWN} AND excluded.visible_since IS NOT NULL
        THEN coalesce(presences.visible_since, presences.started_at) ELSE excluded.visible_since END,
      session_id = CASE WHEN ${SHOWN} AND ${LIVE_DEVICE} THEN presences.session_id ELSE excluded.session_id END,
      cell = CASE WHEN ${SHOWN} THEN presences.cell ELSE excluded.cell END,
      pos = CASE WHEN ${SHOWN} THEN presences.pos ELSE excluded.pos END,
      next_cell = CASE WHEN ${SHOWN} THEN presences.next_cell END,
      moves_at = CASE WHEN ${SHOWN} THEN presences.moves_at ELSE excluded.moves_at END`.execute(db);
}

/** Updates what a presence shows. Returns the cell in which other users see the user; null: in none. */
export async function updateShown(db: Db, userId: string, shown: Shown): Promise<string | null> {
  const { rows } = await sql<Pick<Ended, 'seenAt'>>`
    UPDATE presences SET date_of_birth = ${shown.dateOfBirth}, gender = ${shown.gender}, tags = ${shown.tags}
    WHERE user_id = ${userId} RETURNING ${SEEN_AT}`.execute(db);
  return rows[0]?.seenAt ?? null;
}

const { least, most } = REST_MINUTES;
const REST = sql`(${sql.lit(least)} + ${sql.lit(most - least)} * random()) * interval '1 minute'`;
/** The time from a random moment to the end of the rest that runs then. */
const REST_LEFT = sql`${sql.lit((least + most) / 2)} * random() * interval '1 minute'`;

/** Records a move of the device whose place is shown, or of any other device once that one is signed out. */
export async function noteMove(db: Db, userId: string, seen: Seen, now: Date): Promise<void> {
  await sql`
    UPDATE presences SET
      next_cell = CASE WHEN cell = ${seen.cell} THEN NULL ELSE ${seen.cell} END,
      moves_at = CASE WHEN next_cell IS NULL THEN greatest(moves_at, ${now}::timestamptz + ${REST_LEFT}) ELSE moves_at END
    WHERE user_id = ${userId} AND (session_id = ${seen.sessionId} OR NOT ${LIVE_DEVICE})`.execute(db);
}

/** Returns the users whose noted moves are due to be shown. */
export async function listMoving(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM presences WHERE next_cell IS NOT NULL AND moves_at <= ${now}
    ORDER BY moves_at LIMIT ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Shows a user at the place they have moved to. Undefined if nothing is left to do, or another transaction does it. */
export async function showMove(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ from: string | null; to: string } | undefined> {
  const { rows } = await sql<{ from: string | null; to: string }>`
    SELECT next_cell AS "to", CASE WHEN ${SHOWN} THEN cell END AS "from" FROM presences
    WHERE user_id = ${userId} AND moves_at <= ${now} AND next_cell IS NOT NULL FOR UPDATE SKIP LOCKED`.execute(
    db,
  );
  const [move] = rows;
  if (move)
    await sql`
      UPDATE presences SET cell = ${move.to}, pos = ${cellCube(move.to)}, next_cell = NULL,
        moves_at = ${now}::timestamptz + ${REST}
      WHERE user_id = ${userId}`.execute(db);
  return move;
}

/** An online user who has become incognito: when the presence ends, and where others saw them until now. */
export type Hidden = Pick<Ended, 'userId' | 'seenAt'> & Pick<Presence, 'onlineUntil'>;

/**
 * Makes users incognito, and locks their presences even if they are incognito already, with that of another person.
 * Returns those who were online.
 */
export async function hidePresences(db: Db, userIds: readonly string[], otherId: string): Promise<Hidden[]> {
  const { rows } = await sql<Hidden>`
    WITH running AS (
      SELECT user_id, status, ${SEEN_AT} FROM presences WHERE user_id = ANY(${[...userIds, otherId]}::uuid[])
      ORDER BY user_id FOR NO KEY UPDATE)
    UPDATE presences SET status = 'incognito' FROM running
    WHERE presences.user_id = running.user_id AND running.status = 'online'
      AND running.user_id = ANY(${userIds}::uuid[])
    RETURNING running.user_id AS "userId", running."seenAt", online_until AS "onlineUntil"`.execute(db);
  return rows;
}

/** Ends the presences of users, whether they still run or have run out. */
export async function deletePresences(db: Db, userIds: readonly string[], now: Date): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    DELETE FROM presences WHERE user_id = ANY(${userIds}::uuid[])
    RETURNING least(online_until, ${now}::timestamptz) AS "endedAt", ${OF_ENDED}`.execute(db);
  return rows;
}

/** Returns the users whose presences have run out. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM presences WHERE online_until <= ${now}
    ORDER BY online_until LIMIT ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Ends a user’s presence if it has run out and no other transaction has it locked. */
export async function deleteExpired(db: Db, userId: string, now: Date): Promise<Ended | undefined> {
  const { rows } = await deleteExpiredSql(userId, now, sql`SKIP LOCKED`).execute(db);
  return rows[0];
}

const deleteExpiredSql = (userId: string, now: Date, locked = sql``) => sql<Ended>`
  DELETE FROM presences WHERE user_id = (
    SELECT user_id FROM presences WHERE user_id = ${userId} AND online_until <= ${now} FOR UPDATE ${locked})
  RETURNING online_until AS "endedAt", ${OF_ENDED}`;
