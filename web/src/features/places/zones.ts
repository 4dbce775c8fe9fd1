import type { Point } from '@herenow/contract/entities';
import type { Fix } from '../../lib/geolocation.ts';
import { deviceStore, readJson } from '../../lib/storage.ts';

/** A place around which this device tells of another one. Nobody but the device knows of it. */
export interface HomeZone {
  name: string;
  /** Rounded to 200 m. */
  centre: Point;
  /** What is told instead of any place inside: the centre of a neighbouring cell, drawn once. */
  stand: Point;
}

export const MOST_ZONES = 3;
/** From the centre; as wide as most cells. */
export const ZONE_KM = 0.6;
/** A fix that is rougher knows the town, not the place: told, it says nothing of a home. */
const ROUGHEST_KM = 3;
const ROUNDED_KM = 0.2;
const KM_PER_DEGREE = 111.195;
const KEY = 'homeZones';
/** Outlives a sign-out: the end of the id of the user whose zones went with it, too short to name anybody. */
const MARK = 'hint:homeZones';
const markOf = (userId: string) => userId.slice(-4);

/**
 * Between places that are a few km apart; of others it tells that they are far. Pages need the exact one, and what they
 * load first stays whole without this.
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

/** To the middle of a square of 200 m. */
export function rounded({ coordinates: [longitude, latitude] }: Point): Point {
  const step = ROUNDED_KM / KM_PER_DEGREE;
  const to = (value: number, size: number) => (Math.floor(value / size) + 0.5) * size;
  const lat = to(latitude, step);
  // Near the poles a degree of longitude is short; there a square may be wider.
  const lng = to(longitude, step / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return {
    type: 'Point',
    coordinates: [Math.max(-180, Math.min(180, lng)), Math.max(-90, Math.min(90, lat))],
  };
}

/** The zone in which a device may be by its fix, the nearest if there are several. */
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
  } else {
    deviceStore.remove(KEY);
    forgetGoneZones();
  }
}

/** Returns whether the zones of a user went with a sign-out on this device, until that is forgotten. */
export const areZonesGone = (userId: string): boolean =>
  deviceStore.read(MARK) === markOf(userId) && readZones(userId).length === 0;

export const forgetGoneZones = (): void => deviceStore.remove(MARK);
