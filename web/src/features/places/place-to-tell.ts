import type { Point } from '@herenow/contract/entities';
import type { Fix } from '../../lib/geolocation.ts';
import { kmNear, zoneAt, type HomeZone } from './zones.ts';

/**
 * Further from a cell's centre than any of its corners (0.6 km at most): a device beyond this distance is well inside
 * another cell.
 */
const STAYS_KM = 0.65;
const SAME_KM = 0.01;

/**
 * Returns the place to report to the server for a fix; undefined if nothing is new. `told` is the centre of the
 * cell reported last. If the device may be inside a home zone, that zone's stand-in is reported. Elsewhere a fix near
 * the border of the reported cell changes nothing, so that GPS noise reveals nothing.
 */
export function placeToTell(fix: Fix, told: Point | null, zones: readonly HomeZone[]): Point | undefined {
  const zone = zoneAt(zones, fix);
  if (zone) return told && kmNear(told, zone.stand) < SAME_KM ? undefined : zone.stand;
  // A zone's stand-in says nothing about where the device is outside the zone, so it is never kept there.
  const stands = told && zones.some(({ stand }) => kmNear(told, stand) < SAME_KM);
  return told && !stands && kmNear(fix.place, told) < STAYS_KM ? undefined : fix.place;
}
