import { HOLD_MOST_MINUTES, HOUR_MS } from '@herenow/contract/constants';

const MINUTE_MS = 60_000;
/** How long a case stays reserved without being asked for again. */
const HOLD_MS = 10 * MINUTE_MS;
/** How long in total an operator may keep a case from the others, if one of them could judge it. */
const HOLD_MOST_MS = HOLD_MOST_MINUTES * MINUTE_MS;
/** After this time without the case, an operator may keep it for the full time again. */
export const HOLD_REST_MS = 24 * HOUR_MS;

/** The reservation of a case. `since` moves forward by the time in which the operator had left the case. */
export interface Hold {
  operatorId: string;
  since: Date;
  until: Date;
}

/**
 * Returns the new reservation when an operator asks for a case, or asks again. `elsewhere`: another operator has it.
 * `spent`: the operator has used up the time, and any other may take the case.
 * @param alone No other operator could judge the case.
 */
export function nextHold(
  before: Hold | undefined,
  { operatorId, alone }: { operatorId: string; alone: boolean },
  now: Date,
): Hold | 'elsewhere' | 'spent' {
  const at = now.getTime();
  if (before && before.operatorId !== operatorId && before.until > now) return 'elsewhere';
  const own = before?.operatorId === operatorId && before.until.getTime() + HOLD_REST_MS > at;
  const used = own ? Math.min(before.until.getTime(), at) - before.since.getTime() : 0;
  const left = HOLD_MOST_MS - used;
  if (!alone && left <= 0) return 'spent';
  const until = new Date(at + (alone ? HOLD_MS : Math.min(HOLD_MS, left)));
  return { operatorId, since: new Date(at - used), until };
}
