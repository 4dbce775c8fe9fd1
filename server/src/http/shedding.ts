import underPressure from '@fastify/under-pressure';
import type { Shed } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance } from 'fastify';
import { getHeapStatistics } from 'node:v8';
import { Refused } from '../lib/errors.ts';

/** From where on a node is out of breath: calls that are cheap to try again are refused at `first`, more at `late`. */
interface Threshold {
  /** Milliseconds that a turn of the event loop takes beyond its due, on average. */
  delay: number;
  /** Requests that wait for a connection to the database. */
  waiting: number;
  /** Of the heap that the process may have. */
  heap: number;
}

/** Two hundred that wait are served within a second; at a tenth of a second a turn, everybody feels it. */
const THRESHOLDS: Readonly<Record<Shed, Threshold>> = {
  first: { delay: 100, waiting: 200, heap: 0.85 },
  late: { delay: 300, waiting: 800, heap: 0.95 },
};
/** A loop that stands still for all of it counts as far behind. */
const SAMPLE_MS = 500;
const RETRY_SECONDS = 3;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** When the route is refused to leave room for others; never without. */
    shed?: Shed;
  }
}

/**
 * Refuses calls at once while the node is out of breath, so that those that matter most are answered in time. It comes
 * before anything that costs.
 */
export async function shedLoad(
  http: FastifyInstance,
  options: { pool: { readonly waitingCount: number }; onShed: (rank: Shed) => void },
): Promise<void> {
  await http.register(underPressure, { sampleInterval: SAMPLE_MS });
  const heapLimit = getHeapStatistics().heap_size_limit;

  function beyond({ delay, waiting, heap }: Threshold): boolean {
    if (options.pool.waitingCount > waiting) return true;
    const { eventLoopDelay, heapUsed } = http.memoryUsage();
    return eventLoopDelay > delay || heapUsed > heap * heapLimit;
  }

  http.addHook('onRequest', (request, _reply, done) => {
    const { shed } = request.routeOptions.config;
    if (!shed || !beyond(THRESHOLDS[shed])) return done();
    options.onShed(shed);
    done(new Refused(refusals.busy, { retryAfter: RETRY_SECONDS }));
  });
}
