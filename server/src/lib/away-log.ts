import { isAway } from './away.ts';
import type { Log } from './log.ts';

/** An outage is over once nothing has failed for so long. */
const QUIET_MS = 5000;
/** How often an outage that lasts is logged. */
const AGAIN_MS = 60_000;

type OutageLog = Pick<Log, 'error' | 'info'>;

interface Outage {
  began: number;
  told: number;
  latest: number;
  /** Whether something has worked since the latest failure, since what still waits for an answer has not failed yet. */
  works: boolean;
  failures: number;
  why: object;
}

/** The lines of an outage: at its beginning, while it lasts, and at its end. */
interface Lines {
  away: string;
  still: string;
  back: string;
}

/** Logs outages of one engine: at the beginning, once a minute, and at the end, however many callers notice it. */
export function createOutageLog(log: OutageLog, lines: Lines) {
  let outage: Outage | undefined;

  /** Returns whether the outage goes on. */
  function look(current: Outage): boolean {
    const { began, told, latest, works, failures, why } = current;
    const now = performance.now();
    const secondsUntil = (end: number) => Math.round((end - began) / 1000);
    if (works && now - latest >= QUIET_MS) {
      outage = undefined;
      log.info({ seconds: secondsUntil(latest), failures }, lines.back);
      return false;
    }
    if (now - told >= AGAIN_MS) {
      current.told = now;
      log.error({ ...why, seconds: secondsUntil(now), failures }, lines.still);
    }
    return true;
  }

  return {
    /** Records a failure; `why` is logged with it. */
    failed(why: object): void {
      const now = performance.now();
      if (outage) {
        Object.assign(outage, { latest: now, works: false, why, failures: outage.failures + 1 });
        return;
      }
      const begun = { began: now, told: now, latest: now, works: false, failures: 1, why };
      outage = begun;
      log.error(why, lines.away);
      const looks = setInterval(() => {
        if (!look(begun)) clearInterval(looks);
      }, QUIET_MS);
      looks.unref();
    },
    /** Records that something has worked. */
    worked(): void {
      if (outage) outage.works = true;
    },
  };
}

const DATABASE = { away: 'database away', still: 'database still away', back: 'database is back' };
const ofDatabase = new WeakMap<object, ReturnType<typeof createOutageLog>>();

/** Returns whether an error means that the database is away. If so, logs the outage. */
export function tellAway(log: OutageLog, error: unknown): boolean {
  if (!isAway(error)) return false;
  const { message, code } = error as NodeJS.ErrnoException;
  const known = ofDatabase.getOrInsertComputed(log, () => createOutageLog(log, DATABASE));
  known.failed({ reason: message || String(code) });
  return true;
}

export function noteAnswer(log: object): void {
  ofDatabase.get(log)?.worked();
}
