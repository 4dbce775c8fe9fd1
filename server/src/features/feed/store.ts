import { sql } from 'kysely';
import type pg from 'pg';
import { named } from '../../database/named.ts';
import type { Db } from '../../database/db.ts';
import type { Caller } from '../../http/mount.ts';
import { VIEWPOINT_COLUMNS, viewpointOf, type Viewpoint, type ViewpointRow } from '../places/index.ts';
import { markOf } from './allowance.ts';
import { handoutsSql, type StoredHandout } from './allowances.ts';
import { findCards, type Card } from './cards.ts';
import { pageQuery, type Search } from './query.ts';

export interface FeedRow extends Card {
  user_id: string;
  online_until: Date;
  date_of_birth: string;
  gender: string;
  tags: string[];
  cell: string;
}

/** A row in which the card is still represented by its version number. */
export type CardlessRow = Omit<FeedRow, keyof Card> & { card: number };

/** The user who looks at a feed, and from where. */
export interface Viewer {
  step: number;
  maxDistanceKm: number | null;
  viewpoint: Viewpoint | undefined;
  /** The handouts newer than the version that was passed in. */
  handouts: StoredHandout[];
}

/**
 * Returns the users of a page. Suspended users have no presence, and as a second safeguard no card either. If somebody
 * is suspended between the two queries, the page is read again without them: a short page would be taken for the last.
 */
export async function listNear(pool: pg.Pool, search: Search): Promise<FeedRow[]> {
  const { rows } = await pool.query<CardlessRow>(pageQuery(search));
  const people = await withCards(pool, rows);
  if (people.length === rows.length) return people;
  const there = new Set(people.map(({ user_id }) => user_id));
  const gone = rows.map(({ user_id }) => user_id).filter((id) => !there.has(id));
  return await listNear(pool, { ...search, hidden: [...(search.hidden ?? []), ...gone] });
}

/** Adds the cards to rows of users; leaves suspended users out. */
export async function withCards(pool: pg.Pool, rows: readonly CardlessRow[]): Promise<FeedRow[]> {
  const cards = await findCards(pool, rows);
  return rows.flatMap((row) => {
    const card = cards.get(row.user_id);
    return card ? [{ ...row, ...card }] : [];
  });
}

export type ViewerRow = Omit<Viewer, 'viewpoint'> & ViewpointRow;

/** Columns of `users u` and `viewpoints v`. */
export const VIEWER_COLUMNS = `u.registration_step AS step, u.max_distance_km AS "maxDistanceKm",
  ${VIEWPOINT_COLUMNS}`;

export const viewerOf = (row: ViewerRow): Viewer => ({ ...row, viewpoint: viewpointOf(row) });

export async function findViewer(
  pool: pg.Pool,
  { userId, sessionId }: Caller,
  version: number,
): Promise<Viewer | undefined> {
  const { rows } = await pool.query<ViewerRow>(
    named(
      'feed-viewer',
      `SELECT ${VIEWER_COLUMNS}, ${handoutsSql('$1', '$3')} AS handouts
       FROM users u LEFT JOIN viewpoints v ON v.session_id = $2 WHERE u.id = $1`,
      [userId, sessionId, version],
    ),
  );
  const [row] = rows;
  return row && viewerOf(row);
}

/** Whether an account was shown a user in one of its days that began after a moment. */
export async function wasShown(db: Db, viewerId: string, userId: string, after: Date): Promise<boolean> {
  const mark = markOf(userId);
  const { rows } = await sql`
    SELECT FROM handouts WHERE viewer_id = ${viewerId} AND day_since > ${after}
      AND (${mark}::int = ANY(near) OR ${mark}::int = ANY(far)) LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function forgetHandouts(db: Db, viewerId: string): Promise<void> {
  await sql`DELETE FROM handouts WHERE viewer_id = ${viewerId}`.execute(db);
}

export async function forgetDaysBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM handouts WHERE day_since < ${before}`.execute(db);
}
