import { LIST_MAX, type ModerationAction } from '@herenow/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

type Db = Kysely<Database>;

export interface ReportedPerson {
  id: string;
  username: string;
  gender: string | null;
  dateOfBirth: string | null;
  tags: string[];
  createdAt: Date;
  suspended: boolean;
  blockedBy: number;
}

export interface WaitingReport {
  id: string;
  reportedId: string;
  reporterId: string | null;
  reason: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface LogRow {
  id: string;
  operatorId: string | null;
  userId: string | null;
  action: ModerationAction;
  reasons: string[];
  note: string;
  createdAt: Date;
}

const LOG = sql.raw(
  'id, operator_id AS "operatorId", user_id AS "userId", action, reasons, note, created_at AS "createdAt"',
);

/** People with reports that wait, whoever waits longest first: all, or those behind somebody. */
export async function listReported(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<ReportedPerson[]> {
  const { rows } = await sql<ReportedPerson>`
    SELECT u.id, u.username, u.gender, u.date_of_birth AS "dateOfBirth", u.my_tags AS tags,
      u.created_at AS "createdAt", u.suspended_at IS NOT NULL AS suspended,
      (SELECT count(*) FROM blocks WHERE blocked_id = u.id) AS "blockedBy"
    FROM (SELECT reported_id, min(created_at) AS since FROM reports
          WHERE handled_at IS NULL AND reported_id IS NOT NULL GROUP BY reported_id) waiting
    JOIN users u ON u.id = waiting.reported_id
    WHERE ${after ?? null}::uuid IS NULL OR (waiting.since, u.id) > (
      SELECT min(created_at), ${after ?? null}::uuid FROM reports WHERE handled_at IS NULL AND reported_id = ${after ?? null})
    ORDER BY waiting.since, u.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The reports on these people that wait, oldest first: of each person the oldest ones. */
export async function listWaiting(db: Db, userIds: readonly string[]): Promise<WaitingReport[]> {
  const { rows } = await sql<WaitingReport>`
    SELECT waiting.id, waiting.reported_id AS "reportedId", waiting.reporter_id AS "reporterId", waiting.reason,
      waiting.created_at AS "createdAt", waiting.updated_at AS "updatedAt"
    FROM unnest(${userIds}::uuid[]) AS person (id), LATERAL (
      SELECT * FROM reports WHERE handled_at IS NULL AND reported_id = person.id
      ORDER BY created_at, id LIMIT ${LIST_MAX}) waiting
    ORDER BY waiting.created_at, waiting.id`.execute(db);
  return rows;
}

/** Closes the reports on a person that wait. Answers their reasons, oldest first. */
export async function closeReports(db: Db, userId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ reason: string; created_at: Date }>`
    UPDATE reports SET handled_at = ${now} WHERE reported_id = ${userId} AND handled_at IS NULL
    RETURNING reason, created_at`.execute(db);
  const oldestFirst = rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  return oldestFirst.slice(0, LIST_MAX).map(({ reason }) => reason);
}

/** Keeps others from acting on the person meanwhile. Answers whether there is such a person. */
export async function lockPerson(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`.execute(db);
  return rows.length > 0;
}

export async function addEntry(db: Db, entry: LogRow): Promise<void> {
  await db
    .insertInto('moderation_log')
    .values({
      id: entry.id,
      operator_id: entry.operatorId,
      user_id: entry.userId,
      action: entry.action,
      reasons: entry.reasons,
      note: entry.note,
      created_at: entry.createdAt,
    })
    .execute();
}

/** What was done about these people, latest first: of each person the latest. */
export async function listHistory(db: Db, userIds: readonly string[]): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    SELECT entry.* FROM unnest(${userIds}::uuid[]) AS person (id), LATERAL (
      SELECT ${LOG} FROM moderation_log WHERE user_id = person.id
      ORDER BY created_at DESC, id DESC LIMIT ${LIST_MAX}) entry
    ORDER BY entry."createdAt" DESC, entry.id DESC`.execute(db);
  return rows;
}

/** The log, latest first: all of it, or what came before an entry. */
export async function listLog(db: Db, before: string | undefined, limit: number): Promise<LogRow[]> {
  const earlier =
    before === undefined
      ? sql``
      : sql`WHERE (created_at, id) < (SELECT created_at, id FROM moderation_log WHERE id = ${before})`;
  const { rows } = await sql<LogRow>`
    SELECT ${LOG} FROM moderation_log ${earlier} ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}
