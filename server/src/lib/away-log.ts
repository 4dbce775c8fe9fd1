import { isAway } from './away.ts';
import type { Log } from './log.ts';

/** An outage is over once nothing has failed for so long. */
const QUIET_MS = 5000;
/** How often an outage that lasts is logged. */
const AGAIN_MS = 60_000;

interface Outage {
  began: number;
  told: number;
  latest: number;
  /** Whether something has worked since the latest failure, since what still waits for an answer has not failed yet. */
  works: boolean;
  failures: number;
  reason: string;
}

const outages = new WeakMap<object, Outage>();

/**
 * Returns whether an error means that the database is away. If so, logs the outage: at its beginning, once a minute,
 * and at its end, however many callers notice it.
 */
export function tellAway(log: Pick<Log, 'error' | 'info'>, error: unknown): boolean {
  if (!isAway(error)) return false;
  const { message, code } = error as NodeJS.ErrnoException;
  const reason = message || String(code);
  const now = performance.now();
  const known = outages.get(log);
  if (known) {
    Object.assign(known, { latest: now, works: false, reason, failures: known.failures + 1 });
    return true;
  }
  const outage = { began: now, told: now, latest: now, works: false, failures: 1, reason };
  outages.set(log, outage);
  log.error({ reason }, 'database away');
  const looks = setInterval(() => {
    if (!goesOn(log, outage)) clearInterval(looks);
  }, QUIET_MS);
  looks.unref();
  return true;
}

/** Records that the database has answered. */
export function noteAnswer(log: object): void {
  const outage = outages.get(log);
  if (outage) outage.works = true;
}

function goesOn(log: Pick<Log, 'error' | 'info'>, outage: Outage): boolean {
  const { began, told, latest, works, failures, reason } = outage;
  const now = performance.now();
  const secondsUntil = (end: number) => Math.round((end - began) / 1000);
  if (works && now - latest >= QUIET_MS) {
    outages.delete(log);
    log.info({ seconds: secondsUntil(latest), failures }, 'database is back');
    return false;
  }
  if (now - told >= AGAIN_MS) {
    outage.told = now;
    log.error({ reason, seconds: secondsUntil(now), failures }, 'database still away');
  }
  return true;
}
