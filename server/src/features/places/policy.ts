import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import { cellDistanceKm, regionOf } from '../../lib/cells.ts';

/** How far the devices of an account may still move. */
export interface Movement {
  kmLeft: number;
  /** When `kmLeft` was computed. */
  countedAt: Date;
  /** Regions of the places that were accepted since `regionsSince`. */
  regions: readonly string[];
  regionsSince: Date;
}

/** The place from which a device looks. */
export interface Viewpoint {
  cell: string;
  /** A place further away than the account may move now, and since when it has been waiting. */
  next: { cell: string; since: Date } | undefined;
}

/** More than any train or car covers in an hour, and about what a plane does. */
const MOST_KM = 1500;
const KM_AN_HOUR = 900;
const REGIONS_A_DAY = 40;
/** How long a place beyond the budget waits before it is accepted. */
const WAIT_MS = 10 * 60_000;
/** Places no further apart than this share one wait, since a user who has just landed keeps moving. */
const SAME_WAIT_KM = 100;

export function newMovement(now: Date): Movement {
  return { kmLeft: MOST_KM, countedAt: now, regions: [], regionsSince: now };
}

export const isDue = ({ next }: Viewpoint, now: Date): boolean =>
  next !== undefined && now.getTime() - next.since.getTime() >= WAIT_MS;

/** Returns where a device that reports `cell` looks from, and the movement that is left. */
export function move(
  viewpoint: Viewpoint,
  movement: Movement,
  cell: string,
  now: Date,
): { viewpoint: Viewpoint; movement: Movement } {
  const current = refilled(movement, now);
  const km = cellDistanceKm(viewpoint.cell, cell);
  const region = regionOf(cell);
  const regions = current.regions.includes(region) ? current.regions : [...current.regions, region];
  const waits = viewpoint.next && cellDistanceKm(viewpoint.next.cell, cell) <= SAME_WAIT_KM;
  const next = { cell, since: waits ? viewpoint.next!.since : now };
  const affordable = km <= current.kmLeft || isDue({ ...viewpoint, next }, now);
  if (!affordable || regions.length > REGIONS_A_DAY)
    return { viewpoint: { ...viewpoint, next }, movement: current };
  return {
    viewpoint: { cell, next: undefined },
    movement: { ...current, kmLeft: Math.max(0, current.kmLeft - km), regions },
  };
}

function refilled(movement: Movement, now: Date): Movement {
  const hours = Math.max(0, now.getTime() - movement.countedAt.getTime()) / HOUR_MS;
  const kmLeft = Math.min(MOST_KM, movement.kmLeft + hours * KM_AN_HOUR);
  // The kilometres are fully refilled long before the regions are counted from zero again.
  const newDay = now.getTime() - movement.regionsSince.getTime() >= DAY_MS;
  return { ...movement, kmLeft, countedAt: now, ...(newDay ? { regions: [], regionsSince: now } : {}) };
}
