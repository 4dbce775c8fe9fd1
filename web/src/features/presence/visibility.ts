import { HOUR_MS } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';

type Presence = Pick<OwnUser, 'online' | 'onlineUntil' | 'status'>;

/** Milliseconds until a moment, never negative; 0 without one. */
export function remainingMs(until: string | null | undefined, now: number): number {
  return until ? Math.max(0, Date.parse(until) - now) : 0;
}

/** The specification's word: `online` is true and the end lies in the future. Only such a person may pin. */
export function isOnline(user: Presence | undefined, now: number): boolean {
  return !!user?.online && remainingMs(user.onlineUntil, now) > 0;
}

/** Online, or incognito without an end: accepted chats go on. */
export function isActive(user: Presence | undefined, now: number): boolean {
  return !!user?.online && (user.onlineUntil === null || isOnline(user, now));
}

/** What the status button shows. Someone online whose end is past or missing counts as offline. */
export function statusOf(user: Presence | undefined, now: number): 'online' | 'incognito' | 'offline' {
  if (!user) return 'offline';
  if (user.status === 'online' && isOnline(user, now)) return 'online';
  if (user.status === 'incognito' && isActive(user, now)) return 'incognito';
  return 'offline';
}

/** How far clocks may differ, and how old the time shown on a screen may be. */
const TOLERANCE_MS = 5000;

/**
 * Hours and minutes, `1:05`; the last started minute counts, so it reads `0:00` only at zero. Some seconds over a
 * minute are none: three hours that have just begun read `3:00` also by a clock that is a little behind.
 */
export function countdown(milliseconds: number): string {
  const minutes = milliseconds > 0 ? Math.max(1, Math.ceil((milliseconds - TOLERANCE_MS) / 60_000)) : 0;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

export function endAfter(hours: number, now: number): string {
  return new Date(now + hours * HOUR_MS).toISOString();
}
