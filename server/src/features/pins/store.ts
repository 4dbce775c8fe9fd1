import type { PinStatus } from '@herenow/contract/entities';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface Person {
  id: string;
  email: string;
  username: string;
  suspended: boolean;
}

export interface Pin {
  chatId: string;
  lowId: string;
  highId: string;
  initiatedBy: string;
  status: PinStatus;
  createdAt: Date;
}

const PIN = sql.raw(`id AS "chatId", low_id AS "lowId", high_id AS "highId", initiated_by AS "initiatedBy",
  pin_status AS status, created_at AS "createdAt"`);

/**
 * Locks people and their presences, so that neither is deleted before this transaction ends. The order is always the
 * same: people, then presences, each by id. The end of a presence thus sees every pin that it has to withdraw.
 */
export async function lockPeople(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await sql<Person>`
    SELECT id, email, username, suspended_at IS NOT NULL AS suspended FROM users
    WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR KEY SHARE`.execute(db);
  await sql`
    SELECT user_id FROM presences WHERE user_id = ANY(${ids}::uuid[]) ORDER BY user_id FOR SHARE`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns until when reports keep a user from meeting new people. Read after the locks, so that it is current. */
export async function findHiddenUntil(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT hidden_until AS until FROM users WHERE id = ${userId}`.execute(db);
  return rows[0]?.until ?? null;
}

/** Returns the pin of a condition, perhaps followed by a lock. */
async function findWhere(db: Db, where: RawBuilder<unknown>): Promise<Pin | undefined> {
  const { rows } = await sql<Pin>`SELECT ${PIN} FROM chats WHERE ${where}`.execute(db);
  return rows[0];
}

export const findPin = (db: Db, chatId: string) => findWhere(db, sql`id = ${chatId}`);

/** A pin with the name of its initiator. */
export interface MadePin extends Pin {
  initiatorName: string;
}

/**
 * Locks a pin with those that wait for the same recipient from other accounts of its initiator’s mailbox: at once and
 * by id, as everybody locks chats. Without the pin there are no others. They are looked up account by account, since
 * thousands of other people may have pinned the recipient.
 */
export async function lockPins(
  db: Db,
  { chatId, initiatedBy }: Pick<Pin, 'chatId' | 'initiatedBy'>,
  recipientId: string,
): Promise<MadePin[]> {
  const { rows } = await sql<MadePin>`
    SELECT ${PIN}, (SELECT username FROM users WHERE users.id = initiated_by) AS "initiatorName" FROM chats
    WHERE id = ANY(ARRAY(
        SELECT waiting.id FROM users one
        JOIN users same ON same.mailbox = one.mailbox AND same.email_validated
        JOIN chats waiting ON waiting.low_id = least(same.id, ${recipientId}::uuid)
          AND waiting.high_id = greatest(same.id, ${recipientId}::uuid) AND waiting.initiated_by = same.id
        WHERE one.id = ${initiatedBy}) || ${chatId}::uuid)
      AND (id = ${chatId} OR pin_status = 'pending')
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows;
}

export function lockPinOfPair(db: Db, a: string, b: string): Promise<Pin | undefined> {
  const [low, high] = a < b ? [a, b] : [b, a];
  return findWhere(db, sql`low_id = ${low} AND high_id = ${high} FOR NO KEY UPDATE`);
}

export async function addPin(
  db: Db,
  pin: { chatId: string; initiatorId: string; recipientId: string },
  now: Date,
): Promise<void> {
  const { chatId, initiatorId, recipientId } = pin;
  const [low, high] = initiatorId < recipientId ? [initiatorId, recipientId] : [recipientId, initiatorId];
  await sql`
    INSERT INTO chats (id, low_id, high_id, initiated_by, created_at)
    VALUES (${chatId}, ${low}, ${high}, ${initiatorId}, ${now})`.execute(db);
}

export async function removePin(db: Db, chatId: string): Promise<void> {
  await sql`DELETE FROM chats WHERE id = ${chatId}`.execute(db);
}

/** Stores the answer to a pin. `paused`: not both users are active, so the accepted chat starts paused. */
export async function answerPin(
  db: Db,
  chatId: string,
  answer: { status: 'accepted' | 'rejected'; paused: boolean },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE chats SET pin_status = ${answer.status}, answered_at = ${now}, paused_at = ${answer.paused ? now : null}
    WHERE id = ${chatId}`.execute(db);
}

/** A pin that was removed because the presence of its initiator ended, or because they blocked the recipient. */
export interface WithdrawnPin {
  chatId: string;
  status: PinStatus;
  initiatorName: string;
  recipientId: string;
  recipientName: string;
}

/** Removes the unaccepted pins that this user made, all of them or those to some people. */
export async function removeUnaccepted(
  db: Db,
  userId: string,
  recipientIds: readonly string[] | undefined,
): Promise<WithdrawnPin[]> {
  const ofSome = recipientIds
    ? sql`AND CASE WHEN low_id = ${userId} THEN high_id ELSE low_id END = ANY(${recipientIds}::uuid[])`
    : sql``;
  const { rows } = await sql<WithdrawnPin>`
    WITH removed AS (
      DELETE FROM chats
      WHERE (low_id = ${userId} OR high_id = ${userId}) AND initiated_by = ${userId} AND pin_status <> 'accepted'
        ${ofSome}
      RETURNING id, low_id, high_id, initiated_by, pin_status)
    SELECT removed.id AS "chatId", pin_status AS status, initiator.username AS "initiatorName",
      recipient.id AS "recipientId", recipient.username AS "recipientName"
    FROM removed
    JOIN users initiator ON initiator.id = initiated_by
    JOIN users recipient ON recipient.id = CASE WHEN low_id = initiated_by THEN high_id ELSE low_id END
    ORDER BY removed.id`.execute(db);
  return rows;
}
