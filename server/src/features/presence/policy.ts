import { CLOCK_SKEW_MS, HOUR_MS, MAX_VISIBILITY_MS, MIN_AGE } from '@herenow/contract/constants';
import { ageOn } from '@herenow/contract/ages';
import type { QueueBody } from '@herenow/contract/queue';
import { dateOfBirthProblem } from '@herenow/contract/rules';
import * as refusals from '@herenow/contract/refusals';
import { invalid, Refused } from '../../lib/errors.ts';

type OwnPresence = QueueBody<'own-presence'>;

export interface Presence {
  status: 'online' | 'incognito';
  /** Null: no expiry. */
  onlineUntil: Date | null;
  startedAt: Date;
}

/** Returns a presence as its user is told of it. */
export function ownPresence(presence: Pick<Presence, 'status' | 'onlineUntil'> | undefined): OwnPresence {
  if (!presence) return { status: 'offline', online: false, onlineUntil: null };
  const { status, onlineUntil } = presence;
  return { status, online: true, onlineUntil: onlineUntil?.toISOString() ?? null };
}

/** How long a presence without an end goes on after the user's last call or socket. */
export const ENDLESS_MS = 24 * HOUR_MS;

/**
 * The minimum time for which a user is shown at one place, drawn at random each time. Since a move is shown a random
 * time after it was made, it does not reveal when the user crossed a border, and the places are too coarse to follow a
 * walk.
 */
export const REST_MINUTES = { least: 20, most: 45 };

/**
 * Returns whether the user is “Online” as the product means it: with an end that is still ahead. Only such users may
 * pin.
 */
export function isOnline(presence: Presence | undefined, now: Date): boolean {
  return presence?.onlineUntil != null && presence.onlineUntil > now;
}

/** Returns whether the user is visible to other users: Online and not incognito. */
export function isVisible(presence: Presence | undefined, now: Date): boolean {
  return isOnline(presence, now) && presence?.status === 'online';
}

/**
 * Returns whether a running presence is seen only by users to whom a pin or a chat shows it: it is incognito or has no
 * end.
 */
export const isUnseen = ({ status, onlineUntil }: Pick<Presence, 'status' | 'onlineUntil'>): boolean =>
  status === 'incognito' || onlineUntil === null;

/** Throws 403 while reports keep the user from meeting new people. */
export function requireUnhidden(hiddenUntil: Date | null, now: Date): void {
  if (hiddenUntil !== null && hiddenUntil > now) throw new Refused(refusals.beingChecked);
}

/** An ISO timestamp, or milliseconds since 1970; null or no value: no expiry. */
export type RequestedEnd = string | number | null | undefined;

/** Returns the end to store for the one a client requests. Throws 400 unless it is ahead and within 3 hours. */
export function presenceEnd(requested: RequestedEnd, now: Date): Date | null {
  if (requested == null) return null;
  const end = typeof requested === 'number' ? requested : Date.parse(requested);
  const latest = now.getTime() + MAX_VISIBILITY_MS;
  if (!(end > now.getTime() && end <= latest + CLOCK_SKEW_MS)) throw new Refused(refusals.endTooFar);
  return new Date(Math.min(end, latest));
}

/** Returns whether one end of a presence is later than another; null: no expiry. */
export const isLater = (end: Date | null, other: Date | null): boolean =>
  other !== null && (end === null || end > other);

/** Throws 400 unless the user is of age and a given date of birth equals the stored one. */
export function checkAge(stored: string, given: string | null | undefined, now: Date): void {
  if (given != null && given !== stored) {
    const problem = dateOfBirthProblem(given, now);
    throw problem === undefined ? new Refused(refusals.dateOfBirthDiffers) : invalid(problem);
  }
  if (ageOn(stored, now) < MIN_AGE) throw invalid(refusals.tooYoung.text);
}
