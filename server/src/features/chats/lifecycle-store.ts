import { EARTH_RADIUS_KM, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import type { PinStatus } from '@herenow/contract/entities';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/db.ts';
import { chordOf } from '../../lib/spots.ts';
import { partnersSql, type Partner } from './list-store.ts';

/** A partner, and whether the chat now shows another distance. */
type MovedPartner = Partner & { isElsewhere: boolean };

export interface RemovedChat {
  id: string;
  lowId: string;
  highId: string;
  initiatedBy: string;
  pinStatus: PinStatus;
}

const REMOVED = sql.raw(`id, low_id AS "lowId", high_id AS "highId", initiated_by AS "initiatedBy",
  pin_status AS "pinStatus"`);

const DISTANCE_KM = (one: string, other: string) =>
  sql.raw(`round(2 * ${EARTH_RADIUS_KM} * asin(least(1, (${one} <-> ${other}) / 2)))`);

/** SQL for whether a chat shows the distance of two places: before it is accepted, only within the reach of a feed. */
const TELLS = (chat: string, one: string, other: string) =>
  sql.raw(`(${chat}.pin_status = 'accepted' OR ${one} <-> ${other} <= ${chordOf(MAX_DISTANCE_KM)})`);

/**
 * Locks the chats of users, pending and rejected pins included. Code that begins, moves or ends a presence takes this
 * lock in a statement of its own before it decides whether both people are active, and how far apart: the next statement
 * then sees what the previous lock holder has committed. Code that ends several takes it for all of them at once.
 */
export async function lockChats(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`
    SELECT id FROM chats WHERE low_id = ANY(${userIds}::uuid[]) OR high_id = ANY(${userIds}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
}

/** Pauses the accepted chats of a user whose presence has ended. The caller has locked the chats. */
export async function pauseChats(db: Db, userId: string, since: Date): Promise<void> {
  await sql`
    UPDATE chats SET paused_at = greatest(${since}::timestamptz, answered_at)
    WHERE pin_status = 'accepted' AND paused_at IS NULL
      AND (low_id = ${userId} OR high_id = ${userId})`.execute(db);
}

/**
 * Resumes the paused chats of an active user where the other user is active too, updates distances as `noteDistances`
 * does, and returns the other users of this user’s chats.
 */
export async function resumeChats(db: Db, userId: string, now: Date, goneBefore: Date): Promise<Partner[]> {
  const seen = sql`(mine.status = 'online' AND mine.online_until > ${now}
    AND theirs.status = 'online' AND theirs.online_until > ${now} AND ${TELLS('c', 'mine.pos', 'theirs.pos')})`;
  const resumed = sql<Partner>`
    WITH resumed AS (
      UPDATE chats c SET
        paused_at = CASE WHEN c.paused_at > ${goneBefore} THEN NULL ELSE c.paused_at END,
        distance_km = CASE WHEN ${seen} THEN ${DISTANCE_KM('mine.pos', 'theirs.pos')} ELSE c.distance_km END
      FROM presences mine, presences theirs
      WHERE (c.low_id = ${userId} OR c.high_id = ${userId}) AND c.pin_status <> 'rejected'
        AND mine.user_id = ${userId} AND theirs.user_id = CASE WHEN c.low_id = ${userId} THEN c.high_id ELSE c.low_id END
        AND (theirs.online_until IS NULL OR theirs.online_until > ${now})
        AND (c.paused_at > ${goneBefore} OR ${seen}))
    ${partnersSql(userId)}`;
  const [, { rows }] = await Promise.all([lockChats(db, [userId]), resumed.execute(db)]);
  return rows;
}

/**
 * Updates the distance in each of a user’s chats, or in one of them, where the two users are visible to each other.
 * Elsewhere the last known distance stays. Returns the other users of the chats.
 */
export async function noteDistances(
  db: Db,
  userId: string,
  now: Date,
  chatId?: string,
): Promise<MovedPartner[]> {
  // Each presence is looked up by its key: in a plan made while the tables are small, joining the two would compare
  // every presence with every other.
  const place = (side: 'low_id' | 'high_id') => sql`CROSS JOIN LATERAL (
    SELECT pos FROM presences WHERE user_id = ${sql.ref(`mine.${side}`)}
      AND status = 'online' AND online_until > ${now} LIMIT 1)`;
  const { rows } = await sql<MovedPartner>`
    WITH noted AS (
      UPDATE chats c SET distance_km = near.km
      FROM (
        SELECT mine.id, ${DISTANCE_KM('a.pos', 'b.pos')} AS km
        FROM chats mine ${place('low_id')} a ${place('high_id')} b
        WHERE (mine.low_id = ${userId} OR mine.high_id = ${userId}) AND mine.pin_status <> 'rejected'
          ${chatId === undefined ? sql`` : sql`AND mine.id = ${chatId}`} AND ${TELLS('mine', 'a.pos', 'b.pos')}) near
      WHERE c.id = near.id AND c.pin_status <> 'rejected'
        AND c.distance_km IS DISTINCT FROM near.km
      RETURNING CASE WHEN c.low_id = ${userId} THEN c.high_id ELSE c.low_id END AS other_id)
    SELECT partners.*, partners."userId" IN (SELECT other_id FROM noted) AS "isElsewhere"
    FROM (${partnersSql(userId)}) partners`.execute(db);
  return rows;
}

/** How many messages one statement removes. */
const PORTION = 5000;

/** Locks the chats that a condition finds. `these`: what follows `WHERE`, up to the lock. */
async function lock(db: Db, these: RawBuilder<unknown>): Promise<RemovedChat[]> {
  return (await sql<RemovedChat>`SELECT ${REMOVED} FROM chats WHERE ${these}`.execute(db)).rows;
}

const idsOf = (chats: readonly RemovedChat[]) => chats.map(({ id }) => id);

/** Removes a portion of the messages of chats, in no order. Returns whether there may be more. */
async function removePortion(db: Db, chats: readonly RemovedChat[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM messages WHERE id IN (
      SELECT id FROM messages WHERE chat_id = ANY(${idsOf(chats)}::uuid[]) LIMIT ${PORTION})`.execute(db);
  return Number(numAffectedRows) === PORTION;
}

/**
 * Removes the messages of one chat in their order. Within a transaction each portion would otherwise look again at all
 * that was removed before. By their times, since looking up the id of each takes as long as removing it.
 */
async function removeInOrder(db: Db, { id }: RemovedChat): Promise<void> {
  for (let last: Date | undefined = new Date(0); last;) {
    const those: RawBuilder<unknown> = sql`chat_id = ${id} AND sent_at > ${last}`;
    const { rows }: { rows: { last: Date }[] } = await sql<{ last: Date }>`
      WITH portion AS (
        SELECT max(sent_at) AS last, count(*) AS messages FROM (
          SELECT sent_at FROM messages WHERE ${those} ORDER BY sent_at LIMIT ${sql.lit(PORTION)}) AS next),
      gone AS (DELETE FROM messages WHERE ${those} AND sent_at <= (SELECT last FROM portion))
      SELECT last FROM portion WHERE messages = ${sql.lit(PORTION)}`.execute(db);
    last = rows[0]?.last;
  }
}

async function removeEmpty(db: Db, chats: readonly RemovedChat[]): Promise<void> {
  await sql`DELETE FROM chats WHERE id = ANY(${idsOf(chats)}::uuid[])`.execute(db);
}

/**
 * Removes the chats that a condition finds, with their messages. The messages go first, in portions: a few accounts
 * write hundreds of thousands in a week, and a statement that removed all of them would be cut off half-way, each time
 * it is tried again.
 */
async function remove(db: Db, these: RawBuilder<unknown>): Promise<RemovedChat[]> {
  const chats = await lock(db, these);
  if (chats.length === 0) return [];
  if (await removePortion(db, chats)) for (const chat of chats) await removeInOrder(db, chat);
  await removeEmpty(db, chats);
  return chats;
}

/**
 * Removes up to `limit` chats paused at or before `goneBefore`, skipping rows that another node is removing; or only a
 * portion of their messages, if there are many. `more`: there may be more to remove.
 */
export async function removePaused(
  db: Db,
  goneBefore: Date,
  limit: number,
): Promise<{ removed: RemovedChat[]; more: boolean }> {
  const chats = await lock(
    db,
    sql`paused_at <= ${goneBefore} ORDER BY paused_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
  if (await removePortion(db, chats)) return { removed: [], more: true };
  await removeEmpty(db, chats);
  return { removed: chats, more: chats.length === limit };
}

export const removeBetween = (db: Db, userId: string, otherIds: readonly string[]): Promise<RemovedChat[]> =>
  remove(
    db,
    sql`(low_id = ${userId} AND high_id = ANY(${otherIds}::uuid[]))
      OR (high_id = ${userId} AND low_id = ANY(${otherIds}::uuid[])) ORDER BY id FOR UPDATE`,
  );

export const removeAllOf = (db: Db, userIds: readonly string[]): Promise<RemovedChat[]> =>
  remove(
    db,
    sql`low_id = ANY(${userIds}::uuid[]) OR high_id = ANY(${userIds}::uuid[]) ORDER BY id FOR UPDATE`,
  );
