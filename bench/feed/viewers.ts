import type pg from 'pg';
import { kmBetween, type Position } from '@herenow/cast/characters';
import { cellCentre, cellCube, snapToCell } from '../../server/src/lib/cells.ts';
import { chordOf } from '../../server/src/lib/spots.ts';
import { signInAll } from '../lib/signed-in-tokens.ts';
import { CITIES, CITY_KM } from '../world/plan.ts';

/** A user who loads feeds, with what their client knows and sends along. */
export interface Viewer {
  id: string;
  token: string;
  at: Position;
  blockedUsers: string[];
  pinnedUsers: string[];
}

const COUNT = 32;
const FAR_KM = 90;

/** Returns signed-in people who are visible in the largest city. */
export async function cityViewers(pool: pg.Pool): Promise<Viewer[]> {
  const [longitude, latitude] = CITIES[0]!;
  const centre = cellCube(snapToCell({ type: 'Point', coordinates: [longitude, latitude] }));
  const { rows } = await pool.query<{ id: string; cell: string }>(
    `SELECT u.id, u.cell FROM presences p JOIN users u ON u.id = p.user_id
     WHERE p.pos <@ cube_enlarge($1::cube, $2::float8, 3) ORDER BY md5(u.id::text) LIMIT $3`,
    [centre, chordOf(CITY_KM), COUNT],
  );
  return await signedIn(pool, rows);
}

/** Returns signed-in people who are visible far from every city. */
export async function countryViewers(pool: pg.Pool): Promise<Viewer[]> {
  const { rows } = await pool.query<{ id: string; cell: string }>(
    `SELECT u.id, u.cell FROM presences p JOIN users u ON u.id = p.user_id ORDER BY md5(u.id::text) LIMIT 2000`,
  );
  const far = rows.filter(({ cell }) => CITIES.every((city) => kmBetween(placeOf(cell), city) > FAR_KM));
  return await signedIn(pool, far.slice(0, COUNT));
}

async function signedIn(pool: pg.Pool, people: readonly { id: string; cell: string }[]): Promise<Viewer[]> {
  const ids = people.map(({ id }) => id);
  const tokens = await signInAll(pool, ids);
  const { rows } = await pool.query<{ id: string; blocked: string[]; pinned: string[] }>(
    `SELECT id, ARRAY(SELECT blocked_id::text FROM blocks WHERE blocker_id = id) AS blocked,
       ARRAY(SELECT CASE WHEN low_id = v.id THEN high_id ELSE low_id END::text FROM chats
             WHERE initiated_by = v.id AND v.id IN (low_id, high_id)) AS pinned
     FROM unnest($1::uuid[]) WITH ORDINALITY AS v (id, place) ORDER BY place`,
    [ids],
  );
  return people.map(({ id, cell }, index) => ({
    id,
    token: tokens[index]!,
    at: placeOf(cell),
    blockedUsers: rows[index]!.blocked,
    pinnedUsers: rows[index]!.pinned,
  }));
}

const placeOf = (cell: string): Position => [...cellCentre(cell).coordinates];
