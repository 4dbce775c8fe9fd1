import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { isReporterSql } from './operators.ts';
import type { QueuePlace, Reporter } from './queue-place-policy.ts';

/** Serializes the placing of reports by users who have not met the person, until the end of the transaction. */
export async function lockPlaces(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('places of reports', 0))`.execute(db);
}

/** Returns the reporter of a report, with the record of their mailbox’s other reports. */
export async function findReporter(
  db: Db,
  reportId: string,
  since: { day: Date; judged: Date },
): Promise<Reporter | undefined> {
  const { rows } = await sql<Reporter>`
    SELECT u.created_at AS "accountSince", u.suspended_at IS NOT NULL AS suspended, past.*
    FROM reports r JOIN users u ON u.id = r.reporter_id, LATERAL (
      SELECT count(*) FILTER (WHERE place = 'shown' AND updated_at > ${since.day} AND id <> r.id) AS "shownToday",
        count(upheld) FILTER (WHERE updated_at > ${since.judged}) AS judged,
        count(*) FILTER (WHERE upheld AND updated_at > ${since.judged}) AS upheld
      FROM reports WHERE ${isReporterSql(sql`u`, sql`reports`)}) past
    WHERE r.id = ${reportId}`.execute(db);
  return rows[0];
}

/**
 * Counts the other pending reports in front, by accounts opened since a moment that have not met the person. None of
 * their reports is older than they are.
 */
export async function countYoungInFront(db: Db, reportId: string, youngSince: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM reports r
    WHERE place = 'shown' AND handled_at IS NULL AND id <> ${reportId} AND created_at > ${youngSince}
      AND (SELECT created_at FROM users WHERE id = r.reporter_id) > ${youngSince}`.execute(db);
  return rows[0]!.count;
}

export async function setPlace(db: Db, reportId: string, place: QueuePlace): Promise<void> {
  await sql`UPDATE reports SET place = ${place} WHERE id = ${reportId} AND place <> ${place}`.execute(db);
}
