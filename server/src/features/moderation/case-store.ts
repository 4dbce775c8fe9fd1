import type { Evidence } from '@herenow/contract/evidence';
import { LIST_MAX } from '@herenow/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Hold } from './hold-policy.ts';
import { anotherOperatorSql } from './operators.ts';

/** Returns the operator who holds a person’s case. */
export async function findHolder(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const hold = await findHold(db, userId);
  return hold && hold.until > now ? hold.operatorId : undefined;
}

/** Returns the last reservation of a case, even if it has ended. */
export async function findHold(db: Db, userId: string): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    SELECT operator_id AS "operatorId", held_since AS since, held_until AS until
    FROM moderation_holds WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Stores the reservation of a case. The person must be locked. */
export async function setHold(db: Db, userId: string, { operatorId, since, until }: Hold): Promise<void> {
  await sql`
    INSERT INTO moderation_holds (user_id, operator_id, held_since, held_until)
    VALUES (${userId}, ${operatorId}, ${since}, ${until})
    ON CONFLICT (user_id) DO UPDATE SET
      operator_id = excluded.operator_id, held_since = excluded.held_since, held_until = excluded.held_until`.execute(
    db,
  );
}

/** Ends a reservation, but keeps its record for a while, so that nobody gains time by giving a case back. */
export async function releaseHold(
  db: Db,
  { userId, operatorId }: { userId: string; operatorId: string },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE moderation_holds SET held_until = ${now}
    WHERE user_id = ${userId} AND operator_id = ${operatorId} AND held_until > ${now}`.execute(db);
}

/** Deletes reservations that ended before a moment, of cases left without a decision. */
export async function deleteOverHolds(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM moderation_holds WHERE held_until <= ${before}`.execute(db);
}

/** Whether another operator could judge the case that an operator has reserved. */
export async function couldAnother(
  db: Db,
  { userId, operatorId }: { userId: string; operatorId: string },
): Promise<boolean> {
  const { rows } = await sql<{ could: boolean }>`
    SELECT ${anotherOperatorSql(sql`u`, sql`${userId}::uuid`)} AS could FROM users u
    WHERE u.id = ${operatorId}`.execute(db);
  return rows[0]?.could ?? false;
}

/** The bytes of messages that are read at once, with all reports of a case; one report may have 1.5 MB. */
export const EVIDENCE_BYTES = 8 * 1024 * 1024;

/**
 * SQL for those of some reports whose messages, sealed or not, are read: the latest of each reporter first, and short
 * ones before long ones. Somebody who reports a person day after day has the same messages copied each time: without a
 * bound, nobody could open the case any more, or delete the account.
 */
export const readableSql = (reportIds: RawBuilder<unknown>) => sql`
  SELECT id FROM (
    SELECT id, sum(bytes) OVER (ORDER BY turn, bytes, id) AS total FROM (
      SELECT r.id, row_number() OVER (
          PARTITION BY coalesce(r.reporter_id::text, r.reporter_mailbox) ORDER BY r.created_at DESC, r.id) AS turn,
        coalesce(octet_length(r.sealed), (
          SELECT sum(octet_length(to_json(m)::text)) FROM report_messages m WHERE m.report_id = r.id)) AS bytes
      FROM reports r WHERE r.id IN (${reportIds})) measured
    WHERE bytes IS NOT NULL) summed
  WHERE total <= ${EVIDENCE_BYTES}`;

/** Returns the messages that came with reports, by the report’s id, in chronological order. */
export async function listEvidence(db: Db, reportIds: readonly string[]): Promise<Map<string, Evidence[]>> {
  const { rows } = await sql<{
    reportId: string;
    byReported: boolean;
    reported: boolean;
    content: string;
    earlier: string[];
    sentAt: Date;
    editedAt: Date | null;
    deleted: boolean;
    changedAt: Date | null;
    answeredAt: Date | null;
  }>`
    SELECT message.* FROM (${readableSql(sql`SELECT unnest(${reportIds}::uuid[])`)}) AS report, LATERAL (
      SELECT report_id AS "reportId", by_reported AS "byReported", reported, content, earlier, sent_at AS "sentAt",
        edited_at AS "editedAt", deleted, changed_at AS "changedAt", answered_at AS "answeredAt"
      FROM report_messages WHERE report_id = report.id ORDER BY sent_at LIMIT ${LIST_MAX}) message
    ORDER BY message."sentAt"`.execute(db);
  const byReport = new Map<string, Evidence[]>(reportIds.map((id) => [id, []]));
  for (const { reportId, sentAt, editedAt, changedAt, answeredAt, ...message } of rows)
    byReport.get(reportId)?.push({
      ...message,
      sentAt: sentAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
      changedAt: changedAt?.toISOString() ?? null,
      answeredAt: answeredAt?.toISOString() ?? null,
    });
  return byReport;
}

