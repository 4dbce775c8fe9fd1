import { STEP } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { cellCube } from '../../lib/cells.ts';
import { chordOf } from '../../lib/spots.ts';
import { apartSql } from '../feed/index.ts';
import type { LookTimes } from './policy.ts';

/** A neighbourhood, by its H3 cell, and how far around it. */
export interface Area {
  area: string;
  km: number;
}

/** An area, and how many new people an alert there takes. */
export interface Look extends Area {
  least: number;
}

/** Maximum number of new people that one look counts; with more of them there are enough for every user. */
const MOST_NEW = 200;
/** Maximum number of users that one look notifies; the next look notifies the others. */
const MOST_TOLD = 1000;

/**
 * Locks the user, so that changes of their alert run one after the other. Returns false if the user does not exist or
 * has not finished the registration.
 */
export async function lockRegistered(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users
    WHERE id = ${userId} AND registration_step = ${STEP.verified} FOR NO KEY UPDATE`.execute(db);
  return rows.length > 0;
}

/** Returns until when a user’s alert runs, and its distance; undefined: it is off. */
export async function findAlert(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ until: Date; km: number } | undefined> {
  const { rows } = await sql<{ until: Date; km: number }>`
    SELECT until, km FROM alerts WHERE user_id = ${userId} AND until > ${now}`.execute(db);
  return rows[0];
}

/** Schedules looks at an area from now on; keeps the times of one already scheduled. Locks its row until the commit. */
export async function watchArea(db: Db, { area, km, least }: Look, looksAt: Date): Promise<void> {
  await sql`
    INSERT INTO alert_areas (area, km, least, looks_at) VALUES (${area}, ${km}, ${least}, ${looksAt})
    ON CONFLICT (area, km) DO UPDATE SET area = excluded.area`.execute(db);
}

/** Sets a user's alert. People who were new before do not become new again, however often it is set. */
export async function putAlert(
  db: Db,
  userId: string,
  { area, km, since, until }: Area & { since: Date; until: Date },
): Promise<void> {
  await sql`
    INSERT INTO alerts (user_id, area, km, since, until) VALUES (${userId}, ${area}, ${km}, ${since}, ${until})
    ON CONFLICT (user_id) DO UPDATE SET area = excluded.area, km = excluded.km, until = excluded.until,
      since = greatest(alerts.since, excluded.since)`.execute(db);
}

/** Ends a user’s alert; keeps for a while when they were last notified. */
export async function endAlert(db: Db, userId: string, now: Date): Promise<void> {
  await sql`UPDATE alerts SET until = ${now} WHERE user_id = ${userId} AND until > ${now}`.execute(db);
}

export async function listDue(db: Db, now: Date, limit: number): Promise<Area[]> {
  const { rows } = await sql<Area>`
    SELECT area, km FROM alert_areas WHERE looks_at <= ${now} ORDER BY looks_at LIMIT ${limit}`.execute(db);
  return rows;
}

/** Locks an area to look at. Undefined if another transaction holds it or has done it. */
export async function lockDue(db: Db, { area, km }: Area, now: Date): Promise<Look | undefined> {
  const { rows } = await sql<Look>`
    SELECT area, km, least FROM alert_areas WHERE area = ${area} AND km = ${km} AND looks_at <= ${now}
    FOR UPDATE SKIP LOCKED`.execute(db);
  return rows[0];
}

/**
 * Returns the users to notify: enough people of an area have become visible since their last alert. Each mailbox counts
 * once, and only people whom the recipient's feed would show.
 */
export async function listToTell(db: Db, { area, km, least }: Look, times: LookTimes): Promise<string[]> {
  const { now, cameUntil, grownBefore, toldBefore } = times;
  const here = sql`${cellCube(area)}::cube`;
  const chord = sql`${chordOf(km)}::float8`;
  const { rows } = await sql<{ userId: string }>`
    WITH asking AS MATERIALIZED (
      SELECT a.user_id, a.since, u.mailbox FROM alerts a JOIN users u ON u.id = a.user_id
      WHERE a.area = ${area} AND a.km = ${km} AND a.until > ${now}
        AND (a.told_at IS NULL OR a.told_at <= ${toldBefore}) AND u.suspended_at IS NULL),
    come AS MATERIALIZED (
      SELECT p.user_id, coalesce(p.visible_since, p.started_at) AS came, coalesce(u.mailbox, u.id::text) AS mailbox
      FROM occupied_cells c
      JOIN presences p ON p.cell = c.cell AND p.status = 'online' AND p.online_until > ${now}
      JOIN users u ON u.id = p.user_id AND u.created_at <= ${grownBefore} AND u.suspended_at IS NULL
      WHERE c.pos && cube_enlarge(${here}, ${chord}, 3) AND c.pos <-> ${here} <= ${chord}
        AND coalesce(p.visible_since, p.started_at) <= ${cameUntil}
        AND coalesce(p.visible_since, p.started_at) > (SELECT min(since) FROM asking)
      LIMIT ${MOST_NEW})
    SELECT asking.user_id AS "userId" FROM asking
    WHERE (SELECT count(DISTINCT come.mailbox) FROM come
      WHERE come.came > asking.since AND come.mailbox IS DISTINCT FROM asking.mailbox
        AND come.user_id NOT IN (${sql.raw(apartSql('asking.user_id'))})) >= ${least}
    LIMIT ${MOST_TOLD}`.execute(db);
  return rows.map(({ userId }) => userId);
}

export async function noteTold(
  db: Db,
  userIds: readonly string[],
  { now, cameUntil }: LookTimes,
): Promise<void> {
  await sql`
    UPDATE alerts SET told_at = ${now}, since = ${cameUntil} WHERE user_id = ANY(${userIds}::uuid[])`.execute(
    db,
  );
}

export async function lookAgain(db: Db, { area, km, least }: Look, looksAt: Date): Promise<void> {
  await sql`
    UPDATE alert_areas SET least = ${least}, looks_at = ${looksAt} WHERE area = ${area} AND km = ${km}`.execute(
    db,
  );
}

/** Deletes an area without alerts. The caller holds its row. Returns true if it was deleted. */
export async function forgetUnasked(db: Db, { area, km }: Area, now: Date): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM alert_areas WHERE area = ${area} AND km = ${km} AND NOT EXISTS (
      SELECT FROM alerts a WHERE a.area = ${area} AND a.km = ${km} AND a.until > ${now})
    RETURNING km`.execute(db);
  return rows.length > 0;
}

export async function forgetEnded(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM alerts WHERE until <= ${before}`.execute(db);
}
