import type pg from 'pg';
import type { Log } from '../lib/log.ts';

/** Milliseconds below which clocks agree. */
const AGREED_MS = 1000;
const TRIES = 3;

interface ClockCheck {
  /** Compares the machine's clock with the database's. */
  look(): Promise<void>;
  /** By how many seconds the machine is ahead of the database, as it was at the last look. */
  aheadSeconds(): number;
}

/**
 * Has all nodes go by one clock, the database's: `correct` is told by how many milliseconds this machine is ahead, or 0
 * while it agrees within a second.
 */
export function createClockCheck(options: {
  pool: Pick<pg.Pool, 'query'>;
  correct: (aheadMs: number) => void;
  log: Log;
}): ClockCheck {
  const { pool, correct, log } = options;
  let ahead = 0;
  let corrected = 0;

  /** Of several readings the one whose round trip was the shortest. */
  async function measure(): Promise<{ ahead: number; within: number }> {
    let best = { ahead: 0, within: Infinity };
    for (let i = 0; i < TRIES; i += 1) {
      const asked = Date.now();
      const { rows } = await pool.query<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
      );
      const answered = Date.now();
      const within = (answered - asked) / 2;
      if (within < best.within) best = { ahead: asked + within - rows[0]!.now, within };
    }
    return best;
  }

  return {
    aheadSeconds: () => ahead / 1000,
    async look() {
      const found = await measure();
      ahead = found.ahead;
      const wanted = Math.abs(ahead) > AGREED_MS + found.within ? ahead : 0;
      if (Math.abs(wanted - corrected) <= AGREED_MS / 2 + found.within) return;
      corrected = wanted;
      correct(wanted);
      const seconds = Math.round(ahead / 1000);
      if (wanted === 0) log.info('the clock of this machine agrees with the database’s again');
      else
        log.warn({ seconds }, 'the clock of this machine is off, so the database’s is used: set it by NTP');
    },
  };
}
