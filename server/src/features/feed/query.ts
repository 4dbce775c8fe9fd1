import type pg from 'pg';
import { named } from '../../database/named.ts';
import { chordOf } from '../../lib/spots.ts';
import { rejectedSql, rejectersSql } from '../sight/index.ts';

export interface Search {
  viewerId: string;
  /** The place to search from, as cube text. */
  from: string;
  now: Date;
  maxDistanceKm: number;
  skip: number;
  limit: number;
  /** Matches any of these. */
  gender?: string[] | undefined;
  /** The latest date of birth of users who are old enough. */
  bornUntil?: string | undefined;
  /** The latest date of birth of users who are already too old. */
  bornAfter?: string | undefined;
  /** Users with any of these date ideas. */
  interestedIn?: string[] | undefined;
  /** Only users whose first photo was verified to show them. */
  verified?: true | undefined;
  /** Only users after this one in the order of the feed: the place as cube text, and the id. */
  after?: { pos: string; userId: string } | undefined;
  /** Users to leave out, besides those that the server leaves out anyway. */
  hidden?: string[] | undefined;
}

/**
 * Returns the query for a page of a search, nearest first, then by id. The text holds only the conditions that the
 * request sets, and the statement’s name lists them, so that each connection plans each kind of search once. Each of
 * these 96 kinds takes 160 KB of a connection’s process in PostgreSQL, so nothing gets a kind that needs none.
 * The number of rows to walk is wrapped in a scalar subquery to hide it from the planner: for a later page the planner
 * would otherwise rather collect and sort a whole city.
 */
export function pageQuery(search: Search): pg.QueryConfig {
  const values: unknown[] = [
    search.viewerId,
    search.from,
    chordOf(search.maxDistanceKm),
    search.now,
    search.skip,
    search.limit,
    search.hidden ?? [],
  ];
  let name = 'feed';
  const given = (mark: string, value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return '';
    values.push(value);
    name += `-${mark}`;
    return condition(`$${values.length}`);
  };
  if (search.verified) name += '-verified';
  const one = search.gender?.length === 1;
  const filters = [
    // An index serves a single value, but not any of several.
    given('gender', one ? search.gender![0] : undefined, (p) => `AND gender = ${p}`),
    given('genders', one ? undefined : search.gender, (p) => `AND gender = ANY(${p}::text[])`),
    given('until', search.bornUntil, (p) => `AND date_of_birth <= ${p}::date`),
    given('after', search.bornAfter, (p) => `AND date_of_birth > ${p}::date`),
    // A partial index holds only the verified users.
    search.verified ? 'AND verified' : '',
    given('tags', search.interestedIn, (p) => `AND tags && ${p}::text[]`),
  ].join(' ');
  const pos = given('past', search.after?.pos, (p) => p);
  const after = pos ? { pos, userId: `$${values.push(search.after!.userId)}` } : undefined;
  const conditions = `status = 'online' AND online_until > $4 ${filters} AND user_id NOT IN (SELECT id FROM apart)`;
  const indexed = one || search.verified || search.bornUntil !== undefined || search.bornAfter !== undefined;
  const walk = indexed ? peopleWalk(conditions, after) : cellsWalk(conditions, after);
  return named(name, pageText(walk, `${apartSql('$1::uuid')} UNION ALL SELECT unnest($7::uuid[])`), values);
}

/** More cells than there are on Earth. */
const CELLS_MOST = 1_000_000_000;

/** The parameters that hold the user after whom a page begins. */
interface After {
  pos: string;
  userId: string;
}

/**
 * Returns SQL for the ids of the viewer and of the users whom no feed of the viewer shows. `viewer`: SQL of the
 * viewer’s id.
 */
export const apartSql = (viewer: string): string => `
  SELECT ${viewer}
  UNION ALL SELECT blocked_id FROM blocks WHERE blocker_id = ${viewer}
  UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewer}
  UNION ALL SELECT high_id FROM chats WHERE low_id = ${viewer}
  UNION ALL SELECT low_id FROM chats WHERE high_id = ${viewer}
  UNION ALL ${rejectersSql(viewer)}
  UNION ALL ${rejectedSql(viewer)}`;

