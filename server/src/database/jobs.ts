import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { PgBoss, systemClock as bossClock } from 'pg-boss';
import { tellAway } from '../lib/away-log.ts';
import { systemClock } from '../lib/clock.ts';
import { createLately } from '../lib/lately.ts';
import type { Log } from '../lib/log.ts';
import { createSlots } from '../lib/slots.ts';
import type { Db } from './db.ts';

/**
 * Every kind of job and its data; each feature adds its own. Data holds ids; a user’s words or secrets only as long as
 * needed.
 */
export interface JobData {}

export type JobName = keyof JobData;

export interface EnqueueOptions {
  /** 0: as soon as the transaction is committed. */
  startAfterSeconds?: number;
  /** Names what the job is about. A job of its kind with the same name that still waits is not carried out any more. */
  replaces?: string;
}

export type Jobs = ReturnType<typeof createJobs>;

/** Thrown by a handler for an external cause, such as a service that does not respond: its stack explains nothing. */
export class TryLater extends Error {
  override name = 'TryLater';
}

/** Thrown by a handler if no retry can help: the job fails for good. */
export class GiveUp extends TryLater {
  override name = 'GiveUp';
}

/** How a kind of job is retried, and how long one may take. */
export interface JobKind<Data = never> {
  retryLimit: number;
  /** Seconds before the first retry; later ones wait longer. */
  retryDelay: number;
  /** The longest wait before a retry, in seconds; by default it doubles each time. */
  retryDelayMax?: number;
  expireInSeconds: number;
  /** How many batches a node runs side by side, so that a job that hangs holds up only its own; by default one. */
  lanes?: number;
  /** Only one job with the same result of this function waits at a time; others are not queued. */
  oneWaits?: (data: Data) => string;
}
export type JobKinds = { [J in JobName]: JobKind<JobData[J]> };

/** How many jobs of a kind one node runs at the same time, in all its lanes. */
const BATCH = 20;
const LOOK_SECONDS = 0.5;
/** How long a query of the library waits for the previous one. */
const TURN_MS = 1000;
/** How long running jobs may take to end when the node stops; the rest is retried later. */
const STOP_TIMEOUT_MS = 5000;
/** How long finished jobs are kept, so that failures can be inspected. */
const KEPT_SECONDS = 3600;
/** How often the library looks for jobs that take too long. */
const SUPERVISE_SECONDS = 60;

/** How often it is logged that jobs of a kind wait for the same reason. */
const TELL_MS = 60_000;

/**
 * The library waits for what is left of its interval by the time of day: were that put back by an hour, it would look for
 * jobs an hour later.
 */
const STEADY_CLOCK = { ...bossClock, now: () => performance.timeOrigin + performance.now() };

