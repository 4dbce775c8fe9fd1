import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

/**
 * How many messages to copy before and after the reported one, for context; without one, twice as many of the latest.
 */
const AROUND = 30;

/**
 * Copies messages from the pair’s accepted chat into a report: those around a given message, or the latest. For
 * messages of the reported person, the copy includes earlier versions of what was edited or deleted. Without such a
 * chat it copies nothing. A later report of the same messages adds what the reported person has changed since; the
 * reporter’s own messages stay as they were first copied.
 */
export async function copyEvidence(
  db: Db,
  report: { id: string; reporterId: string; reportedId: string },
  messageId: string | undefined,
): Promise<void> {
  const { id, reporterId, reportedId } = report;
  const [low, high] = reporterId < reportedId ? [reporterId, reportedId] : [reportedId, reporterId];
  await sql`
    WITH chat AS (
      SELECT id FROM chats WHERE low_id = ${low} AND high_id = ${high} AND pin_status = 'accepted'
    ), about AS (
      SELECT m.sent_at FROM messages m JOIN chat ON chat.id = m.chat_id WHERE m.id = ${messageId ?? null}::uuid
    ), around AS (
      (SELECT m.* FROM messages m JOIN chat ON chat.id = m.chat_id
       WHERE m.sent_at <= coalesce((SELECT sent_at FROM about), 'infinity')
       ORDER BY m.sent_at DESC LIMIT CASE WHEN EXISTS (SELECT FROM about) THEN ${AROUND + 1}::int ELSE ${2 * AROUND}::int END)
      UNION ALL
      (SELECT m.* FROM messages m JOIN chat ON chat.id = m.chat_id
       WHERE m.sent_at > (SELECT sent_at FROM about)
       ORDER BY m.sent_at LIMIT ${AROUND}::int)
    )
    INSERT INTO report_messages
      (report_id, message_id, by_reported, reported, content, earlier, sent_at, edited_at, deleted)
    SELECT ${id}::uuid, m.id, m.sender_id = ${reportedId}, m.id IS NOT DISTINCT FROM ${messageId ?? null}::uuid, m.content,
      CASE WHEN m.sender_id = ${reportedId} THEN coalesce(
        (SELECT array_agg(v.content ORDER BY v.replaced_at) FROM message_versions v WHERE v.message_id = m.id), '{}'::text[])
      ELSE '{}'::text[] END,
      m.sent_at, m.edited_at, m.deleted
    FROM around m
    ON CONFLICT (report_id, message_id) DO UPDATE SET reported = report_messages.reported OR excluded.reported,
      earlier = excluded.earlier, edited_at = excluded.edited_at,
      deleted = excluded.deleted,
      content = CASE WHEN excluded.by_reported THEN excluded.content ELSE report_messages.content END`.execute(
    db,
  );
}
