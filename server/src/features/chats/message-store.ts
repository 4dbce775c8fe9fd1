import { MESSAGE_EDITS_MAX } from '@herenow/contract/constants';
import type { Reaction } from '@herenow/contract/entities';
import { sql } from 'kysely';
import { isoSql } from '../../database/iso-sql.ts';
import type { Db } from '../../database/db.ts';

/** An accepted chat from the point of view of one of its two users. */
export interface OpenChat {
  chatId: string;
  meId: string;
  meName: string;
  otherId: string;
  otherName: string;
  meActive: boolean;
  otherActive: boolean;
}

export interface MessageRow {
  id: string;
  chatId: string;
  senderId: string;
  content: string;
  sentAt: Date;
  editedAt: Date | null;
  deleted: boolean;
  seen: boolean;
  replyTo: string | null;
  reactions: Reaction[] | null;
}

const COLUMNS = sql.raw(`id, chat_id AS "chatId", sender_id AS "senderId", content, sent_at AS "sentAt",
  edited_at AS "editedAt", deleted, seen, reply_to AS "replyTo", (
    SELECT json_agg(json_build_object('userId', r.user_id, 'reaction', r.reaction,
      'changedAt', ${isoSql('r.changed_at')}) ORDER BY r.user_id)
    FROM message_reactions r WHERE r.message_id = messages.id) AS reactions`);

/** Returns the accepted chat if the user takes part in it and it is not gone. */
export async function findOpenChat(
  db: Db,
  chatId: string,
  userId: string,
  now: Date,
  goneBefore: Date,
): Promise<OpenChat | undefined> {
  const { rows } = await sql<OpenChat>`
    SELECT c.id AS "chatId", me.id AS "meId", me.username AS "meName", o.id AS "otherId", o.username AS "otherName",
      EXISTS (SELECT FROM presences p WHERE p.user_id = me.id
              AND (p.online_until IS NULL OR p.online_until > ${now})) AS "meActive",
      EXISTS (SELECT FROM presences p WHERE p.user_id = o.id
              AND (p.online_until IS NULL OR p.online_until > ${now})) AS "otherActive"
    FROM chats c
    JOIN users me ON me.id = ${userId}
    JOIN users o ON o.id = CASE WHEN c.low_id = ${userId} THEN c.high_id ELSE c.low_id END
    WHERE c.id = ${chatId} AND c.pin_status = 'accepted' AND (c.low_id = ${userId} OR c.high_id = ${userId})
      AND o.suspended_at IS NULL AND (c.paused_at IS NULL OR c.paused_at > ${goneBefore})`.execute(db);
  return rows[0];
}

export async function findMessage(
  db: Db,
  chatId: string,
  id: string,
  lock = sql``,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    SELECT ${COLUMNS} FROM messages WHERE id = ${id} AND chat_id = ${chatId} ${lock}`.execute(db);
  return rows[0];
}

export const lockMessage = (db: Db, chatId: string, id: string): Promise<MessageRow | undefined> =>
  findMessage(db, chatId, id, sql`FOR NO KEY UPDATE`);

/** Returns messages by ascending `sentAt`: the last `limit` of all, or of those before a moment. */
export async function listMessages(
  db: Db,
  chatId: string,
  page: { before: Date | undefined; limit: number },
): Promise<MessageRow[]> {
  const { before, limit } = page;
  const { rows } = await sql<MessageRow>`
    SELECT ${COLUMNS} FROM messages
    WHERE chat_id = ${chatId} ${before ? sql`AND sent_at < ${before}` : sql``}
    ORDER BY sent_at DESC LIMIT ${limit}`.execute(db);
  return rows.toReversed();
}

/**
 * The bytes, as JSON, that a message and its earlier versions take at most before another edit. Reports keep a copy of
 * those of some sixty messages, and whoever opens a case, or deletes an account with many, has all of them in memory.
 */
const VERSIONS_BYTES = 16 * 1024;

export async function mayBeEdited(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT count(*) <= ${MESSAGE_EDITS_MAX} AND sum(octet_length(to_json(content)::text)) <= ${VERSIONS_BYTES} AS may
    FROM (SELECT content FROM message_versions WHERE message_id = ${id}
      UNION ALL SELECT content FROM messages WHERE id = ${id}) AS said`.execute(db);
  return rows[0]!.may;
}

/** Stores the current content of a message as an earlier version, before it is replaced. */
async function keepVersion(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO message_versions (message_id, content, replaced_at)
    SELECT id, content, ${now} FROM messages WHERE id = ${id}`.execute(db);
}

/** Replaces the content of a message. A later edit always has a later `editedAt`. */
export async function editMessage(db: Db, id: string, content: string, now: Date): Promise<MessageRow> {
  await keepVersion(db, id, now);
  const { rows } = await sql<MessageRow>`
    UPDATE messages SET content = ${content},
      edited_at = greatest(date_trunc('milliseconds', ${now}::timestamptz), sent_at,
                           edited_at + interval '1 millisecond')
    WHERE id = ${id} RETURNING ${COLUMNS}`.execute(db);
  return rows[0]!;
}

/** Empties a message but keeps its row, and removes the reactions to it. */
export async function emptyMessage(db: Db, id: string, now: Date): Promise<MessageRow> {
  await keepVersion(db, id, now);
  await sql`DELETE FROM message_reactions WHERE message_id = ${id}`.execute(db);
  const { rows } = await sql<MessageRow>`
    UPDATE messages SET content = '', deleted = true WHERE id = ${id} RETURNING ${COLUMNS}`.execute(db);
  return rows[0]!;
}

/**
 * Sets a user’s reaction, or removes it when `reaction` is null. Returns the time of the change, or undefined if
 * nothing changes. A later change always has a later time.
 */
export async function setReaction(
  db: Db,
  messageId: string,
  { userId, reaction }: Pick<Reaction, 'userId' | 'reaction'>,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ changedAt: Date }>`
    INSERT INTO message_reactions AS r (message_id, user_id, reaction, changed_at)
    SELECT ${messageId}::uuid, ${userId}::uuid, ${reaction}::text, date_trunc('milliseconds', ${now}::timestamptz)
    WHERE ${reaction}::text IS NOT NULL
      OR EXISTS (SELECT FROM message_reactions WHERE message_id = ${messageId} AND user_id = ${userId})
    ON CONFLICT (message_id, user_id) DO UPDATE SET reaction = excluded.reaction,
      changed_at = greatest(excluded.changed_at, r.changed_at + interval '1 millisecond')
    WHERE r.reaction IS DISTINCT FROM excluded.reaction
    RETURNING changed_at AS "changedAt"`.execute(db);
  return rows[0]?.changedAt;
}
