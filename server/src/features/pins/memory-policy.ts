import { HOUR_MS } from '@herenow/contract/constants';

const DAY_MS = 24 * HOUR_MS;
/** How long a rejection holds beyond the presence in which it was given, and how long the second one of a pair. */
export const AFTER_PRESENCE_MS = DAY_MS;
const SECOND_MS = 30 * DAY_MS;
/** Pins that may go unanswered in a row, and for how long there is no further one then. */
export const UNANSWERED_MOST = 2;
export const UNANSWERED_MS = 7 * DAY_MS;

/** What a pair remembers of the pins that one of them has made. */
export interface PinMemory {
  rejections: number;
  /** Null with rejections: for good, or until the presence ends in which the first one was given. */
  closedUntil: Date | null;
  unanswered: number;
  pinnedAt: Date;
}

/** Whether the pair remembers what keeps this person from pinning the other now. */
export function isClosed(memory: PinMemory | undefined, now: Date): boolean {
  if (!memory) return false;
  const { rejections, closedUntil, unanswered, pinnedAt } = memory;
  if (rejections > 0 && (closedUntil === null || closedUntil > now)) return true;
  return unanswered >= UNANSWERED_MOST && now.getTime() - pinnedAt.getTime() < UNANSWERED_MS;
}

/** Until when a rejection holds. Null: for good, or, the first, until the running presence of the rejecter ends. */
export function closedAfter(rejections: number, rejecterActive: boolean, now: Date): Date | null {
  if (rejections > 2 || (rejections === 1 && rejecterActive)) return null;
  return new Date(now.getTime() + (rejections === 1 ? AFTER_PRESENCE_MS : SECOND_MS));
}
