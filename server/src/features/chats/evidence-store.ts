import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

/**
 * How many messages to copy before and after the reported one, for context; without one, twice as many of the latest.
 */
const AROUND = 30;

/** Among how many of the latest messages of a chat changes are counted: two people may have written very many. */
const CHANGES_AMONG = 20_000;

interface ChatReport {
  id: string;
  reporterId: string;
  reportedId: string;
}

/** The accepted chat of a report, and whether the message that the report is about is in it. */
interface ReportedChat {
  id: string;
  holds: boolean;
}

async function findChat(
  db: Db,
  { reporterId, reportedId }: ChatReport,
  messageId: string | null,
): Promise<ReportedChat | undefined> {
  const [low, high] = reporterId < reportedId ? [reporterId, reportedId] : [reportedId, reporterId];
  const { rows } = await sql<ReportedChat>`
    SELECT id, EXISTS (SELECT FROM messages WHERE id = ${messageId} AND chat_id = chats.id) AS holds
    FROM chats WHERE low_id = ${low} AND high_id = ${high} AND pin_status = 'accepted'`.execute(db);
  return rows[0];
}

/** SQL for when one of the two first wrote after a message: among the messages of the statement’s window `later`. */
const firstLater = (who: string) => sql`min(sent_at) FILTER (WHERE sender_id = ${who}) OVER later`;
const LATER = sql`WINDOW later AS (ORDER BY sent_at DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/** SQL for when a message was last edited or deleted. */
const lastChange = (id: string) =>
  sql`(SELECT max(replaced_at) FROM message_versions WHERE message_id = ${sql.ref(id)})`;

/** Records how many of the latest messages of the chat the reporter changed after they were answered. */
async function countChanges(db: Db, report: ChatReport, chatId: string): Promise<void> {
  await sql`
    UPDATE reports SET changed_after_answer = greatest(changed_after_answer, (
      SELECT count(*) FROM (
        SELECT id, sender_id, edited_at IS NOT NULL OR deleted AS is_changed, ${firstLater(report.reportedId)} AS answered_at
        FROM (SELECT id, sender_id, sent_at, edited_at, deleted FROM messages
          WHERE chat_id = ${chatId} ORDER BY sent_at DESC LIMIT ${sql.lit(CHANGES_AMONG)}) latest
        ${LATER}) told
      WHERE sender_id = ${report.reporterId} AND is_changed AND ${lastChange('told.id')} > answered_at))
    WHERE id = ${report.id}`.execute(db);
}

/**
 * Deletes from earlier pending reports of the pair what a report has now: with every day’s report of the same chat, the
 * same messages would be kept once more, for as long as the case waits. Which message an earlier report is about stays
 * with it, and so does what the reporter has changed since.
 */
async function deleteRepeated(db: Db, { id, reporterId, reportedId }: ChatReport): Promise<void> {
  await sql`
    DELETE FROM report_messages old USING reports earlier, report_messages now
    WHERE earlier.reporter_id = ${reporterId} AND earlier.reported_id = ${reportedId}
      AND earlier.handled_at IS NULL AND earlier.id <> ${id} AND old.report_id = earlier.id
      AND now.report_id = ${id} AND now.message_id = old.message_id AND (now.reported OR NOT old.reported)
      AND (old.by_reported OR old.content = now.content)`.execute(db);
}

/**
 * Copies messages from the pair’s accepted chat into a report: those around a given message, or the latest. For
 * messages of the reported person, the copy includes earlier versions of what was edited or deleted. Without such a
 * chat it copies nothing. A later report of the same messages adds what the reported person has changed since; the
 * reporter’s own messages stay as they were first copied.
 *
 * Earlier versions of the reporter’s own messages are not copied: they are for a case that the other person opens. But
 * it records when these messages were changed, and how many in the chat were changed after they were answered, which is
 * what someone does who provokes an answer and then covers it up.
 */
export async function copyEvidence(
  db: Db,
  report: ChatReport,
  messageId: string | null = null,
): Promise<void> {
  const { id, reporterId, reportedId } = report;
  const chat = await findChat(db, report, messageId);
  if (!chat) return;
  const those = sql`SELECT * FROM messages WHERE chat_id = ${chat.id}`;
  const about = sql`(SELECT sent_at FROM messages WHERE id = ${messageId})`;
  const around = chat.holds
    ? sql`(${those} AND sent_at <= ${about} ORDER BY sent_at DESC LIMIT ${sql.lit(AROUND + 1)})
      UNION ALL (${those} AND sent_at > ${about} ORDER BY sent_at LIMIT ${sql.lit(AROUND)})`
    : sql`${those} ORDER BY sent_at DESC LIMIT ${sql.lit(2 * AROUND)}`;
  const answerBy = (who: string) => sql`coalesce(${firstLater(who)}, (
    SELECT m.sent_at FROM messages m WHERE m.chat_id = ${chat.id} AND m.sender_id = ${who}
      AND m.sent_at > (SELECT max(sent_at) FROM around) ORDER BY m.sent_at LIMIT 1))`;
  await sql`
    WITH around AS (${around})
    INSERT INTO report_messages
      (report_id, message_id, by_reported, reported, content, earlier, sent_at, edited_at, deleted,
       changed_at, answered_at)
    SELECT ${id}::uuid, id, sender_id = ${reportedId}, id IS NOT DISTINCT FROM ${messageId}::uuid, content,
      CASE WHEN sender_id = ${reportedId} THEN coalesce(
        (SELECT array_agg(v.content ORDER BY v.replaced_at) FROM message_versions v WHERE v.message_id = around.id), '{}'::text[])
      ELSE '{}'::text[] END,
      sent_at, edited_at, deleted, ${lastChange('around.id')},
      CASE WHEN sender_id = ${reporterId} THEN ${answerBy(reportedId)} ELSE ${answerBy(reporterId)} END
    FROM around ${LATER}
    ON CONFLICT (report_id, message_id) DO UPDATE SET reported = report_messages.reported OR excluded.reported,
      earlier = excluded.earlier, edited_at = excluded.edited_at,
      deleted = excluded.deleted, changed_at = excluded.changed_at, answered_at = excluded.answered_at,
      content = CASE WHEN excluded.by_reported
        THEN excluded.content ELSE report_messages.content END`.execute(db);
  await deleteRepeated(db, report);
  await countChanges(db, report, chat.id);
}
