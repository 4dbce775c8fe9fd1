import { LIST_MAX } from '@herenow/contract/constants';
import type { SealedCase } from '@herenow/contract/sealed-cases';
import { sql } from 'kysely';
import { isoSql } from '../../database/iso-sql.ts';
import type { Db } from '../../database/db.ts';
import { readableSql } from './case-store.ts';
import { operatorElsewhereSql } from './operators.ts';

export interface ReportedAccount {
  username: string;
  gender: string | null;
  dateOfBirth: string | null;
}

export interface SealedRow {
  id: string;
  mailbox: string;
  sealed: string;
}

/** A pending case, as an operator sees it. */
export interface WaitingSealed extends SealedRow {
  /** Whether the operator made one of its reports. Such a case is shown only if nobody else could judge it. */
  own: boolean;
}

export async function findReportedAccount(db: Db, userId: string): Promise<ReportedAccount | undefined> {
  const { rows } = await sql<ReportedAccount>`
    SELECT username, gender, date_of_birth AS "dateOfBirth" FROM users WHERE id = ${userId}`.execute(db);
  return rows[0];
}

const iso = (column: string) => sql.raw(isoSql(column));

/** A pending report; `sealed` holds its words and messages if the reporter’s account was deleted before. */
export type TakenReport = Omit<SealedCase['reports'][number], 'shown'> & {
  id: string;
  sealed: string | null;
};

/**
 * Removes the pending reports on a person from the queue, and returns them with their messages, oldest first. Strangers
 * can make any number of reports, so of very many only those at the front are returned. For reports that hid the
 * person, it keeps that they did, but not whom: it counts when their reporters report again.
 */
export async function takeReports(db: Db, userId: string, now: Date): Promise<TakenReport[]> {
  const { rows } = await sql<TakenReport>`
    WITH readable AS MATERIALIZED (
      ${readableSql(sql`SELECT id FROM reports WHERE reported_id = ${userId} AND handled_at IS NULL`)})
    SELECT id, CASE WHEN id IN (SELECT id FROM readable) THEN sealed END AS sealed, reason, words,
      changed_after_answer AS "changedAfterAnswer", ${iso('created_at')} AS created,
      coalesce((SELECT json_agg(json_build_object(
          'byReported', m.by_reported, 'reported', m.reported, 'content', m.content, 'earlier', m.earlier,
          'sentAt', ${iso('m.sent_at')}, 'editedAt', ${iso('m.edited_at')}, 'deleted', m.deleted,
          'changedAt', ${iso('m.changed_at')}, 'answeredAt', ${iso('m.answered_at')}) ORDER BY m.sent_at)
        FROM report_messages m WHERE m.report_id = reports.id AND reports.id IN (SELECT id FROM readable)), '[]'::json) AS messages
    FROM (SELECT * FROM reports WHERE reported_id = ${userId} AND handled_at IS NULL
      ORDER BY hid_at IS NULL, array_position(ARRAY['met', 'shown'], place), created_at, id LIMIT ${LIST_MAX}) AS reports
    ORDER BY created_at, id`.execute(db);
  const taken = sql`reported_id = ${userId} AND handled_at IS NULL`;
  await sql`DELETE FROM report_messages USING reports WHERE report_id = reports.id AND ${taken}`.execute(db);
  await sql`DELETE FROM reported_profiles USING reports WHERE report_id = reports.id AND ${taken}`.execute(
    db,
  );
  await sql`DELETE FROM reports WHERE ${taken} AND hid_at IS NULL`.execute(db);
  await sql`
    UPDATE reports SET reported_id = NULL, handled_at = ${now}, words = '', photo_id = NULL, sealed = NULL, network = NULL
    WHERE ${taken}`.execute(db);
  return rows;
}

