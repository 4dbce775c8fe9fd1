import { STEP } from '@herenow/contract/constants';
import type { PinStatus } from '@herenow/contract/entities';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Caller } from '../../http/mount.ts';
import { cellDistanceKm } from '../../lib/cells.ts';
import type { Presence } from '../presence/index.ts';
import type { Facts } from './policy.ts';
import { rejectersSql } from './rejections-sql.ts';

/**
 * SQL for whether the chat `c` is in the list of the user `me`. A chat that ends with a presence or a pause disappears
 * at once, even while its row waits for the sweep. `mine` and `theirs` are the running presences of the two.
 */
export const chatIsListed = (goneBefore: Date) => sql<boolean>`
  CASE c.pin_status
    WHEN 'accepted' THEN c.paused_at IS NULL OR c.paused_at > ${goneBefore}
    WHEN 'pending' THEN CASE WHEN c.initiated_by = me.id THEN mine.user_id ELSE theirs.user_id END IS NOT NULL
    ELSE c.initiated_by = me.id AND mine.user_id IS NOT NULL
  END`;

interface FactsRow {
  status: Presence['status'] | null;
  until: Date | null;
  startedAt: Date;
  there: boolean;
  suspended: boolean;
  blocked: boolean;
  rejected: boolean;
  pinStatus: PinStatus | null;
  fromOther: boolean;
  listed: boolean;
  step: number;
  from: string | null;
  at: string | null;
}

/**
 * Finds the facts of a pair; undefined if one of the two does not exist. Without a session the viewer looks from their
 * last place. For a missing user the same query runs about the viewer, so that the response time does not reveal who
 * exists.
 */
export async function findFacts(
  db: Db,
  pair: { viewer: Pick<Caller, 'userId'> & Partial<Caller>; otherId: string },
  now: Date,
  goneBefore: Date,
): Promise<Facts | undefined> {
  const { viewer, otherId } = pair;
  const { rows } = await sql<FactsRow>`
    SELECT theirs.status, theirs.online_until AS until, theirs.started_at AS "startedAt",
      o.id = ${otherId} AS there, o.suspended_at IS NOT NULL AS suspended,
      EXISTS (SELECT FROM blocks WHERE (blocker_id = me.id AND blocked_id = o.id)
        OR (blocker_id = o.id AND blocked_id = me.id)) AS blocked,
      CASE WHEN c.id IS NOT NULL THEN c.pin_status = 'rejected' ELSE o.id IN (${sql.raw(rejectersSql('me.id'))})
        OR me.id IN (${sql.raw(rejectersSql('o.id'))}) END AS rejected,
      c.pin_status AS "pinStatus", c.initiated_by = o.id AS "fromOther", ${chatIsListed(goneBefore)} AS listed,
      me.registration_step AS step, coalesce(v.cell, me.cell) AS from, theirs.cell AS at
    FROM users me
    JOIN users o ON o.id = coalesce((SELECT id FROM users WHERE id = ${otherId}), me.id)
    LEFT JOIN viewpoints v ON v.session_id = ${viewer.sessionId ?? null}
    LEFT JOIN presences mine ON mine.user_id = me.id AND (mine.online_until IS NULL OR mine.online_until > ${now})
    LEFT JOIN presences theirs ON theirs.user_id = o.id AND (theirs.online_until IS NULL OR theirs.online_until > ${now})
    LEFT JOIN chats c ON c.low_id = least(me.id, o.id) AND c.high_id = greatest(me.id, o.id)
    WHERE me.id = ${viewer.userId}`.execute(db);
  const [row] = rows;
  if (!row?.there) return undefined;
  const { status, until, startedAt, pinStatus, from, at } = row;
  return {
    presence: status ? { status, onlineUntil: until, startedAt } : undefined,
    cell: at ?? undefined,
    suspended: row.suspended,
    blocked: row.blocked,
    rejected: row.rejected,
    chat: pinStatus ? { pinStatus, fromOther: row.fromOther, listed: row.listed } : undefined,
    finished: row.step === STEP.verified,
    from: from ?? undefined,
    distanceKm: from && at ? cellDistanceKm(from, at) : undefined,
  };
}
