import { isReliable, isYoung, type ReporterRecord } from './reporter-policy.ts';

/** How many of a reporter’s reports of a day, on people they have not met, stand in front. */
export const SHOWN_MOST = 3;
/** How many pending cases by young accounts that have not met the person stand in front. */
export const YOUNG_MOST = 10;

/**
 * How well a reporter knows the person: they met in a chat or because the person pinned the reporter; or the reporter
 * was shown the person.
 */
export type Acquaintance = 'met' | 'shown' | 'none';

/** The place of a report in the queue: ordered by its reason if it counts, otherwise behind all that do. */
export type QueuePlace = 'met' | 'shown' | 'behind';

export interface Reporter extends ReporterRecord {
  /** Other reports of the last day that stand in front although the reporter has not met the person. */
  shownToday: number;
}

/**
 * Returns the place of a report. Ten accounts that report everybody they see must not bury the reports of users on
 * people they met.
 * @param youngInFront Pending reports of young accounts that stand in front.
 */
export function placeOf(
  acquaintance: Acquaintance,
  reporter: Reporter,
  { youngInFront }: { youngInFront: number },
  now: Date,
): QueuePlace {
  if (acquaintance === 'met' && !reporter.suspended) return 'met';
  if (acquaintance === 'none' || reporter.shownToday >= SHOWN_MOST || !isReliable(reporter)) return 'behind';
  return isYoung(reporter, now) && youngInFront >= YOUNG_MOST ? 'behind' : 'shown';
}
