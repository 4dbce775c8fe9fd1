import { HOUR_MS, REPORT_HOURS } from '@herenow/contract/constants';

/** Returns the whole hours until a report created then is due; negative if it is overdue. */
export function hoursLeft(since: string, now: number): number {
  const left = (Date.parse(since) - now) / HOUR_MS + REPORT_HOURS;
  return left < 0 ? Math.floor(left) : Math.ceil(left);
}
