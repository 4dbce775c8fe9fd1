import { EARTH_RADIUS_KM } from '@herenow/contract/constants';
import type pg from 'pg';
import { named } from '../../database/named.ts';
import { heldPhotosSql } from '../photos/index.ts';

/** Who is looked for, and from where. */
export interface Search {
  viewerId: string;
  /** Cube text of the place one looks from. */
  from: string;
  now: Date;
  maxDistanceKm: number;
  skip: number;
  limit: number;
  /** Any of these. */
  gender?: string[] | undefined;
  /** The latest day of birth of who is old enough. */
  bornUntil?: string | undefined;
  /** The latest day of birth of who is already too old. */
  bornAfter?: string | undefined;
  /** Any of these among their date ideas. */
  interestedIn?: string[] | undefined;
  /** Only those after this one: cube text of the place, and id. */
  after?: { pos: string; userId: string } | undefined;
  /** People not to show, beside those that the server knows of. */
  hidden?: string[] | undefined;
}

/** Straight through the unit sphere, the length that `km` along its surface spans. */
export function chordOf(km: number): number {
  return 2 * Math.sin(km / (2 * EARTH_RADIUS_KM));
}

/**
 * The page of a search, nearest first, then by id. The text holds only the conditions that are asked for, and its name
 * says which, so that each kind of search is planned once on each connection.
 *
 * Inside, the index hands out visible people by distance until the page is full, with everyone who is as far as the
 * last one: a whole cell shares one point. Outside, ties are ordered by id, and the corners of the box are cut off.
 * How many that are stands in a query of its own, out of the planner's sight: told of a later page, it would rather sort
 * a whole city.
 * A point overlaps (`&&`) the box where it lies within (`<@`), but the planner expects five times as many rows of it:
 * told of too few, it would sort everybody around where a few thousand are visible.
 * The suspended have no presence; the join sees to it once more.
 */
export function pageQuery(search: Search): pg.QueryConfig {
  const values: unknown[] = [
    search.viewerId,
    search.from,
    chordOf(search.maxDistanceKm),
    search.now,
    search.skip,
    search.limit,
  ];
  let name = 'feed';
  const given = (mark: string, value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return '';
    values.push(value);
    name += `-${mark}`;
    return condition(`$${values.length}`);
  };
  const one = search.gender?.length === 1;
  const conditions = [
    // An index finds one value, but not any of several.
    given('gender', one ? search.gender![0] : undefined, (p) => `AND gender = ${p}`),
    given('genders', one ? undefined : search.gender, (p) => `AND gender = ANY(${p}::text[])`),
    given('until', search.bornUntil, (p) => `AND date_of_birth <= ${p}::date`),
    given('after', search.bornAfter, (p) => `AND date_of_birth > ${p}::date`),
    given('tags', search.interestedIn, (p) => `AND tags && ${p}::text[]`),
  ].join(' ');
  const after = given('past', search.after?.pos, (p) =>
    afterText(p, `$${values.push(search.after!.userId)}`),
  );
  const hidden = given('hidden', search.hidden, (p) => `UNION ALL SELECT unnest(${p}::uuid[])`);
  return named(name, pageText(`${conditions} ${after}`, hidden), values);
}

/** Those who come after a person in the order of the pages. */
const afterText = (pos: string, userId: string): string => `
  AND (pos <-> $2::cube > ${pos}::cube <-> $2::cube
    OR (pos <-> $2::cube = ${pos}::cube <-> $2::cube AND user_id > ${userId}::uuid))`;

function pageText(conditions: string, hidden: string): string {
  return `
    SELECT page.user_id, page.online_until, page.date_of_birth, page.gender, array_to_json(page.tags) AS tags,
      u.username, u.bio, page.cell, ${heldPhotosSql('page.user_id')} AS photos
    FROM (
      SELECT * FROM (
        SELECT user_id, cell, online_until, date_of_birth, gender, tags, pos <-> $2::cube AS distance
        FROM presences
        WHERE status = 'online' AND online_until > $4
          AND pos && cube_enlarge($2::cube, $3::float8, 3) ${conditions}
          AND user_id NOT IN (
            SELECT $1::uuid
            UNION ALL SELECT blocked_id FROM blocks WHERE blocker_id = $1
            UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = $1
            UNION ALL SELECT high_id FROM chats WHERE low_id = $1
            UNION ALL SELECT low_id FROM chats WHERE high_id = $1
            ${hidden})
        ORDER BY pos <-> $2::cube
        FETCH FIRST (SELECT $5::int + $6::int) ROWS WITH TIES
      ) nearest
      WHERE distance <= $3
      ORDER BY distance, user_id LIMIT $6 OFFSET $5
    ) page
    JOIN users u ON u.id = page.user_id
    WHERE u.suspended_at IS NULL
    ORDER BY page.distance, page.user_id`;
}
