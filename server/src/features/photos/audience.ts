import { MAX_DISTANCE_KM, STEP } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { cellDistanceKm } from '../../lib/cells.ts';
import { findFacts, isKnownTo, isVisibleTo, type Facts } from '../sight/index.ts';

interface Standing {
  viewerSuspended: boolean;
  ownerSuspended: boolean;
  ownerFinished: boolean;
  /** The viewer is an operator with the confirmed second factor that the desk requires. */
  judges: boolean;
  /** The photo that the viewer’s list of blocked users shows of the owner. */
  listedPhoto: string | null;
  /** The cells from which the viewer’s devices look: an address does not name the device. */
  places: string[];
}

/**
 * Returns whether the viewer may now see a photo of the owner’s profile, or, without `photoId`, any of them. Before the
 * owner has finished the registration, only the owner may.
 */
export async function maySeePhotosOf(
  db: Db,
  { viewerId, ownerId, photoId }: { viewerId: string; ownerId: string; photoId?: string | undefined },
  now: Date,
  goneBefore: Date,
): Promise<boolean> {
  const [standing, facts] = await Promise.all([
    findStanding(db, viewerId, ownerId),
    findFacts(db, { viewer: { userId: viewerId }, otherId: ownerId }, now, goneBefore),
  ]);
  if (!standing || standing.viewerSuspended) return false;
  if (viewerId === ownerId) return true;
  if (!standing.ownerFinished) return false;
  if (standing.judges) return true;
  if (standing.ownerSuspended) return false;
  // Even if the owner has blocked the viewer, since nothing may reveal that.
  if (photoId !== undefined && standing.listedPhoto === photoId) return true;
  if (facts === undefined) return false;
  return isKnownTo(facts, now) || (isVisibleTo(facts, now) && facts.finished && isNear(facts, standing));
}

/** Whether the owner is seen within the largest distance of a feed, from any device of the viewer. */
const isNear = ({ cell }: Facts, { places }: Standing): boolean =>
  cell !== undefined && places.some((place) => cellDistanceKm(place, cell) <= MAX_DISTANCE_KM);

async function findStanding(db: Db, viewerId: string, ownerId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    SELECT me.suspended_at IS NOT NULL AS "viewerSuspended", o.suspended_at IS NOT NULL AS "ownerSuspended",
      o.registration_step = ${STEP.verified} AS "ownerFinished",
      EXISTS (SELECT FROM operators JOIN second_factors USING (user_id)
        WHERE user_id = me.id AND confirmed_at IS NOT NULL) AS judges,
      (SELECT photo_id FROM blocks WHERE blocker_id = me.id AND blocked_id = o.id AND listed) AS "listedPhoto",
      ARRAY(SELECT v.cell FROM viewpoints v JOIN sessions s ON s.id = v.session_id WHERE s.user_id = me.id
        UNION SELECT me.cell WHERE me.cell IS NOT NULL) AS places
    FROM users me JOIN users o ON o.id = ${ownerId} WHERE me.id = ${viewerId}`.execute(db);
  return rows[0];
}
