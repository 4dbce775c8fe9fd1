import type { Clock } from '../../lib/clock.ts';

/** How many pushes in a row a device may leave unanswered before it rests. */
const PATIENT = 2;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 60 * 60_000;
/** From this size on, devices are forgotten whose last rest has long been over. */
const MANY = 10_000;

interface Known {
  unanswered: number;
  /** When its rest ends, in milliseconds of the clock; 0 if it has not rested yet. */
  until: number;
}

/**
 * Keeps a backoff for devices whose push service did not respond, refused or failed: they may be tried again after a
 * minute, then after twice as long each time, up to an hour. A device that never responds thus costs less and less,
 * however many pushes there are for it. Each node has its own.
 */
export function createRests(clock: Clock) {
  const devices = new Map<string, Known>();

  const leftOf = ({ until }: Known) => Math.max(0, until - clock.now().getTime());

  function count(known: Known): void {
    known.unanswered += 1;
    if (known.unanswered < PATIENT) return;
    const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (known.unanswered - PATIENT));
    known.until = clock.now().getTime() + rest;
  }

  function forgetOld(): void {
    const before = clock.now().getTime() - LONGEST_REST_MS;
    for (const [device, { until }] of devices) if (until < before) devices.delete(device);
  }

  return {
    /** Returns the milliseconds until a device may be tried; 0 if it may be tried now. */
    left(device: string): number {
      const known = devices.get(device);
      return known ? leftOf(known) : 0;
    },

    /** Lets only one push try a device that has rested: until that one is answered, the device rests for all others. */
    asking(device: string): void {
      const known = devices.get(device);
      if (known && known.unanswered >= PATIENT) count(known);
    },

    answered: (device: string): void => void devices.delete(device),

    /** Counts a push that was not answered, was refused or failed. Several that were sent at the same moment count once. */
    unanswered(device: string): void {
      if (devices.size >= MANY) forgetOld();
      const known = devices.getOrInsert(device, { unanswered: 0, until: 0 });
      if (leftOf(known) === 0) count(known);
    },
  };
}
