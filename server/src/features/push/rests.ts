import type { Clock } from '../../lib/clock.ts';

/** Pushes in a row that a device may leave unanswered before it rests. */
const PATIENT = 2;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 60 * 60_000;
/** Beyond it devices are forgotten whose last rest has long been over. */
const MANY = 10_000;

interface Known {
  unanswered: number;
  /** The end of its rest, in milliseconds of the clock; 0: it has not rested yet. */
  until: number;
}

/**
 * When devices may be asked again whose push service left them without an answer: after a minute, then after twice as
 * long each time, up to an hour. What a device costs that never answers gets less and less, however many pushes there
 * are for it. Each node has its own.
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
    /** Milliseconds until a device may be asked; 0: now. */
    left(device: string): number {
      const known = devices.get(device);
      return known ? leftOf(known) : 0;
    },

    /** A device that has rested is asked by one push: until that is answered, it rests for the others. */
    asking(device: string): void {
      const known = devices.get(device);
      if (known && known.unanswered >= PATIENT) count(known);
    },

    answered: (device: string): void => void devices.delete(device),

    /** Several that were asked in the same moment are one. */
    unanswered(device: string): void {
      if (devices.size >= MANY) forgetOld();
      const known = devices.get(device) ?? { unanswered: 0, until: 0 };
      devices.set(device, known);
      if (leftOf(known) === 0) count(known);
    },
  };
}
