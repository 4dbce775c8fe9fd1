import { updateLocation } from '@herenow/contract/profile';
import { api } from '../../lib/api.ts';
import { findPosition, mayLocate, type Fix } from '../../lib/geolocation.ts';
import { session } from '../../lib/session.ts';
import { placeToTell } from './place-to-tell.ts';
import { words } from './words.ts';
import { areZonesGone, forgetGoneZones, readZones, zoneAt } from './zones.ts';

/** Switching between apps does not report the location each time. */
const INTERVAL_MS = 60_000;
let located: { userId: string; at: number } | undefined;

/** Where the browser may say so without asking, tells the server where one is. Returns whether that was new to it. */
export async function tellLocation(): Promise<boolean> {
  const { userId } = session.get();
  const at = performance.now();
  if (!userId || (located?.userId === userId && at - located.at < INTERVAL_MS)) return false;
  if (!(await mayLocate())) return false;
  located = { userId, at };
  return await tell(userId, await findOrForget());
}

/** A device that did not find its position in time may look again the next time the app is opened. */
async function findOrForget(): Promise<Fix> {
  try {
    return await findPosition();
  } catch (error) {
    located = undefined;
    throw error;
  }
}

/** Tells the server what follows from a fix and the home zones. Returns whether that was new to it. */
export async function tell(userId: string, fix: Fix): Promise<boolean> {
  const place = placeToTell(fix, session.get().user?.location ?? null, readZones(userId));
  if (place) await api(updateLocation, { params: { id: userId }, body: place });
  return place !== undefined;
}

/**
 * What to ask before going visible where this device is, if that may be in a home zone and the browser may say so.
 * Whoever had zones before they were signed out on this device is asked once, wherever it is.
 */
export async function questionHere(): Promise<{ text: string; confirm: string } | undefined> {
  const { userId } = session.get();
  const zones = userId ? readZones(userId) : [];
  if (userId && areZonesGone(userId)) {
    forgetGoneZones();
    return words.goneQuestion;
  }
  if (zones.length === 0 || !(await mayLocate())) return undefined;
  try {
    return zoneAt(zones, await findPosition()) && words.question;
  } catch {
    return undefined;
  }
}
