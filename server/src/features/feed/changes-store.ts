import type pg from 'pg';
import { named } from '../../database/named.ts';
import { stranger } from './query.ts';

/** Somebody who is visible, with what a feed filters by. */
export interface SeenRow {
  user_id: string;
  cell: string;
  online_until: Date;
  date_of_birth: string;
  gender: string;
  tags: string[];
  verified: boolean;
  card: number;
}

/** Of these people those who are visible and whom nothing keeps out of the viewer's feed but its filter. */
export async function listStillSeen(
  pool: pg.Pool,
  viewerId: string,
  userIds: readonly string[],
  now: Date,
): Promise<SeenRow[]> {
  if (userIds.length === 0) return [];
  const { rows } = await pool.query<SeenRow>(
    named(
      'feed-still-seen',
      `SELECT p.user_id, p.cell, p.online_until, p.date_of_birth, p.gender, array_to_json(p.tags) AS tags, p.card,
         u.verified_photo IS NOT NULL AS verified
       FROM presences p JOIN users u ON u.id = p.user_id
       WHERE p.user_id = ANY($2::uuid[]) AND p.status = 'online' AND p.online_until > $3
         AND u.suspended_at IS NULL
         AND ${stranger()}`,
      [viewerId, userIds, now],
    ),
  );
  return rows;
}