export function createJobs(options: {
  pool: pg.Pool;
  log: Log;
  kinds: JobKinds;
  pace: {
    /** The first delay before a failed job is retried, instead of that of its kind. */
    retrySeconds: number | undefined;
    /** Milliseconds between two removals of jobs that finished long enough ago. */
    jobs: number;
  };
}) {
  const { pool, log, kinds } = options;
  const { retrySeconds: retryDelay, jobs: forgetMs } = options.pace;
  const names = Object.keys(kinds) as JobName[];
  const workers = new Map<JobName, string>();
  /** All kinds are looked for at the same time; one after the other, they take a single connection. */
  const turn = createSlots(1);
  const executeSql = async (text: string, values?: unknown[]) => {
    const ask = () => pool.query(text, values);
    return (await turn.take('', ask, AbortSignal.timeout(TURN_MS))) ?? (await ask());
  };
  const boss = new PgBoss({
    db: { executeSql },
    clock: STEADY_CLOCK,
    schedule: false,
    // By default the library cleans up once a day, however short the retention of finished jobs is.
    maintenanceIntervalSeconds: forgetMs / 1000,
    superviseIntervalSeconds: Math.min(SUPERVISE_SECONDS, forgetMs / 1000),
  });
  const told = createLately(systemClock, TELL_MS);
  /** Logs a failure. Of those that are tried again because an engine is away, one a minute is enough for each reason. */
  function tellFailed(job: JobName, jobId: string, error: unknown): void {
    if (!(error instanceof TryLater)) return log.warn({ job, jobId, err: error }, 'job failed');
    const what = `${job} ${error.message}`;
    if (!(error instanceof GiveUp) && told.has(what)) return;
    told.add(what);
    log.warn({ job, jobId, reason: error.message }, 'job failed');
  }
  boss.on('error', (given) => {
    const error = asError(given);
    if (!tellAway(log, error)) log.error({ err: error }, 'job queue error');
  });
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'));

  const within = (db: Db) => ({
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: (await db.getExecutor().executeQuery(CompiledQuery.raw(text, values))).rows,
    }),
  });
  const asked = <J extends JobName>(
    job: J,
    data: JobData[J],
    { startAfterSeconds, replaces }: EnqueueOptions,
  ) => {
    const { oneWaits }: JobKind<JobData[J]> = kinds[job];
    const singletonKey = oneWaits?.(data) ?? replaces;
    return {
      ...(singletonKey === undefined ? {} : { singletonKey }),
      ...(retryDelay === undefined ? {} : { retryDelay }),
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
    };
  };

  return {
    async enqueue<J extends JobName>(
      db: Db,
      job: J,
      data: JobData[J],
      options: EnqueueOptions = {},
    ): Promise<void> {
      if (options.replaces !== undefined) await removeWaiting(db, job, options.replaces);
      await boss.send(job, data, { db: within(db), ...asked(job, data, options) });
    },

    /** Queues many jobs of one kind at once. */
    async enqueueAll<J extends JobName>(
      db: Db,
      job: J,
      data: readonly JobData[J][],
      options: EnqueueOptions = {},
    ): Promise<void> {
      const jobs = data.map((one) => ({ data: one, ...asked(job, one, options) }));
      // The same order on every node, whatever its locale, so that no two transactions deadlock.
      jobs.sort(({ singletonKey: one = '' }, { singletonKey: other = '' }) => (one < other ? -1 : 1));
      if (jobs.length > 0) await boss.insert(job, jobs, { db: within(db) });
    },

    /**
     * Makes this node fetch jobs of a kind now, because some were committed. Any other node finds them within half a
     * second.
     */
    wake(job: JobName): void {
      const worker = workers.get(job);
      if (worker !== undefined) boss.notifyWorker(worker);
    },

    /** Registers the handler of a kind of job. If it throws, the job is retried later, with growing delays. */
    async handle<J extends JobName>(job: J, handler: (data: JobData[J]) => Promise<void>): Promise<void> {
      const { lanes = 1 } = kinds[job];
      const worker = await boss.work<JobData[J]>(
        job,
        {
          pollingIntervalSeconds: LOOK_SECONDS,
          localConcurrency: lanes,
          batchSize: BATCH / lanes,
          burstWhenBatchFull: true,
          perJobResults: true,
        },
        (batch) =>
          Promise.all(
            batch.map(async ({ id, data }) => {
              try {
                await handler(data);
                return { id, status: 'completed' as const };
              } catch (error) {
                const message = error instanceof Error ? error.message : String(error);
                tellFailed(job, id, error);
                // The library’s term for a failure without retries; no queue takes these jobs over.
                const status = error instanceof GiveUp ? ('deadletter' as const) : ('failed' as const);
                return { id, status, output: { message } };
              }
            }),
          ),
      );
      workers.set(job, worker);
    },

    /** Returns the number of waiting and failed jobs by kind; by the library’s index, which holds these states alone. */
    async counts(): Promise<Record<JobName, { waiting: number; failed: number }>> {
      const { rows } = await pool.query<{ name: JobName; waiting: number; failed: number }>(
        `SELECT name, count(*) FILTER (WHERE state IN ('created', 'retry')) AS waiting,
                count(*) FILTER (WHERE state = 'failed') AS failed
         FROM pgboss.job
         WHERE name = ANY($1) AND state IN ('created', 'retry', 'active', 'failed') GROUP BY name`,
        [names],
      );
      const found = new Map(rows.map(({ name, ...counts }) => [name, counts]));
      return Object.fromEntries(
        names.map((name) => [name, found.get(name) ?? { waiting: 0, failed: 0 }]),
      ) as Record<JobName, { waiting: number; failed: number }>;
    },

    async start(): Promise<void> {
      await boss.start();
      const stored = new Map((await boss.getQueues(names)).map((queue) => [queue.name, queue]));
      for (const name of names) {
        const { oneWaits, lanes: _, ...kind } = kinds[name];
        const settings = { ...kind, retryBackoff: true, deleteAfterSeconds: KEPT_SECONDS };
        const queue = stored.get(name);
        if (!queue) await boss.createQueue(name, { ...settings, policy: oneWaits ? 'short' : 'standard' });
        // An earlier version may have made the queue with other settings.
        else if (!isDeepStrictEqual({ ...queue, ...settings }, queue)) await boss.updateQueue(name, settings);
      }
    },

    async stop(): Promise<void> {
      const idle = Promise.all([...workers.keys()].map((job) => boss.offWork(job)));
      await Promise.race([idle, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
  };
}

async function removeWaiting(db: Db, job: JobName, key: string): Promise<void> {
  await sql`
    DELETE FROM pgboss.job
    WHERE name = ${job} AND singleton_key = ${key} AND state IN ('created', 'retry')`.execute(db);
}

/** The library passes its workers’ errors on as plain objects. */
const asError = (given: Error): Error => (given instanceof Error ? given : Object.assign(new Error(), given));

/**
 * Removes every job for or about a deleted user. It names the fields with a user, because it searches all jobs of the
 * last hour, and unpacking their data would cost four times as much.
 */
export async function forgetJobs(db: Db, userId: string): Promise<void> {
  await sql`
    DELETE FROM pgboss.job
    WHERE data ->> 'userId' = ${userId} OR data ->> 'senderId' = ${userId}`.execute(db);
}
