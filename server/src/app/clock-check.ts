import type pg from 'pg';
import type { CorrectableClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

/** Milliseconds below which clocks agree. */
const AGREED_MS = 1000;
const TRIES = 3;
/** A leap ahead of so many milliseconds may be a mistake, such as a wrong time zone. */
const LEAP_MS = 1_800_000;
/** How long nothing is erased after one. */
const HELD_MS = 3_600_000;

/** Makes all nodes use one clock, the database’s, unless the machine’s agrees with it within a second. */
export function createClockCheck(options: {
  pool: Pick<pg.Pool, 'query'>;
  /** Undefined if the clock is not the machine’s. */
  clock: CorrectableClock | undefined;
  log: Log;
}) {
  const { pool, clock, log } = options;
  let ahead = 0;
  let told = 0;
  let looked = false;
  let leaptAt = -Infinity;
  /** The erasures in progress, by the time before a leap. */
  const erasing = new Set<Promise<unknown>>();

  /** Measures several times and returns the reading with the shortest round trip. */
  async function measure(): Promise<{ ahead: number; within: number }> {
    let best = { ahead: 0, within: Infinity };
    for (let i = 0; i < TRIES; i += 1) {
      const asked = performance.now();
      const { rows } = await pool.query<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
      );
      const answered = Date.now();
      const within = (performance.now() - asked) / 2;
      if (within < best.within) best = { ahead: answered - within - rows[0]!.now, within };
    }
    return best;
  }

  function tell(wanted: number): void {
    told = wanted;
    const seconds = Math.round(wanted / 1000);
    if (wanted === 0) log.info('the clock of this machine agrees with the database’s again');
    else log.warn({ seconds }, 'the clock of this machine is off, so the database’s is used: set it by NTP');
  }

  /** Records how many milliseconds the time leaps ahead, or back, between two looks. */
  async function noteLeap(by: number): Promise<void> {
    if (by < -LEAP_MS) leaptAt = -Infinity;
    if (by <= LEAP_MS) return;
    leaptAt = performance.now();
    log.error({ seconds: Math.round(by / 1000) }, 'the time has leapt ahead: nothing is erased for an hour');
    // Erasures in progress go by the time before the leap.
    await Promise.allSettled(erasing);
  }

  return {
    /** Returns how many seconds the machine was ahead of the database at the last look. */
    aheadSeconds: () => ahead / 1000,

    /**
     * Runs a task that erases for good, unless the time has just leapt ahead, since it may be set back. Queries use the
     * clock meanwhile.
     */
    async erase(task: () => Promise<unknown>): Promise<void> {
      if (performance.now() - leaptAt < HELD_MS) return;
      const running = task();
      erasing.add(running);
      await running.finally(() => erasing.delete(running));
    },

    /** Compares the machine's clock with the database's. */
    async look(): Promise<void> {
      const found = await measure();
      ahead = found.ahead;
      const wanted = Math.abs(ahead) > AGREED_MS + found.within ? ahead : 0;
      if (!clock) return;
      if (looked) await noteLeap(clock.corrected() - wanted);
      looked = true;
      if (Math.abs(wanted - clock.corrected()) > AGREED_MS / 2 + found.within) clock.correct(wanted);
      if (Math.abs(wanted - told) > AGREED_MS) tell(wanted);
    },
  };
}
