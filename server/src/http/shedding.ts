import underPressure from '@fastify/under-pressure';
import type { Shed } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance } from 'fastify';
import { getHeapStatistics } from 'node:v8';
import { Refused } from '../lib/errors.ts';

/**
 * The values from which on a node counts as overloaded: at `first` it refuses calls that are cheap to retry, at `late`
 * more.
 */
interface Threshold {
  /** The average delay of a turn of the event loop, in milliseconds. */
  delay: number;
  /** Requests that wait for a database connection. */
  waiting: number;
  /** Share of what the heap may hold. */
  heap: number;
}

/** Two hundred waiting requests are served within a second. Every user notices turns of a tenth of a second. */
const THRESHOLDS: Readonly<Record<Shed, Threshold>> = {
  first: { delay: 100, waiting: 200, heap: 0.85 },
  late: { delay: 300, waiting: 800, heap: 0.95 },
};
/**
 * With no more open requests than this, a late event loop refuses nothing: other processes of the machine delay it, and
 * a refusal would help nobody. A node that its own work delays has hundreds open.
 */
const FEW_OPEN = 20;
/** An event loop blocked for this whole time counts as overloaded. */
const SAMPLE_MS = 500;
const RETRY_SECONDS = 3;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** When the route is refused to leave room for others; never if absent. */
    shed?: Shed;
  }
}

/**
 * The limit that V8 names includes what is young, but the process ends once the old space is full. V8 adds 96 MB to one
 * whose size was set, and otherwise a fortieth.
 */
const isSet = /max[-_]old[-_]space/.test([process.env['NODE_OPTIONS'], ...process.execArgv].join(' '));
const YOUNG_BYTES = isSet ? 96 * 1024 * 1024 : 0;

function isFull(share: number): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > share * (limit - YOUNG_BYTES);
}

/** Throws 503 if the heap is nearly full: a socket too many would end the node, and with it all the others. */
export function requireRoom(): void {
  if (isFull(THRESHOLDS.late.heap)) throw new Refused(refusals.busy, { retryAfter: RETRY_SECONDS });
}

/**
 * Refuses calls at once while the node is overloaded, so that the most important ones get their response in time. Runs
 * before anything expensive.
 */
export async function shedLoad(
  http: FastifyInstance,
  options: { pool: { readonly waitingCount: number }; onShed: (rank: Shed) => void },
): Promise<void> {
  await http.register(underPressure, { sampleInterval: SAMPLE_MS });
  let open = 0;

  function beyond({ delay, waiting, heap }: Threshold): boolean {
    if (options.pool.waitingCount > waiting) return true;
    return (open > FEW_OPEN && http.memoryUsage().eventLoopDelay > delay) || isFull(heap);
  }

  http.addHook('onRequest', (request, reply, done) => {
    open += 1;
    reply.raw.once('close', () => (open -= 1));
    const { shed } = request.routeOptions.config;
    if (!shed || !beyond(THRESHOLDS[shed])) return done();
    options.onShed(shed);
    done(new Refused(refusals.busy, { retryAfter: RETRY_SECONDS }));
  });
}
