import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Refused } from '../lib/errors.ts';
import { inTime } from '../lib/in-time.ts';
import { isSameText } from '../lib/keyed-hash.ts';
import { readCounted, SECONDS } from './counted.ts';
import type { Health } from './health.ts';
import { requireLocal } from './local.ts';
import { bearerToken } from './mount.ts';

/** The values that are read at each scrape. */
export interface MetricSources {
  outbox(): Promise<{ rows: number; oldestSeconds: number }>;
  /** How many events this node has given up. */
  givenUp(): number;
  jobs(): Promise<Record<string, { waiting: number; failed: number }>>;
  /** Whether the database is not a standby. */
  takesChanges(): Promise<boolean>;
  /** The engines other than the database. */
  reached: Health['reached'];
  /** Seconds. */
  clockAhead(): number;
  /** The part of the disk of `DATA_DIR` that is free, from 0 to 1; undefined if nothing is kept there. */
  diskFree(): Promise<number | undefined>;
  /** Seconds since 1970; 0 if none is known. */
  lastBackup(): Promise<number>;
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
}

/** A separate histogram for a call whose response times are watched more closely. */
export interface CallTiming {
  path: string;
  name: string;
  help: string;
  /** Bounds in seconds. */
  buckets: number[];
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Shorter than Prometheus’s timeout for a scrape. */
const PATIENCE_MS = 3000;

/** What load balancers and monitoring ask all the time, which would hide the requests of a few people. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

let processRegistry: Registry | undefined;

/** Returns metrics of the process, such as memory and event loop lag; measured once, however many servers it runs. */
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** Returns the makers of counters and gauges: name, help, and the labels of each value. */
function makersOf(registers: Registry[]) {
  return {
    counter: <L extends string>(name: string, help: string, ...labelNames: L[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <L extends string>(name: string, help: string, ...labelNames: L[]) =>
      new Gauge({ name, help, labelNames, registers }),
  };
}

export function createMetrics(timings: readonly CallTiming[]) {
  const registry = new Registry();
  const registers = [registry];
  const { counter } = makersOf(registers);
  const requests = new Histogram({
    name: 'herenow_http_request_seconds',
    help: 'Time from a request to its answer, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  const timed = new Map(
    timings.map(({ path, ...timing }) => [path, new Histogram({ ...timing, registers })]),
  );
  const refresh = createBacklog(registers);
  const unhandled = counter(
    'herenow_unhandled_total',
    'Errors that nobody was there to handle; each stands whole in the log.',
  );
  const taskFailures = counter(
    'herenow_task_failures_total',
    'Failed rounds of the regular tasks of this node, other than while an engine was away.',
    'task',
  );
  const shed = counter(
    'herenow_shed_total',
    'Calls that were refused because the node was out of breath, by how soon they are.',
    'rank',
  );
  const { deliveries, ...realtime } = realtimeMetrics(registers);

  return {
    realtime,
    counted: () => readCounted({ requests, deliveries, unhandled }),
    unhandled: () => unhandled.inc(),
    taskFailed: (task: string) => taskFailures.inc({ task }),
    shed: (rank: 'first' | 'late') => shed.inc({ rank }),

    /** Measures every request but probes; must be called before any route is added. */
    observe(http: FastifyInstance): void {
      http.addHook('onResponse', (request, reply, done) => {
        const seconds = reply.elapsedTime / 1000;
        // Unknown addresses share one label, or a scanner would create a series for each.
        const route = request.routeOptions.url ?? 'none';
        if (PROBES.has(route)) return done();
        requests.observe({ method: request.method, route, status: reply.statusCode }, seconds);
        if (reply.statusCode === 200) timed.get(route)?.observe(seconds);
        done();
      });
    },

    /**
     * Serves `/metrics`: with a token only to its bearer; without one only to this machine, and in production to
     * nobody.
     */
    serve(
      http: FastifyInstance,
      sources: MetricSources,
      access: { token: string | undefined; production: boolean },
    ) {
      http.get('/metrics', async (request, reply) => {
        requireAccess(request, access);
        await refresh(sources);
        const all = Registry.merge([registry, processMetrics()]);
        return reply.type(all.contentType).send(await all.metrics());
      });
    },
  };
}

function requireAccess(
  request: FastifyRequest,
  { token, production }: { token: string | undefined; production: boolean },
): void {
  if (token === undefined) {
    if (production) throw new Refused(refusals.notFound);
    return requireLocal(request);
  }
  if (!isSameText(bearerToken(request) ?? '', token)) throw new Refused(refusals.notFound);
}

function realtimeMetrics(registers: Registry[]) {
  const { counter, gauge } = makersOf(registers);
  const sockets = gauge('herenow_sockets', 'Open realtime sockets of this node.');
  const opened = counter('herenow_sockets_opened_total', 'Realtime sockets that were let in.');
  const closed = counter(
    'herenow_sockets_closed_total',
    'Realtime sockets that closed; "slow", "too large" and "too many" were cut off.',
    'cause',
  );
  const deliveries = counter('herenow_deliveries_total', 'Events handed to sockets.');
  const sends = counter(
    'herenow_sends_total',
    'What clients sent over their sockets, by destination.',
    'destination',
    'outcome',
  );
  for (const cause of ['closed', 'slow', 'too large', 'too many', 'broken']) closed.inc({ cause }, 0);
  return {
    deliveries,
    opened() {
      opened.inc();
      sockets.inc();
    },
    closed(cause: 'closed' | 'slow' | 'too large' | 'too many' | 'broken') {
      closed.inc({ cause });
      sockets.dec();
    },
    delivered: (frames: number) => deliveries.inc(frames),
    sent: (destination: string, outcome: 'handled' | 'refused') => sends.inc({ destination, outcome }),
  };
}

/**
 * Measures the engines and what waits in the database, at each scrape. While the database or the disk does not
 * respond, what they would tell is missing.
 */
function createBacklog(registers: Registry[]) {
  const { counter, gauge } = makersOf(registers);
  const up = gauge('herenow_database_up', '1 while the database answers and takes changes.');
  const engines = gauge(
    'herenow_engine_up',
    '1 while this node reaches the engine: the bus, the photo store, the mail server.',
    'engine',
  );
  const rows = gauge('herenow_outbox_events', 'Events not yet on the bus.');
  const age = gauge('herenow_outbox_oldest_seconds', 'Age of the oldest event that is not yet on the bus.');
  const givenUp = counter(
    'herenow_outbox_given_up_total',
    'Events that could not be published, however often it was tried; each stands in the log.',
  );
  const jobs = gauge(
    'herenow_jobs',
    'Jobs that wait, and jobs that failed for good in the last hour, by kind.',
    'kind',
    'state',
  );
  const connections = gauge(
    'herenow_database_connections',
    'Database connections of this node: open, idle, and requests that wait for one.',
    'state',
  );
  const clock = gauge(
    'herenow_clock_ahead_seconds',
    'How far the clock of this machine is ahead of the database’s.',
  );
  const disk = gauge('herenow_disk_free_ratio', 'The part of the disk of DATA_DIR that is free.');
  const backup = gauge(
    'herenow_backup_timestamp_seconds',
    'When the latest backup was begun that is complete, made on this machine; 0 without one.',
  );

  let looking: Promise<[free: number | undefined, backupAt: number]> | undefined;

  /** One look at a time: each that hangs keeps one of the few threads for files and names. */
  const lookAtDisk = ({ diskFree, lastBackup }: MetricSources) =>
    (looking ??= Promise.all([diskFree(), lastBackup()]).finally(() => (looking = undefined)));

  return async (sources: MetricSources): Promise<void> => {
    const { outbox, jobs: countJobs, reached, pool } = sources;
    clock.set(sources.clockAhead());
    givenUp.reset();
    givenUp.inc(sources.givenUp());
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool;
    for (const [state, count] of Object.entries({ open, idle, waiting })) connections.set({ state }, count);
    const asked = Promise.all([outbox(), countJobs(), sources.takesChanges()]).catch(() => undefined);
    const [answer, reaches, onDisk] = await Promise.all([
      inTime(PATIENCE_MS, asked, () => undefined),
      reached(),
      inTime(PATIENCE_MS, lookAtDisk(sources), () => undefined),
    ]);
    const [free, backupAt] = onDisk ?? [];
    if (free === undefined) disk.remove();
    else disk.set(free);
    if (backupAt === undefined) backup.remove();
    else backup.set(backupAt);
    for (const [engine, isReached] of reaches) engines.set({ engine }, isReached ? 1 : 0);
    up.set(answer?.[2] ? 1 : 0);
    if (!answer) {
      rows.remove();
      age.remove();
      jobs.reset();
      return;
    }
    const [backlog, counts] = answer;
    rows.set(backlog.rows);
    age.set(backlog.oldestSeconds);
    for (const [kind, count] of Object.entries(counts)) {
      jobs.set({ kind, state: 'waiting' }, count.waiting);
      jobs.set({ kind, state: 'failed' }, count.failed);
    }
  };
}
