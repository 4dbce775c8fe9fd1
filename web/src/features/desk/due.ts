import { HOUR_MS, REPORT_HOURS } from '@herenow/contract/constants';

/** Whole hours until a report that waits since then is to be looked at; negative when it is overdue. */
export function hoursLeft(since: string, now: number): number {
  const left = (Date.parse(since) - now) / HOUR_MS + REPORT_HOURS;
  return left < 0 ? Math.floor(left) : Math.ceil(left);
}
