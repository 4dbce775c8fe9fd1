import type { Point } from '@herenow/contract/entities';
import type { Fix } from '../../lib/geolocation.ts';
import { deviceStore, readJson } from '../../lib/storage.ts';

/** An area in which this device reports another place than its own. It is stored on the device only. */
export interface HomeZone {
  name: string;
  /** Rounded to 200 m. */
  centre: Point;
  /** The place reported for anywhere inside: the centre of a neighbouring cell, drawn at random once. */
  stand: Point;
}

export const MOST_ZONES = 3;
/** The radius of a zone; about that of most cells. */
export const ZONE_KM = 0.6;
/** A less accurate fix finds the town at best: reporting it reveals nothing about a home. */
const ROUGHEST_KM = 3;
const ROUNDED_KM = 0.2;
const KM_PER_DEGREE = 111.195;
const KEY = 'homeZones';
/**
 * Stays when the zones are gone, by a sign-out or by whoever had the device: the last characters of the id of their
 * user, too few to identify anybody.
 */
const MARK = 'hint:homeZones';
const markOf = (userId: string) => userId.slice(-4);

/**
 * Returns the approximate kilometres between places a few km apart, and for others only that they are far. The
 * exact formula of the feed is not imported, so that it stays in the bundle that pages load first.
 */
export function kmNear(
  { coordinates: [fromLng, fromLat] }: Point,
  { coordinates: [toLng, toLat] }: Point,
): number {
  const lng = ((toLng - fromLng + 540) % 360) - 180;
  return (
    Math.hypot(toLat - fromLat, lng * Math.cos((((fromLat + toLat) / 2) * Math.PI) / 180)) * KM_PER_DEGREE
  );
}

/** Rounds a point to the centre of a square of 200 m. */
export function rounded({ coordinates: [longitude, latitude] }: Point): Point {
  const step = ROUNDED_KM / KM_PER_DEGREE;
  const to = (value: number, size: number) => (Math.floor(value / size) + 0.5) * size;
  const lat = to(latitude, step);
  // Near the poles a degree of longitude is short, so a square there may be wider in degrees.
  const lng = to(longitude, step / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return {
    type: 'Point',
    coordinates: [Math.max(-180, Math.min(180, lng)), Math.max(-90, Math.min(90, lat))],
  };
}

/** Returns the zone that a fix may be in, the nearest if there are several. */
export function zoneAt(zones: readonly HomeZone[], { place, accuracyKm }: Fix): HomeZone | undefined {
  const within = ZONE_KM + (accuracyKm <= ROUGHEST_KM ? accuracyKm : 0);
  return zones
    .map((zone) => ({ zone, km: kmNear(place, zone.centre) }))
    .filter(({ km }) => km <= within)
    .toSorted((one, other) => one.km - other.km)[0]?.zone;
}

/** Returns the zones of the signed-in user; zones kept for another account count as none. */
export function readZones(userId: string): HomeZone[] {
  const kept = readJson(deviceStore, KEY) as { userId?: unknown; zones?: HomeZone[] } | undefined;
  return kept?.userId === userId && Array.isArray(kept.zones) ? kept.zones : [];
}

export function saveZones(userId: string, zones: readonly HomeZone[]): void {
  if (zones.length > 0) {
    deviceStore.write(KEY, JSON.stringify({ userId, zones }));
    deviceStore.write(MARK, markOf(userId));
  } else deviceStore.remove(KEY);
}

/** Returns whether this device had zones of this user and has none any more, until `forgetGoneZones` is called. */
export const areZonesGone = (userId: string): boolean =>
  deviceStore.read(MARK) === markOf(userId) && readZones(userId).length === 0;

export const forgetGoneZones = (): void => deviceStore.remove(MARK);
