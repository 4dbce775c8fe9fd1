import { HOUR_MS, LIST_MAX, type LoggedAction, type RemovableText } from '@herenow/contract/constants';
import type { ModerationStatistics } from '@herenow/contract/moderation';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { newId } from '../../lib/ids.ts';
import { minus } from '../../lib/clock.ts';

export interface LogRow {
  id: string;
  operatorId: string | null;
  formerOperator: string | null;
  userId: string | null;
  action: LoggedAction;
  reasons: string[];
  note: string;
  why: string;
  days: number | null;
  texts: RemovableText[] | null;
  createdAt: Date;
}

/** Filters entries: those before a given one, of one kind, about or by one person, who may be a former operator. */
export interface LogFilter {
  before?: string | undefined;
  action?: LoggedAction | undefined;
  userId?: string | undefined;
  operatorId?: string | undefined;
}

/** People whose entries are left out. */
interface But {
  but: readonly string[];
}

const UNSAID = { formerOperator: null, reasons: [], note: '', why: '', days: null, texts: null };

/** The columns of an entry that say what was done, and by whom. */
export const ACT = sql.raw(
  'operator_id AS "operatorId", former_operator AS "formerOperator", action, reasons, note, why, days, texts',
);
const ENTRY = sql`id, user_id AS "userId", created_at AS "createdAt", ${ACT}`;

/** Logs an act and returns its entry; what an act has no use for is empty. */
export async function addEntry(
  db: Db,
  act: Omit<LogRow, keyof typeof UNSAID | 'id'> & Partial<LogRow>,
): Promise<LogRow> {
  const entry = { id: newId(), ...UNSAID, ...act };
  await sql`
    INSERT INTO moderation_log (id, operator_id, user_id, action, reasons, note, why, days, texts, created_at)
    VALUES (${entry.id}, ${entry.operatorId}, ${entry.userId}, ${entry.action}, ${entry.reasons}, ${entry.note},
      ${entry.why}, ${entry.days}, ${entry.texts}, ${entry.createdAt})`.execute(db);
  return entry;
}

/** Returns the acts on these people, latest first; for each person only the latest ones. */
export async function listHistory(db: Db, userIds: readonly string[]): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    SELECT entry.* FROM unnest(${userIds}::uuid[]) AS person (id), LATERAL (
      SELECT ${ENTRY} FROM moderation_log WHERE user_id = person.id AND action <> 'look'
      ORDER BY created_at DESC, id DESC LIMIT ${LIST_MAX}) entry
    ORDER BY entry."createdAt" DESC, entry.id DESC`.execute(db);
  return rows;
}

/** The client fetches an open case again and again; within this time that counts as one look. */
const LOOK_MS = HOUR_MS;

/**
 * Logs that an operator looked at a person’s selfies, or at a person without a pending report: no such look goes
 * unrecorded.
 */
export const noteLook = (db: Db, looks: { operatorId: string; userId: string }, now: Date): Promise<void> =>
  noteOnce(db, { ...looks, action: 'look' }, minus(now, LOOK_MS), now);

/** Logs what an operator does with a case, unless that was logged since a moment. */
export async function noteOnce(
  db: Db,
  entry: { operatorId: string; userId: string; action: 'look' | 'hold' },
  since: Date,
  now: Date,
): Promise<void> {
  const { operatorId, userId, action } = entry;
  const { rows } = await sql`
    SELECT FROM moderation_log WHERE user_id = ${userId} AND operator_id = ${operatorId} AND action = ${action}
      AND created_at > ${since} LIMIT 1`.execute(db);
  if (rows.length === 0) await addEntry(db, { ...entry, createdAt: now });
}

/** Returns whether an operator did the same to a person since a moment, without a report. */
export async function hasDone(
  db: Db,
  {
    operatorId,
    userId,
    action,
    note,
    why,
  }: Pick<LogRow, 'operatorId' | 'userId' | 'action' | 'note' | 'why'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM moderation_log WHERE user_id = ${userId} AND operator_id = ${operatorId} AND action = ${action}
      AND reasons = '{}' AND note = ${note} AND why = ${why} AND created_at > ${since} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns entries of the log, latest first. */
export async function listLog(
  db: Db,
  { before, action, userId, operatorId, but }: LogFilter & But,
  limit: number,
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    SELECT ${ENTRY} FROM moderation_log
    WHERE (user_id IS NULL OR user_id <> ALL(${but}::uuid[]))
      ${before ? sql`AND (created_at, id) < (SELECT created_at, id FROM moderation_log WHERE id = ${before})` : sql``}
      ${action ? sql`AND action = ${action}` : sql``}
      ${userId ? sql`AND user_id = ${userId}` : sql``}
      ${operatorId ? sql`AND coalesce(operator_id, former_operator) = ${operatorId}` : sql``}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns the figures of a transparency report for the time since a moment. */
export async function getStatistics(db: Db, since: Date): Promise<ModerationStatistics> {
  const { rows } = await sql<ModerationStatistics>`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('name', reason, 'count', n) ORDER BY n DESC, reason), '[]')
       FROM (SELECT reason, count(*) AS n FROM reports WHERE created_at > ${since} GROUP BY reason) r) AS reports,
      (SELECT coalesce(json_agg(json_build_object('name', action, 'count', n) ORDER BY n DESC, action), '[]')
       FROM (SELECT action, count(*) AS n FROM moderation_log
             WHERE created_at > ${since} AND action NOT IN ('look', 'hold') GROUP BY action) a) AS acts,
      (SELECT json_build_object('granted', count(*) FILTER (WHERE granted), 'declined', count(*) FILTER (WHERE NOT granted),
         'waiting', count(*) FILTER (WHERE decided_at IS NULL),
         'medianHours', (percentile_cont(0.5) WITHIN GROUP (
           ORDER BY extract(epoch FROM decided_at - created_at)) / 3600)::float8) FROM appeals WHERE created_at > ${since}) AS appeals,
      (SELECT json_build_object('upheld', count(*) FILTER (WHERE upheld), 'wrong', count(*) FILTER (WHERE NOT upheld),
         'waiting', count(*) FILTER (WHERE upheld IS NULL))
       FROM (SELECT bool_or(upheld) AS upheld FROM reports WHERE hid_at > ${since} GROUP BY reported_id, hid_at) h) AS hidings,
      (SELECT avg(upheld::int)::float8 FROM reports WHERE handled_at > ${since}) AS "upheldShare",
      (SELECT (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM handled_at - created_at)) / 3600)::float8
       FROM reports WHERE handled_at > ${since}) AS "medianHours"`.execute(db);
  return rows[0]!;
}
