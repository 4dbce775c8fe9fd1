import { performance } from 'node:perf_hooks';
import { spreadOf } from '../lib/percentiles.ts';
import type { Latencies } from './load-protocol.ts';

export interface Stopwatch {
  /** Starts the time of the item with this number, which was due at `at`, by default now. */
  start(number: number, at?: number): void;
  /** Records that the item has arrived; ignores a second arrival. */
  stop(number: number): void;
  readonly count: number;
  readonly result: Latencies;
}

export function createStopwatch(): Stopwatch {
  const started = new Map<number, number>();
  const taken: number[] = [];
  return {
    start: (number, at = performance.now()) => void started.set(number, at),
    stop(number) {
      const at = started.get(number);
      if (at === undefined) return;
      started.delete(number);
      taken.push(performance.now() - at);
    },
    get count() {
      return taken.length;
    },
    get result() {
      return { count: taken.length, ...spreadOf(taken) };
    },
  };
}
