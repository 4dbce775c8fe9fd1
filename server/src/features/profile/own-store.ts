import { LIST_MAX } from '@herenow/contract/constants';
import type pg from 'pg';
import { named } from '../../database/named.ts';
import type { Caller } from '../../http/mount.ts';
import { liveSessionsSql } from '../accounts/index.ts';
import { heldPhotosSql, type PhotoRow } from '../photos/index.ts';
import type { Presence } from '../presence/index.ts';
import { blockedIdsSql, reportedIdsSql } from '../safety/index.ts';
import { COLUMNS, type UserRow } from './store.ts';

/** Everything that the owner’s view of a record is made of. */
export interface OwnRow extends UserRow {
  /** Null: the session of the request has ended. */
  lastUsedAt: Date | null;
  /** The cell from which the device looks. */
  cell: string | null;
  heldPhotos: PhotoRow[];
  /** The status of the running presence; null: there is none. */
  status: Presence['status'] | null;
  onlineUntil: Date | null;
  startedAt: Date | null;
  blocked: string[];
  reported: string[];
  pinned: string[];
  rejected: string[];
}

/**
 * $1 user, $2 session, $3 now. `pinned` and `rejected` cover the running presence, the latest of both together. The
 * row of a rejected pin goes when its maker leaves, which the user must not learn, so the rejection is also looked up
 * in the memory of the pair: by its key, since joining the two may read all that somebody has ever rejected.
 */
const OWN = `
WITH given AS (SELECT $1::uuid AS user_id, $2::uuid AS session_id),
callers AS (${liveSessionsSql('$3::timestamptz')})
SELECT ${COLUMNS.map((column) => `u.${column}`).join(', ')},
  callers.last_used_at AS "lastUsedAt", coalesce(v.cell, u.cell) AS cell, ${heldPhotosSql('u.id')} AS "heldPhotos",
  p.status, p.online_until AS "onlineUntil", p.started_at AS "startedAt",
  ${blockedIdsSql('u.id')} AS blocked, ${reportedIdsSql('u.id')} AS reported, pins.pinned, pins.rejected
FROM users u
LEFT JOIN callers ON callers.user_id = u.id
LEFT JOIN viewpoints v ON v.session_id = $2
LEFT JOIN presences p ON p.user_id = u.id AND (p.online_until IS NULL OR p.online_until > $3)
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(other ORDER BY at, other) FILTER (WHERE mine), '{}')::text[] AS pinned,
    coalesce(array_agg(other ORDER BY at, other) FILTER (WHERE NOT mine), '{}')::text[] AS rejected
  FROM (
    SELECT CASE WHEN low_id = u.id THEN high_id ELSE low_id END AS other, initiated_by = u.id AS mine,
      CASE WHEN initiated_by = u.id THEN created_at ELSE answered_at END AS at
    FROM chats
    WHERE (low_id = u.id OR high_id = u.id) AND (
      (initiated_by = u.id AND created_at >= p.started_at)
      OR (initiated_by <> u.id AND pin_status = 'rejected' AND answered_at >= p.started_at))
    UNION
    SELECT former.other_id, false, former.ended_at FROM former_chats former
    WHERE former.user_id = u.id AND former.ended_at >= p.started_at
      AND (SELECT rejections > 0 AND unanswered = 0 FROM pin_memories
        WHERE target = u.mailbox AND pinner = (SELECT mailbox FROM users WHERE id = former.other_id))
      AND NOT EXISTS (SELECT FROM chats
        WHERE low_id = least(u.id, former.other_id) AND high_id = greatest(u.id, former.other_id)
          AND (initiated_by = u.id OR pin_status <> 'rejected'))
    ORDER BY at DESC, other DESC LIMIT ${LIST_MAX}
  ) AS latest
) AS pins
WHERE u.id = $1`;

/** Returns everything of the caller’s own record, and whether the session is live, in one round trip. */
export async function findOwn(
  pool: pg.Pool,
  { userId, sessionId }: Caller,
  now: Date,
): Promise<OwnRow | undefined> {
  const { rows } = await pool.query<OwnRow>(named('own-record', OWN, [userId, sessionId, now]));
  return rows[0];
}
