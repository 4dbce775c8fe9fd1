import { STEP } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
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
const SEEN_AT = sql<string | null>`CASE WHEN ${SHOWN} THEN cell END`.as('seenAt');

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
  const row = await db
    .selectFrom('users')
    .select(['registration_step', 'date_of_birth', 'gender', 'my_tags', 'hidden_until'])
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { date_of_birth: dateOfBirth, gender, my_tags: tags, hidden_until: hiddenUntil } = row;
  if (row.registration_step < STEP.verified || !dateOfBirth || !gender) return 'unfinished';
  return { dateOfBirth, gender, tags, hiddenUntil };
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
  await db
    .insertInto('presences')
    .values({
      user_id: userId,
      status: presence.status,
      online_until: presence.onlineUntil,
      started_at: presence.startedAt,
      visible_since: shownFrom,
      cell: seen.cell,
      pos: cellCube(seen.cell),
      session_id: seen.sessionId,
      moves_at: sql<Date>`${presence.startedAt}::timestamptz + ${REST}`,
      ...columns(shown),
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        online_until: eb.ref('excluded.online_until'),
        visible_since: sql<Date | null>`CASE WHEN ${SHOWN} AND excluded.visible_since IS NOT NULL
          THEN coalesce(presences.visible_since, presences.started_at) ELSE excluded.visible_since END`,
        session_id: sql`CASE WHEN ${SHOWN} AND ${LIVE_DEVICE} THEN presences.session_id ELSE excluded.session_id END`,
        cell: sql`CASE WHEN ${SHOWN} THEN presences.cell ELSE excluded.cell END`,
        pos: sql`CASE WHEN ${SHOWN} THEN presences.pos ELSE excluded.pos END`,
        next_cell: sql`CASE WHEN ${SHOWN} THEN presences.next_cell END`,
        moves_at: sql`CASE WHEN ${SHOWN} THEN presences.moves_at ELSE excluded.moves_at END`,
      })),
    )
    .execute();
}

/** Updates what a presence shows. Returns the cell in which other users see the user; null: in none. */
export async function updateShown(db: Db, userId: string, shown: Shown): Promise<string | null> {
  const row = await db
    .updateTable('presences')
    .set(columns(shown))
    .where('user_id', '=', userId)
    .returning(SEEN_AT)
    .executeTakeFirst();
  return row?.seenAt ?? null;
}

function columns({ dateOfBirth, gender, tags }: Shown) {
  return { date_of_birth: dateOfBirth, gender, tags };
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
  const rows = await db
    .selectFrom('presences')
    .select('user_id')
    .where('next_cell', 'is not', null)
    .where('moves_at', '<=', now)
    .orderBy('moves_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Shows a user at the place they have moved to. Undefined if nothing is left to do, or another transaction does it. */
export async function showMove(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ from: string | null; to: string } | undefined> {
  const row = await db
    .selectFrom('presences')
    .select(['next_cell', SEEN_AT])
    .where('user_id', '=', userId)
    .where('moves_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row?.next_cell) return undefined;
  const { next_cell: cell, seenAt } = row;
  await db
    .updateTable('presences')
    .set({ cell, pos: cellCube(cell), next_cell: null, moves_at: sql<Date>`${now}::timestamptz + ${REST}` })
    .where('user_id', '=', userId)
    .execute();
  return { from: seenAt, to: cell };
}

/** An online user who has become incognito: when the presence ends, and where others saw them until now. */
export type Hidden = Pick<Ended, 'userId' | 'seenAt'> & Pick<Presence, 'onlineUntil'>;

/** Makes users incognito, and locks their presences even if they are incognito already. Returns those who were online. */
export async function hidePresences(db: Db, userIds: readonly string[]): Promise<Hidden[]> {
  const { rows } = await sql<Hidden>`
    WITH running AS (
      SELECT user_id, status, ${SEEN_AT} FROM presences WHERE user_id = ANY(${userIds}::uuid[])
      ORDER BY user_id FOR NO KEY UPDATE)
    UPDATE presences SET status = 'incognito' FROM running
    WHERE presences.user_id = running.user_id AND running.status = 'online'
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
  const rows = await db
    .selectFrom('presences')
    .select('user_id')
    .where('online_until', '<=', now)
    .orderBy('online_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
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
