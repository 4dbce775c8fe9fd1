import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

/**
 * How many messages to copy before and after the reported one, for context; without one, twice as many of the latest.
 */
const AROUND = 30;

interface ChatReport {
  id: string;
  reporterId: string;
  reportedId: string;
}

/**
 * SQL for the pair’s accepted chat, for each of its messages when the other person first wrote after it, and when it was
 * last edited or deleted.
 */
function toldSql({ reporterId, reportedId }: ChatReport) {
  const [low, high] = reporterId < reportedId ? [reporterId, reportedId] : [reportedId, reporterId];
  return sql`chat AS (
      SELECT id FROM chats WHERE low_id = ${low} AND high_id = ${high} AND pin_status = 'accepted'
    ), told AS (
      SELECT m.id, m.sender_id, CASE WHEN m.sender_id = ${reporterId}
          THEN min(m.sent_at) FILTER (WHERE m.sender_id = ${reportedId}) OVER later
          ELSE min(m.sent_at) FILTER (WHERE m.sender_id = ${reporterId}) OVER later END AS answered_at
      FROM messages m JOIN chat ON chat.id = m.chat_id
      WINDOW later AS (ORDER BY m.sent_at DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ), changed AS (
      SELECT v.message_id AS id, max(v.replaced_at) AS at
      FROM message_versions v JOIN told ON told.id = v.message_id GROUP BY v.message_id
    )`;
}

/**
 * Records how many messages of the chat the reporter changed after they were answered; does nothing without such a
 * chat.
 */
async function countChanges(db: Db, report: ChatReport): Promise<void> {
  await sql`
    WITH ${toldSql(report)}
    UPDATE reports SET changed_after_answer = greatest(changed_after_answer, (
      SELECT count(*) FROM told JOIN changed USING (id)
      WHERE told.sender_id = ${report.reporterId} AND changed.at > told.answered_at))
    WHERE id = ${report.id} AND EXISTS (SELECT FROM chat)`.execute(db);
}

/**
 * Copies messages from the pair’s accepted chat into a report: those around a given message, or the latest. For
 * messages of the reported person, the copy includes earlier versions of what was edited or deleted. Without such a
 * chat it copies nothing. A later report of the same messages adds what the reported person has changed since; the
 * reporter’s own messages stay as they were first copied.
 *
 * Earlier versions of the reporter’s own messages are not copied: they are for a case that the other person opens. But
 * it records when these messages were changed, and how many in the whole chat were changed after they were answered,
 * which is what someone does who provokes an answer and then covers it up.
 */
export async function copyEvidence(db: Db, report: ChatReport, messageId: string | undefined): Promise<void> {
  const { id, reportedId } = report;
  await sql`
    WITH ${toldSql(report)}, about AS (
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
      (report_id, message_id, by_reported, reported, content, earlier, sent_at, edited_at, deleted,
       changed_at, answered_at)
    SELECT ${id}::uuid, m.id, m.sender_id = ${reportedId}, m.id IS NOT DISTINCT FROM ${messageId ?? null}::uuid, m.content,
      CASE WHEN m.sender_id = ${reportedId} THEN coalesce(
        (SELECT array_agg(v.content ORDER BY v.replaced_at) FROM message_versions v WHERE v.message_id = m.id), '{}'::text[])
      ELSE '{}'::text[] END,
      m.sent_at, m.edited_at, m.deleted, changed.at, told.answered_at
    FROM around m JOIN told USING (id) LEFT JOIN changed USING (id)
    ON CONFLICT (report_id, message_id) DO UPDATE SET reported = report_messages.reported OR excluded.reported,
      earlier = excluded.earlier, edited_at = excluded.edited_at,
      deleted = excluded.deleted, changed_at = excluded.changed_at, answered_at = excluded.answered_at,
      content = CASE WHEN excluded.by_reported
        THEN excluded.content ELSE report_messages.content END`.execute(db);
  await countChanges(db, report);
}