/**
 * The SQL condition that a user has no chat, block or rejection with the viewer, who is $1, and is not the viewer: one
 * set, hashed once per query.
 */
export const STRANGER = `user_id NOT IN (${apartSql('$1::uuid')})`;

/**
 * Returns SQL that walks from one occupied cell to the next by distance, and within each from user to user by id, until
 * the page is full: of a dense cell it reads no more than the page needs. It reads equally distant cells together.
 * The cells are sorted on their own. The planner has no statistics on how many are near and assumes one in two hundred
 * of all: where one city is most of the table, it would otherwise collect and sort every user in it. The limit on the
 * cells is hidden from the planner too, so that it plans for the first rows, which the index finds.
 * For a page after a given user, the walk skips nearer cells and reads that user’s own cell from their id on.
 */
function cellsWalk(conditions: string, after: After | undefined): string {
  const distance = after && `(SELECT ${after.pos}::cube <-> $2::cube)`;
  const past =
    after &&
    `AND user_id > CASE WHEN c.distance = ${distance} THEN ${after.userId}::uuid
      ELSE '00000000-0000-0000-0000-000000000000' END`;
  return `
    SELECT c.cell, c.distance, p.*
    FROM (
      SELECT cell, pos <-> $2::cube AS distance FROM occupied_cells
      WHERE pos && cube_enlarge($2::cube, $3::float8, 3) ${distance ? `AND pos <-> $2::cube >= ${distance}` : ''}
      ORDER BY pos <-> $2::cube
      LIMIT (SELECT ${CELLS_MOST})
    ) c
    CROSS JOIN LATERAL (
      SELECT user_id, online_until, date_of_birth, gender, tags, card FROM presences
      WHERE cell = c.cell AND ${conditions} ${past ?? ''}
      ORDER BY user_id
      LIMIT (SELECT $5::int + $6::int)
    ) p
    ORDER BY c.distance
    FETCH FIRST (SELECT $5::int + $6::int) ROWS WITH TIES`;
}

/**
 * Returns SQL that walks from user to user by distance, on an index that covers gender and age, or on the one of the
 * verified: where few users match, most cells have none. It includes everyone as far away as the last row, which is the
 * rest of a cell.
 * For a point, overlapping (`&&`) the box is the same as lying within it (`<@`), but the planner expects five times as
 * many rows of `&&`: with too low an estimate it would sort everyone around a place where a few thousand are visible.
 * For the same reason users in the corners of the box, who come last, are excluded from the page and not from the walk.
 */
function peopleWalk(conditions: string, after: After | undefined): string {
  const distance = after && `${after.pos}::cube <-> $2::cube`;
  const past =
    after &&
    `AND (pos <-> $2::cube > ${distance} OR (pos <-> $2::cube = ${distance} AND user_id > ${after.userId}::uuid))`;
  return `
    SELECT cell, pos <-> $2::cube AS distance, user_id, online_until, date_of_birth, gender, tags, card
    FROM presences
    WHERE ${conditions} AND pos && cube_enlarge($2::cube, $3::float8, 3) ${past ?? ''}
    ORDER BY pos <-> $2::cube
    FETCH FIRST (SELECT $5::int + $6::int) ROWS WITH TIES`;
}

/**
 * The people the viewer must not see are looked up first, even where nobody is near: otherwise the response time of
 * an empty page would reveal whether a hidden person is near.
 */
const pageText = (walk: string, apart: string): string => `
  WITH apart (id) AS MATERIALIZED (${apart})
  SELECT user_id, cell, online_until, date_of_birth, gender, array_to_json(tags) AS tags, card
  FROM (${walk}) nearest WHERE distance <= $3 AND (SELECT count(*) FROM apart) > 0
  ORDER BY distance, user_id LIMIT $6 OFFSET $5`;
