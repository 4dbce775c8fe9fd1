import type pg from 'pg';
import { named } from '../../database/named.ts';
import type { FoundSession } from '../../http/admission.ts';
import type { Caller } from '../../http/mount.ts';
import { liveSessionsSql } from '../accounts/index.ts';
import { handoutsSql } from './allowances.ts';
import { STRANGER } from './query.ts';
import { VIEWER_COLUMNS, viewerOf, type CardlessRow, type Viewer, type ViewerRow } from './store.ts';

/** A visible user, with the columns that a feed filters by. */
export type SeenRow = CardlessRow & { verified: boolean };

/** Returns SQL for those of some users who are visible and kept out of the feed of $1 by nothing but its filter. */
const stillSeenSql = (userIds: string, now: string): string => `
  SELECT p.user_id, p.cell, p.online_until, p.date_of_birth, p.gender, array_to_json(p.tags) AS tags, p.card,
    u.verified_photo IS NOT NULL AS verified
  FROM presences p JOIN users u ON u.id = p.user_id
  WHERE p.user_id = ANY(${userIds}::uuid[]) AND p.status = 'online' AND p.online_until > ${now}
    AND u.suspended_at IS NULL
    AND ${STRANGER}`;

/** Returns those of these users who are visible and kept out of the viewer’s feed by nothing but its filter. */
export async function listStillSeen(
  pool: pg.Pool,
  viewerId: string,
  userIds: readonly string[],
  now: Date,
): Promise<SeenRow[]> {
  if (userIds.length === 0) return [];
  const text = stillSeenSql('$2', '$3');
  const { rows } = await pool.query<SeenRow>(named('feed-still-seen', text, [viewerId, userIds, now]));
  return rows;
}

/** $1 user, $2 session, $3 the version of the handouts, $4 people, $5 now. */
const ADMIT_LOOK = `
WITH given AS (SELECT $1::uuid AS user_id, $2::uuid AS session_id),
callers AS (${liveSessionsSql('$5::timestamptz')})
SELECT c.last_used_at AS "lastUsedAt", ${VIEWER_COLUMNS}, ${handoutsSql('$1', '$3')} AS handouts,
  (SELECT coalesce(json_agg(seen), '[]') FROM (${stillSeenSql('$4', '$5')}) seen) AS seen
FROM given g
LEFT JOIN callers c ON c.user_id = g.user_id
LEFT JOIN users u ON u.id = c.user_id
LEFT JOIN viewpoints v ON v.session_id = c.session_id`;

/** Admits a call of a viewer, and finds which of some users they may still see, in one round trip. */
export async function admitLook(
  pool: pg.Pool,
  { userId, sessionId }: Caller,
  version: number,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<{ found: FoundSession; viewer: Viewer; seen: SeenRow[] }> {
  type Row = ViewerRow & { lastUsedAt: Date | null; seen: (SeenRow & { online_until: string })[] };
  const query = named('feed-admit-look', ADMIT_LOOK, [userId, sessionId, version, userIds, now]);
  const { lastUsedAt, seen, ...row } = (await pool.query<Row>(query)).rows[0]!;
  return {
    // Each node counts the calls on its own, against its own rate limit.
    found: { lastUsedAt, counted: true },
    viewer: viewerOf(row),
    seen: seen.map((one) => ({ ...one, online_until: new Date(one.online_until) })),
  };
}