export async function countReportsBy(
  db: Db,
  reporterIds: readonly (string | null)[],
): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ reporterId: string; made: number }>`
    SELECT reporter_id AS "reporterId", count(*) AS made FROM reports
    WHERE reporter_id = ANY(${reporterIds}::uuid[]) GROUP BY reporter_id`.execute(db);
  return new Map(rows.map(({ reporterId, made }) => [reporterId, made]));
}

/**
 * Returns facts about a person’s sign-ins that help to judge: the number of devices, the sign-ins in a month, and the
 * day of last use.
 */
export async function getSignIns(
  db: Db,
  userId: string,
  monthAgo: Date,
): Promise<{ devices: number; lastMonth: number; last: Date | null }> {
  const { rows } = await sql<{ devices: number; lastMonth: number; last: Date | null }>`
    SELECT count(DISTINCT device) AS devices, count(*) FILTER (WHERE created_at > ${monthAgo}) AS "lastMonth",
      date_trunc('day', max(last_used_at), 'UTC') AS last
    FROM sessions WHERE user_id = ${userId}`.execute(db);
  return rows[0]!;
}

/**
 * Deletes words, messages and shown profiles of reports that were judged before a moment, or sealed before another: they
 * are kept only for the case. Of messages and profiles, only those of reports judged since `sweptBefore`, as all earlier
 * ones are gone: reports are kept for good.
 */
export async function deleteEvidence(
  db: Db,
  { sweptBefore, judgedBefore, sealedBefore }: Record<'sweptBefore' | 'judgedBefore' | 'sealedBefore', Date>,
): Promise<void> {
  const due = sql`ARRAY(
    SELECT id FROM reports WHERE handled_at >= ${sweptBefore} AND handled_at < ${judgedBefore}
    UNION ALL SELECT id FROM reports WHERE sealed IS NOT NULL AND updated_at < ${sealedBefore})`;
  await sql`DELETE FROM report_messages WHERE report_id = ANY(${due})`.execute(db);
  await sql`DELETE FROM reported_profiles WHERE report_id = ANY(${due})`.execute(db);
  await sql`
    UPDATE reports SET words = '', sealed = NULL
    WHERE (words <> '' OR sealed IS NOT NULL)
      AND (handled_at < ${judgedBefore}
        OR (sealed IS NOT NULL AND updated_at < ${sealedBefore}))`.execute(db);
}

/** Returns the pending reports of a reporter, with their words. */
export async function listWaitingBy(db: Db, reporterId: string): Promise<{ id: string; words: string }[]> {
  const { rows } = await sql<{ id: string; words: string }>`
    SELECT id, words FROM reports WHERE reporter_id = ${reporterId} AND handled_at IS NULL`.execute(db);
  return rows;
}

/** Replaces a report’s words and messages with their encrypted form. */
export async function sealReport(db: Db, reportId: string, sealed: string): Promise<void> {
  await sql`DELETE FROM report_messages WHERE report_id = ${reportId}`.execute(db);
  await sql`UPDATE reports SET words = '', sealed = ${sealed} WHERE id = ${reportId}`.execute(db);
}

/**
 * Deletes words, messages and shown profiles of judged reports by and about a user who is about to be deleted, and the
 * user from them; `mailbox`: what stays of the reporter. All at once: a second change of a row would check the reference
 * to the other person, who may be deleted at this moment too, with a lock that nothing orders.
 */
export async function forgetJudged(db: Db, userId: string, mailbox: string | null): Promise<void> {
  const judged = sql`handled_at IS NOT NULL AND ${userId} IN (reporter_id, reported_id)`;
  await sql`DELETE FROM report_messages USING reports WHERE id = report_id AND ${judged}`.execute(db);
  await sql`DELETE FROM reported_profiles USING reports WHERE id = report_id AND ${judged}`.execute(db);
  await sql`
    UPDATE reports SET words = '', sealed = NULL, photo_id = NULL, reporter_id = nullif(reporter_id, ${userId}),
      reported_id = nullif(reported_id, ${userId}),
      reporter_mailbox = CASE WHEN reporter_id = ${userId} THEN ${mailbox} ELSE reporter_mailbox END
    WHERE ${judged}`.execute(db);
}
