/** Places far from each other, each with one viewer and at most one visible person. */
import type pg from 'pg';
import { cellCube, snapToCell } from '../../server/src/lib/cells.ts';
import type { Pair, Somebody } from './pairs.ts';

const DEGREES_APART = 3;
const LATITUDE = 20;
/** The number of places at one latitude, as many as fit around the Earth. */
const IN_A_ROW = 100;

export interface LonelyPlace {
  viewer: Somebody;
  /** Someone without a chat with the viewer. */
  other: Somebody;
}

/** Moves two strangers of two pairs to each place; the viewer is offline, the other is visible to them. */
export async function moveApart(pool: pg.Pool, pairs: readonly Pair[]): Promise<LonelyPlace[]> {
  const places: LonelyPlace[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const place = { viewer: pairs[at]!.sender, other: pairs[at + 1]!.sender };
    const coordinates: [number, number] = [
      -150 + (places.length % IN_A_ROW) * DEGREES_APART,
      LATITUDE + Math.floor(places.length / IN_A_ROW) * DEGREES_APART,
    ];
    await move(pool, place, snapToCell({ type: 'Point', coordinates }));
    places.push(place);
  }
  return places;
}

async function move(pool: pg.Pool, { viewer, other }: LonelyPlace, cell: string): Promise<void> {
  const both = [viewer.id, other.id];
  await pool.query('UPDATE users SET cell = $1 WHERE id = ANY($2::uuid[])', [cell, both]);
  await pool.query(
    `INSERT INTO viewpoints (session_id, cell) SELECT id, $1 FROM sessions WHERE user_id = ANY($2::uuid[])
     ON CONFLICT (session_id) DO UPDATE SET cell = $1`,
    [cell, both],
  );
  await pool.query('DELETE FROM presences WHERE user_id = $1', [viewer.id]);
  await pool.query('UPDATE presences SET cell = $1, pos = $2 WHERE user_id = $3', [
    cell,
    cellCube(cell),
    other.id,
  ]);
}
