import { CLOCK_SKEW_MS, MAX_VISIBILITY_MS, MIN_AGE } from '@herenow/contract/constants';
import { ageOn, dateOfBirthProblem, TEXT } from '@herenow/contract/rules';
import { badRequest } from '../../lib/errors.ts';

/** A running visibility session. */
export interface Presence {
  status: 'online' | 'incognito';
  /** Null: no expiry. */
  onlineUntil: Date | null;
  startedAt: Date;
}

/** Online in the product’s sense: with an end, which is still ahead. Only who is Online may pin. */
export function isOnline(presence: Presence | undefined, now: Date): boolean {
  return presence?.onlineUntil != null && presence.onlineUntil > now;
}

/** Shown to others: Online and not incognito. */
export function isVisible(presence: Presence | undefined, now: Date): boolean {
  return isOnline(presence, now) && presence?.status === 'online';
}

/** The end to store for the end a client asks for; throws 400 unless it is ahead and within 3 hours. */
export function endOfSession(requested: string | null | undefined, now: Date): Date | null {
  if (requested == null) return null;
  const end = Date.parse(requested);
  const latest = now.getTime() + MAX_VISIBILITY_MS;
  if (!(end > now.getTime() && end <= latest + CLOCK_SKEW_MS))
    throw badRequest('The end of the session must be within the next 3 hours.');
  return new Date(Math.min(end, latest));
}

/** Throws 400 unless the person is of age and a given date of birth is the stored one. */
export function checkAge(stored: string, given: string | null | undefined, now: Date): void {
  if (given != null && given !== stored)
    throw badRequest(
      dateOfBirthProblem(given, now) ?? 'The date of birth does not match the one in your profile.',
    );
  if (ageOn(stored, now) < MIN_AGE) throw badRequest(TEXT.tooYoung);
}