/** Returns keyed hashes of the mailboxes that made the pending reports on a person, even of deleted accounts. */
export async function listReporters(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    SELECT DISTINCT coalesce(r.reporter_mailbox, u.mailbox) AS mailbox
    FROM reports r LEFT JOIN users u ON u.id = r.reporter_id AND u.email_validated
    WHERE r.reported_id = ${userId} AND r.handled_at IS NULL
      AND coalesce(r.reporter_mailbox, u.mailbox) IS NOT NULL`.execute(db);
  return rows.map(({ mailbox }) => mailbox);
}

/** Returns the encrypted words and messages of these reports whose reporter’s account is deleted. */
export async function listSealedWords(
  db: Db,
  reportIds: readonly string[],
): Promise<{ id: string; sealed: string }[]> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    SELECT id, sealed FROM reports WHERE sealed IS NOT NULL
      AND id IN (${readableSql(sql`SELECT unnest(${reportIds}::uuid[])`)})`.execute(db);
  return rows;
}

export async function addSealedCase(
  db: Db,
  row: SealedRow & { reporters: string[]; waitingSince: Date; forgetAt: Date },
): Promise<void> {
  const { id, mailbox, sealed, reporters, waitingSince, forgetAt } = row;
  await sql`
    INSERT INTO sealed_cases (id, mailbox, sealed, reporters, waiting_since, forget_at)
    VALUES (${id}, ${mailbox}, ${sealed}, ${reporters}, ${waitingSince}, ${forgetAt})`.execute(db);
}

/**
 * SQL for the pending cases that an operator may see: not those about the operator’s own mailbox, nor those reported
 * from it if another operator could judge them.
 */
export const waitingSealedSql = (but: string | null, now: Date) => sql`
  handled_at IS NULL AND forget_at > ${now} AND mailbox IS DISTINCT FROM ${but}::text
    AND ((${but}::text = ANY(reporters)) IS NOT TRUE
      OR NOT ${operatorElsewhereSql(but, sql`reporters || sealed_cases.mailbox`)})`;

/** The bytes of one page of cases: each may hold what dozens of people have reported, and is opened in memory. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Returns a page of pending cases, longest wait first: from the start, or those after a given one; at least one, where
 * there is any. `more`: others follow.
 */
export async function listSealedCases(
  db: Db,
  { after, but }: { after: string | undefined; but: string | null },
  now: Date,
  limit: number,
): Promise<{ cases: WaitingSealed[]; more: boolean }> {
  const behind =
    after === undefined
      ? sql``
      : sql`AND (waiting_since, id) > (SELECT waiting_since, id FROM sealed_cases WHERE id = ${after})`;
  const { rows } = await sql<WaitingSealed & { found: number }>`
    SELECT id, mailbox, sealed, own, found FROM (
      SELECT *, count(*) OVER () AS found, row_number() OVER waits AS place,
        sum(octet_length(sealed)) OVER waits - octet_length(sealed) AS before
      FROM (
        SELECT id, mailbox, sealed, waiting_since, (${but}::text = ANY(reporters)) IS TRUE AS own
        FROM sealed_cases WHERE ${waitingSealedSql(but, now)} ${behind}
        ORDER BY waiting_since, id LIMIT ${limit + 1}) waiting
      WINDOW waits AS (ORDER BY waiting_since, id)) placed
    WHERE place <= ${limit} AND before < ${PAGE_BYTES} ORDER BY place`.execute(db);
  return { cases: rows.map(({ found: _found, ...row }) => row), more: rows.length < (rows[0]?.found ?? 0) };
}

/** Closes a pending case, and deletes who reported; undefined if there is none. */
export async function closeSealedCase(
  db: Db,
  { id, but }: { id: string; but: string | null },
  now: Date,
): Promise<SealedRow | undefined> {
  const { rows } = await sql<SealedRow>`
    UPDATE sealed_cases SET handled_at = ${now}, reporters = '{}' WHERE id = ${id} AND ${waitingSealedSql(but, now)}
    RETURNING id, mailbox, sealed`.execute(db);
  return rows[0];
}

export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM sealed_cases WHERE forget_at <= ${now}`.execute(db);
}
