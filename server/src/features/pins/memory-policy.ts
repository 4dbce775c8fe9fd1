import { DAY_MS } from '@herenow/contract/constants';
import { plus } from '../../lib/clock.ts';

/**
 * How long a rejection holds beyond the presence in which it was given, and how long the second one of a pair holds.
 */
export const AFTER_PRESENCE_MS = DAY_MS;
const SECOND_MS = 30 * DAY_MS;
/** How many pins in a row may stay unanswered, and how long pinning is closed after that. */
export const UNANSWERED_MOST = 2;
export const UNANSWERED_MS = 7 * DAY_MS;

/** What a pair remembers of the pins that one of the two has made. */
export interface PinMemory {
  rejections: number;
  /** Null with rejections: for good, or, for the first one, until the rejecter’s presence ends. */
  closedUntil: Date | null;
  unanswered: number;
  pinnedAt: Date;
}

/** Returns whether the memory of the pair keeps this user from pinning the other now. */
export function isClosed(memory: PinMemory | undefined, now: Date): boolean {
  if (!memory) return false;
  const { rejections, closedUntil, unanswered, pinnedAt } = memory;
  if (rejections > 0 && (closedUntil === null || closedUntil > now)) return true;
  return unanswered >= UNANSWERED_MOST && now.getTime() - pinnedAt.getTime() < UNANSWERED_MS;
}

/** Returns until when a rejection holds. Null: for good, or, for the first one, until the rejecter’s presence ends. */
export function closedAfter(rejections: number, rejecterActive: boolean, now: Date): Date | null {
  if (rejections > 2 || (rejections === 1 && rejecterActive)) return null;
  return plus(now, rejections === 1 ? AFTER_PRESENCE_MS : SECOND_MS);
}
