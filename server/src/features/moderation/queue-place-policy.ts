import { DAY_MS } from '@herenow/contract/constants';

/** The age from which an account is no longer young. */
const YOUNG_MS = 7 * DAY_MS;
/** The number of judged reports from which the share of right ones is meaningful. */
const JUDGED_MIN = 3;
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
export type Place = 'met' | 'shown' | 'behind';

/** A reporter with all accounts of the mailbox. */
export interface Reporter {
  accountSince: Date;
  suspended: boolean;
  /** Other reports of the last day that stand in front although the reporter has not met the person. */
  shownToday: number;
  /** All judged reports, and those that operators upheld. */
  judged: number;
  upheld: number;
}

export const isYoung = ({ accountSince }: Pick<Reporter, 'accountSince'>, now: Date): boolean =>
  now.getTime() - accountSince.getTime() < YOUNG_MS;

export const youngSince = (now: Date): Date => new Date(now.getTime() - YOUNG_MS);

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
): Place {
  if (acquaintance === 'met' && !reporter.suspended) return 'met';
  const { shownToday, judged, upheld } = reporter;
  const unreliable = judged >= JUDGED_MIN && upheld * 2 < judged;
  if (acquaintance === 'none' || shownToday >= SHOWN_MOST || unreliable) return 'behind';
  return isYoung(reporter, now) && youngInFront >= YOUNG_MOST ? 'behind' : 'shown';
}
