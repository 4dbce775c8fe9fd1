import { STEP, UNDERAGE } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Voice } from './alarm-policy.ts';
import { isReporterSql } from './operators.ts';

/** Records that a report counts, and the hash of the network it came from. */
export async function noteVoice(db: Db, reportId: string, network: string): Promise<void> {
  await sql`UPDATE reports SET network = ${network} WHERE id = ${reportId}`.execute(db);
}

/** Serializes hidings until the end of the transaction, so that no reporter hides two people at once. */
export async function lockVoices(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('voices of reporters', 0))`.execute(db);
}

/**
 * Returns the pending reports on a person that count, with the recent record of each reporter’s mailbox; those of the
 * oldest accounts first, since anybody opens a hundred new ones.
 */
export async function listVoices(
  db: Db,
  userId: string,
  since: { judged: Date; hid: Date },
): Promise<Voice[]> {
  const { rows } = await sql<Voice>`
    SELECT r.id AS "reportId", coalesce(u.mailbox, u.id::text) AS mailbox, r.network,
      u.created_at AS "accountSince", u.registration_step = ${STEP.verified} AS finished,
      u.suspended_at IS NOT NULL AS suspended, past.*
    FROM reports r JOIN users u ON u.id = r.reporter_id, LATERAL (
      SELECT count(*) FILTER (WHERE (reason = ${UNDERAGE} OR hid_at IS NOT NULL) AND NOT upheld
          AND updated_at > ${since.judged}) AS wrong,
        count(upheld) FILTER (WHERE updated_at > ${since.judged}) AS judged,
        count(*) FILTER (WHERE upheld AND updated_at > ${since.judged}) AS upheld,
        coalesce(bool_or(id <> r.id AND hid_at > ${since.hid} AND upheld IS NOT TRUE), false) AS spent
      FROM reports WHERE ${isReporterSql(sql`u`, sql`reports`)}) past
    WHERE r.reported_id = ${userId} AND r.handled_at IS NULL AND r.reason = ${UNDERAGE} AND r.network IS NOT NULL
    ORDER BY u.created_at, r.id LIMIT 100`.execute(db);
  return rows;
}

/** Records that these reports have hidden the person. */
export async function noteHiding(db: Db, reportIds: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE reports SET hid_at = ${now} WHERE id = ANY(${reportIds}::uuid[])`.execute(db);
}

/** Records the mailbox of an account that is about to be deleted in the pending reports that it made. */
export async function keepReporter(db: Db, userId: string, mailbox: string): Promise<void> {
  await sql`UPDATE reports SET reporter_mailbox = ${mailbox} WHERE reporter_id = ${userId}`.execute(db);
}

/**
 * Deletes the networks of reports that are judged or older than one moment, and the mailboxes of reporters older than
 * another.
 */
export async function forgetReporters(db: Db, before: { networks: Date; mailboxes: Date }): Promise<void> {
  await sql`
    UPDATE reports SET network = NULL
    WHERE network IS NOT NULL AND (handled_at IS NOT NULL OR updated_at < ${before.networks})`.execute(db);
  await sql`
    UPDATE reports SET reporter_mailbox = NULL
    WHERE reporter_mailbox IS NOT NULL AND updated_at < ${before.mailboxes}`.execute(db);
}
