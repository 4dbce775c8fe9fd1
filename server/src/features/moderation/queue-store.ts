import { LIST_MAX, REPORT_REASONS, STEP } from '@herenow/contract/constants';
import type { ModerationSummary } from '@herenow/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/db.ts';
import { EVIDENCE_BYTES } from './case-store.ts';
import type { Operator } from './operators.ts';
import { waitingSealedSql } from './sealed-store.ts';

export interface ReportedPerson {
  id: string;
  username: string;
  gender: string | null;
  dateOfBirth: string | null;
  bio: string;
  tags: string[];
  createdAt: Date;
  suspended: boolean;
  suspendedUntil: Date | null;
  hiddenUntil: Date | null;
  /**
   * How many people who had met this person or been shown them have blocked them; each counts once, with any number of
   * accounts.
   */
  blockedBy: number;
  /** The rank of the pending reports; null: there is none. */
  rank: number | null;
  since: Date | null;
  heldBy: string | null;
}

export interface WaitingReport {
  id: string;
  reportedId: string;
  reporterId: string | null;
  reason: string;
  words: string;
  /** Words and messages, encrypted, once the reporter’s account is gone. */
  sealed: string | null;
  photoId: string | null;
  reporterSuspended: boolean;
  reporterJudged: number;
  reporterUpheld: number;
  changedAfterAnswer: number | null;
  createdAt: Date;
  updatedAt: Date;
}

const person = (now: Date) => sql`
  u.id, u.username, u.gender, u.date_of_birth AS "dateOfBirth", u.bio, u.my_tags AS tags,
  u.created_at AS "createdAt",
  u.suspended_at IS NOT NULL AS suspended, u.suspended_until AS "suspendedUntil",
  CASE WHEN u.hidden_until > ${now} THEN u.hidden_until END AS "hiddenUntil",
  (SELECT count(DISTINCT coalesce(blocker.mailbox, blocker.id::text))
   FROM blocks JOIN users blocker ON blocker.id = blocker_id AND blocker.registration_step = ${STEP.verified}
   WHERE blocked_id = u.id AND blocks.name IS NOT NULL) AS "blockedBy",
  (SELECT operator_id FROM moderation_holds WHERE user_id = u.id AND held_until > ${now}) AS "heldBy",
  waiting.rank, waiting.since`;

/**
 * Returns people with pending reports, the most serious first, then the longest wait first: from the start, or those
 * after a given one, without people whose cases the operator may not see.
 */
export async function listReported(
  db: Db,
  { after, limit, but }: { after: string | undefined; limit: number; but: readonly string[] },
  now: Date,
): Promise<ReportedPerson[]> {
  const open = sql`user_id <> ALL(${but}::uuid[])`;
  // A list cannot start at a hidden case: what follows it would reveal that the case exists, and its place.
  const behind =
    after === undefined
      ? sql``
      : sql`AND (waiting.rank, waiting.since, waiting.user_id) > (
          SELECT rank, since, user_id FROM waiting_cases WHERE user_id = ${after} AND ${open})`;
  const { rows } = await sql<ReportedPerson>`
    SELECT ${person(now)} FROM waiting_cases waiting JOIN users u ON u.id = waiting.user_id
    WHERE ${open} ${behind}
    ORDER BY waiting.rank, waiting.since, waiting.user_id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findPerson(db: Db, userId: string, now: Date): Promise<ReportedPerson | undefined> {
  const { rows } = await sql<ReportedPerson>`
    SELECT ${person(now)} FROM users u
    LEFT JOIN waiting_cases waiting ON waiting.user_id = u.id
    WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}

/**
 * Returns the pending reports on these people, oldest first; for each person only the oldest ones. Of what is sealed it
 * returns the shortest, as much as may be read at once.
 */
