import { HOUR_MS, REPORT_HOURS } from '@herenow/contract/constants';

/** Returns the whole hours until a report created then is due; negative if it is overdue. */
export function hoursLeft(since: string, now: number): number {
  const left = (Date.parse(since) - now) / HOUR_MS + REPORT_HOURS;
  return left < 0 ? Math.floor(left) : Math.ceil(left);
}

/** Returns when the latest of these reports was created or changed; without any, a time before all of them. */
export const latestUpdateOf = (reports: readonly { updated: string }[]): string =>
  reports.map(({ updated }) => updated).reduce((a, b) => (a > b ? a : b), new Date(0).toISOString());
