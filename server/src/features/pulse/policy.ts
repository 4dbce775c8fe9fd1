import { SECONDS } from '../../http/counted.ts';

/** The time between samples. */
const MOMENT_MS = 15_000;
const POINTS = 240;
/** The time in which every node has recorded a moment. */
const GRACE_MS = 5000;

/** Evenly spaced intervals, each open at its start and closed at its end. */
export interface Stretches {
  since: Date;
  stepSeconds: number;
  count: number;
}

/** Returns the moment to which an instant belongs. */
export const momentOf = (now: Date): Date => new Date(Math.floor(now.getTime() / MOMENT_MS) * MOMENT_MS);

/** Returns the last minutes, in as many steps as a chart can show; no step is still in progress. */
export function stretchesOf(minutes: number, now: Date): Stretches {
  const stepSeconds = Math.ceil((minutes * 60_000) / POINTS / MOMENT_MS) * (MOMENT_MS / 1000);
  return endingBefore(now, stepSeconds, Math.ceil((minutes * 60) / stepSeconds), stepSeconds);
}

export const lastMinute = (now: Date): Stretches => endingBefore(now, 60, 1, MOMENT_MS / 1000);

function endingBefore(now: Date, stepSeconds: number, count: number, alignedTo: number): Stretches {
  const unit = alignedTo * 1000;
  const end = Math.floor((now.getTime() - GRACE_MS) / unit) * unit;
  return { since: new Date(end - count * stepSeconds * 1000), stepSeconds, count };
}

/**
 * Returns the milliseconds within which a share of the calls was answered, interpolated between the bounds; null
 * without any call, and the last bound if it took longer.
 */
export function quantileMs(share: number, within: readonly number[], calls: number): number | null {
  if (calls === 0) return null;
  const wanted = share * calls;
  const bound = within.findIndex((count) => count >= wanted);
  if (bound < 0) return SECONDS.at(-1)! * 1000;
  const [from, to] = [SECONDS[bound - 1] ?? 0, SECONDS[bound]!];
  const before = within[bound - 1] ?? 0;
  return Math.round((from + ((to - from) * (wanted - before)) / (within[bound]! - before)) * 10_000) / 10;
}
