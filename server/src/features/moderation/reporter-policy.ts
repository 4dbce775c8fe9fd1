import { DAY_MS } from '@herenow/contract/constants';
import { minus } from '../../lib/clock.ts';

/** The age from which an account is no longer young. */
const YOUNG_MS = 7 * DAY_MS;
/** The number of judged reports from which the share of right ones is meaningful. */
const JUDGED_MIN = 3;

/** What is known of a reporter with all accounts of the mailbox. */
export interface ReporterRecord {
  accountSince: Date;
  suspended: boolean;
  /** All judged reports, and those that operators upheld. */
  judged: number;
  upheld: number;
}

export const youngSince = (now: Date): Date => minus(now, YOUNG_MS);

export const isYoung = ({ accountSince }: Pick<ReporterRecord, 'accountSince'>, now: Date): boolean =>
  accountSince > youngSince(now);

/** Whether at least half of a reporter’s judged reports were right, or too few are judged to tell. */
export const isReliable = ({ judged, upheld }: Pick<ReporterRecord, 'judged' | 'upheld'>): boolean =>
  judged < JUDGED_MIN || upheld * 2 >= judged;
