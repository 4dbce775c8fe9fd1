import type { Point } from '@herenow/contract/entities';
import type { Fix } from '../../lib/geolocation.ts';
import { kmNear, zoneAt, type HomeZone } from './zones.ts';

/**
 * No cell reaches this far from its middle: its corners lie at 0.6 km at most. A device that is further away is
 * well inside another one.
 */
const STAYS_KM = 0.65;
const SAME_KM = 0.01;

/**
 * What the server is to be told of a fix. Undefined: nothing new. `told` is the middle of the cell that it knows.
 * Where it may be inside a home zone it is the zone's one place; elsewhere a fix near the border of the told cell changes nothing, so
 * that its noise says nothing.
 */
export function placeToTell(fix: Fix, told: Point | null, zones: readonly HomeZone[]): Point | undefined {
  const zone = zoneAt(zones, fix);
  if (zone) return told && kmNear(told, zone.stand) < SAME_KM ? undefined : zone.stand;
  // What stood for a zone tells nothing of where one is outside of it.
  const stands = told && zones.some(({ stand }) => kmNear(told, stand) < SAME_KM);
  return told && !stands && kmNear(fix.place, told) < STAYS_KM ? undefined : fix.place;
}
