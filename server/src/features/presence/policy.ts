import { CLOCK_SKEW_MS, MAX_VISIBILITY_MS, MIN_AGE } from '@herenow/contract/constants';
import { ageOn } from '@herenow/contract/ages';
import { dateOfBirthProblem } from '@herenow/contract/rules';
import * as refusals from '@herenow/contract/refusals';
import { invalid, Refused } from '../../lib/errors.ts';

/** A running presence. */
export interface Presence {
  status: 'online' | 'incognito';
  /** Null: no expiry. */
  onlineUntil: Date | null;
  startedAt: Date;
}

/**
 * How long a user is seen at one place at least, drawn by chance for each. A move is shown some random time after it
 * was made: when it shows says nothing of when a border was crossed, and what shows is too coarse to follow a walk.
 */
export const REST_MINUTES = { least: 20, most: 45 };

/** Online in the product’s sense: with an end, which is still ahead. Only users who are Online may pin. */
export function isOnline(presence: Presence | undefined, now: Date): boolean {
  return presence?.onlineUntil != null && presence.onlineUntil > now;
}

/** Shown to others: Online and not incognito. */
export function isVisible(presence: Presence | undefined, now: Date): boolean {
  return isOnline(presence, now) && presence?.status === 'online';
}

/** Throws 403 while reports keep somebody from meeting anybody new. */
export function requireUnhidden(hiddenUntil: Date | null, now: Date): void {
  if (hiddenUntil !== null && hiddenUntil > now) throw new Refused(refusals.beingChecked);
}

/** The end to store for the end a client asks for; throws 400 unless it is ahead and within 3 hours. */
export function presenceEnd(requested: string | null | undefined, now: Date): Date | null {
  if (requested == null) return null;
  const end = Date.parse(requested);
  const latest = now.getTime() + MAX_VISIBILITY_MS;
  if (!(end > now.getTime() && end <= latest + CLOCK_SKEW_MS)) throw new Refused(refusals.endTooFar);
  return new Date(Math.min(end, latest));
}

/** Throws 400 unless the person is of age and a given date of birth is the stored one. */
export function checkAge(stored: string, given: string | null | undefined, now: Date): void {
  if (given != null && given !== stored)
    throw invalid(dateOfBirthProblem(given, now) ?? refusals.dateOfBirthDiffers.text);
  if (ageOn(stored, now) < MIN_AGE) throw new Refused(refusals.tooYoung);
}
