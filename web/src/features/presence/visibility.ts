import { CLOCK_SKEW_MS, HOUR_MS } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';

type Presence = Pick<OwnUser, 'online' | 'onlineUntil' | 'status'>;

/** Returns the milliseconds until a time, at least 0; 0 for null. */
export function remainingMs(until: string | null | undefined, now: number): number {
  return until ? Math.max(0, Date.parse(until) - now) : 0;
}

/** Returns whether a user is Online: `online` is true and the end is in the future. Only such a user may pin. */
export function isOnline(user: Presence | undefined, now: number): boolean {
  return !!user?.online && remainingMs(user.onlineUntil, now) > 0;
}

/** Returns whether a user is Online, or incognito without an end: then accepted chats are live. */
export function isActive(user: Presence | undefined, now: number): boolean {
  return !!user?.online && (user.onlineUntil === null || isOnline(user, now));
}

/** Returns what the status button shows. An end that is past or missing counts as offline. */
export function statusOf(user: Presence | undefined, now: number): 'online' | 'incognito' | 'offline' {
  if (!user) return 'offline';
  if (user.status === 'online' && isOnline(user, now)) return 'online';
  if (user.status === 'incognito' && isActive(user, now)) return 'incognito';
  return 'offline';
}

/** Tolerated difference between clocks, plus the age of the time on a screen. */
const TOLERANCE_MS = 5000;

/**
 * Returns whole minutes, rounded up: 0 only at zero. A few seconds over a minute are ignored: three hours that have just
 * begun read `3:00` even if the clock is slightly behind.
 */
export function minutesIn(milliseconds: number): number {
  return milliseconds > 0 ? Math.max(1, Math.ceil((milliseconds - TOLERANCE_MS) / 60_000)) : 0;
}

/** Returns hours and minutes, `1:05`. */
export function countdown(milliseconds: number): string {
  const minutes = minutesIn(milliseconds);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns whether an end is the one that was asked for, which the server cuts if the clock here is a little ahead. */
export const isEndAsked = (end: string | null, asked: string | null): boolean =>
  Math.abs(remainingMs(end, 0) - remainingMs(asked, 0)) <= CLOCK_SKEW_MS;

export function endAfter(hours: number, now: number): string {
  return new Date(now + hours * HOUR_MS).toISOString();
}
