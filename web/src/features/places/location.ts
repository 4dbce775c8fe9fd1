import { updateLocation } from '@herenow/contract/profile';
import { api } from '../../lib/api.ts';
import { findPosition, LocationError, mayLocate, type Fix } from '../../lib/geolocation.ts';
import { session } from '../../lib/session.ts';
import { refreshMe } from '../profile/index.ts';
import { placeToTell } from './place-to-tell.ts';
import { words } from './question-words.ts';
import { areZonesGone, forgetGoneZones, readZones, saveZones, zoneAt } from './zones.ts';

/** Minimum time between two reports, so that switching between apps does not send one each time. */
const INTERVAL_MS = 60_000;
/** How long going visible waits for the place. */
const PATIENCE_MS = 20_000;
let located: { userId: string; at: number } | undefined;

/**
 * Reports the device's place to the server if the browser may locate it without asking. Returns whether the place was
 * new to the server.
 */
export async function tellLocation(): Promise<boolean> {
  const { userId } = session.get();
  const at = performance.now();
  if (!userId || (located?.userId === userId && at - located.at < INTERVAL_MS)) return false;
  if (!(await mayLocate())) return false;
  located = { userId, at };
  return await tell(userId, await findOrForget());
}

/** Finds the position; after a failure, such as a timeout, the next opening of the app may try again at once. */
async function findOrForget(): Promise<Fix> {
  try {
    return await findPosition();
  } catch (error) {
    located = undefined;
    throw error;
  }
}

/** Reports the place that follows from a fix and the home zones. Returns whether it was new to the server. */
export async function tell(userId: string, fix: Fix): Promise<boolean> {
  const place = placeToTell(fix, session.get().user?.location ?? null, readZones(userId));
  if (place) await api(updateLocation, { params: { id: userId }, body: place });
  return place !== undefined;
}

/** What to ask before going visible; `again`: its answer is to look for the place once more. */
export interface Question {
  text: string;
  confirm: string;
  again?: boolean;
}

/**
 * Returns what to ask before going visible here: whether to do so in a home zone, or from the place told last, if the
 * device can't be found. Without such a place, nobody can. A browser that has to ask first is asked now: others are
 * shown where this device is. A user whose zones are gone from this device is asked once, wherever the device is.
 * `unplaced`: the server has just said that it knows no place.
 */
export async function questionHere(unplaced = false): Promise<Question | undefined> {
  if (unplaced) {
    // The record here is older.
    await refreshMe();
    return words.nowhere;
  }
  const { userId, user } = session.get();
  if (!userId) return undefined;
  if (areZonesGone(userId)) {
    forgetGoneZones();
    return words.gone;
  }
  const zones = readZones(userId);
  // A deletion of the account that was not carried out has removed their mark.
  if (zones.length > 0) saveZones(userId, zones);
  const told = await mayLocate();
  // A restored server knows nobody's.
  const placed = user?.location != null;
  if (told && placed && zones.length === 0) return undefined;
  try {
    const fix = await Promise.race([findPosition(), noAnswer()]);
    if (!told || !placed) await tell(userId, fix);
    return zoneAt(zones, fix) && words.zone;
  } catch {
    if (!placed) return words.nowhere;
    return told ? undefined : words.lost;
  }
}

/** Fails once a user has had time to answer the browser’s question: some browsers never say that it was closed. */
const noAnswer = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new LocationError('failed')), PATIENCE_MS));