export async function listWaiting(db: Db, userIds: readonly string[]): Promise<WaitingReport[]> {
  const { rows } = await sql<WaitingReport>`
    SELECT waiting.id, waiting.reported_id AS "reportedId", waiting.reporter_id AS "reporterId", waiting.reason,
      waiting.words, CASE WHEN sum(octet_length(waiting.sealed)) OVER (
        ORDER BY octet_length(waiting.sealed), waiting.id) <= ${EVIDENCE_BYTES} THEN waiting.sealed END AS sealed,
      waiting.photo_id AS "photoId", waiting.created_at AS "createdAt",
      waiting.updated_at AS "updatedAt", waiting.changed_after_answer AS "changedAfterAnswer", judged.all AS "reporterJudged", judged.upheld AS "reporterUpheld",
      EXISTS (SELECT FROM users WHERE id = waiting.reporter_id AND suspended_at IS NOT NULL) AS "reporterSuspended"
    FROM unnest(${userIds}::uuid[]) AS person (id), LATERAL (
      SELECT * FROM reports WHERE handled_at IS NULL AND reported_id = person.id
      ORDER BY created_at, id LIMIT ${LIST_MAX}) waiting, LATERAL (
      SELECT count(upheld) AS all, count(*) FILTER (WHERE upheld) AS upheld FROM reports
      WHERE reporter_id = waiting.reporter_id AND upheld IS NOT NULL) judged
    ORDER BY waiting.created_at, waiting.id`.execute(db);
  return rows;
}

/** A judged report: its reason and its reporter. */
export interface JudgedReport {
  reason: string;
  reporter: { id: string; email: string; emailValidated: boolean } | null;
}

/** Returns the reasons of reports as the reported person may read them, without their number or order. */
export const reasonsOf = (reports: readonly { reason: string }[]): string[] =>
  REPORT_REASONS.filter((one) => reports.some(({ reason }) => reason === one));

/** Closes the pending reports on a person and releases the case. Returns the reports, oldest first. */
export async function closeReports(
  db: Db,
  userId: string,
  upheld: boolean,
  now: Date,
): Promise<JudgedReport[]> {
  const judged = await close(db, userId, sql`true`, upheld, now);
  await sql`DELETE FROM moderation_holds WHERE user_id = ${userId}`.execute(db);
  return judged;
}

/** Dismisses the pending ones of the reports that hid a person at a moment. Returns them, oldest first. */
export const dismissHiding = (db: Db, userId: string, hidAt: Date, now: Date): Promise<JudgedReport[]> =>
  close(db, userId, sql`hid_at = ${hidAt}`, false, now);

async function close(
  db: Db,
  userId: string,
  which: RawBuilder<unknown>,
  upheld: boolean,
  now: Date,
): Promise<JudgedReport[]> {
  const { rows } = await sql<JudgedReport>`
    WITH closed AS (
      UPDATE reports SET handled_at = ${now}, upheld = ${upheld}, network = NULL
      WHERE reported_id = ${userId} AND handled_at IS NULL AND ${which} RETURNING reason, reporter_id, created_at)
    SELECT closed.reason, CASE WHEN u.id IS NOT NULL THEN
        json_build_object('id', u.id, 'email', u.email, 'emailValidated', u.email_validated) END AS reporter
    FROM closed LEFT JOIN users u ON u.id = closed.reporter_id
    ORDER BY closed.created_at LIMIT ${LIST_MAX}`.execute(db);
  return rows;
}

/** Whether a pending report on a person was made or changed after a moment. */
export async function hasReportAfter(db: Db, userId: string, moment: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM reports WHERE reported_id = ${userId} AND handled_at IS NULL
      AND updated_at > ${moment} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Counts what is pending, without the cases of people whom the operator may not see. */
export async function getSummary(
  db: Db,
  now: Date,
  but: Pick<Operator, 'accounts' | 'reported' | 'mailbox'> = { accounts: [], reported: [], mailbox: null },
): Promise<Omit<ModerationSummary, 'appeals' | 'faces'>> {
  const { rows } = await sql<{ cases: number; underage: number; sealed: number; oldest: Date | null }>`
    SELECT count(*) AS cases, count(*) FILTER (WHERE rank <= 0 OR rank = 4) AS underage, min(since) AS oldest,
      (SELECT count(*) FROM sealed_cases WHERE ${waitingSealedSql(but.mailbox, now)}) AS sealed
    FROM waiting_cases WHERE user_id <> ALL(${[...but.accounts, ...but.reported]}::uuid[])`.execute(db);
  const { oldest, ...counts } = rows[0]!;
  return { ...counts, oldest: oldest?.toISOString() ?? null };
}
