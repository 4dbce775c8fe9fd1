import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Log } from '../lib/log.ts';
import type { Database } from './tables.ts';

/**
 * Every kind of job and its data; each feature adds its own. Data holds ids, never a person's words or secrets
 * longer than needed.
 */
export interface JobData {}

export type JobName = keyof JobData;

export interface EnqueueOptions {
  /** 0: as soon as the transaction is committed. */
  startAfterSeconds?: number;
}

export interface Jobs {
  enqueue<J extends JobName>(
    db: Kysely<Database>,
    job: J,
    data: JobData[J],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Many of a kind at once. */
  enqueueAll<J extends JobName>(
    db: Kysely<Database>,
    job: J,
    data: readonly JobData[J][],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Has this node look for jobs of a kind now: some have been committed. Any other node finds them within half a second. */
  wake(job: JobName): void;
  /** Registers the handler of a kind of job. A handler that throws is tried again later, with growing pauses. */
  handle<J extends JobName>(job: J, handler: (data: JobData[J]) => Promise<void>): Promise<void>;
  /** Waiting and failed jobs by kind. */
  counts(): Promise<Record<JobName, { waiting: number; failed: number }>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a handler throws where others are to blame, as a service that does not answer: no stack of ours explains it. */
export class TryLater extends Error {
  override name = 'TryLater';
}

/** How a kind of job is tried again, and how long one may take. */
export interface JobKind<Data = never> {
  retryLimit: number;
  /** Seconds before the second try; later ones wait longer. */
  retryDelay: number;
  expireInSeconds: number;
  /** Of jobs that are the same by this, one waits at a time; others are not queued. */
  oneWaits?: (data: Data) => string;
  /** How often this kind is looked for; half a second where it is not given. */
  lookSeconds?: number;
}
export type JobKinds = { [J in JobName]: JobKind<JobData[J]> };

/** Jobs of a kind that one node does at the same time. */
const BATCH = 20;
const LOOK_SECONDS = 0.5;
/** How long jobs that run may take to end when the node stops; later they are tried again. */
const STOP_TIMEOUT_MS = 5000;
/** How long jobs that are done are kept, so that what failed can be seen. */
const KEPT_SECONDS = 3600;
/** How often the library looks for jobs that take too long. */
const SUPERVISE_SECONDS = 60;

export function createJobs(options: {
  pool: pg.Pool;
  log: Log;
  kinds: JobKinds;
  pace: {
    /** The first pause before a failed job is tried again, instead of that of its kind. */
    retrySeconds: number | undefined;
    /** Milliseconds between two looks for jobs that were done long enough ago to be forgotten. */
    jobs: number;
  };
}): Jobs {
  const { pool, log, kinds } = options;
  const { retrySeconds: retryDelay, jobs: forgetMs } = options.pace;
  const names = Object.keys(kinds) as JobName[];
  const workers = new Map<JobName, string>();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    schedule: false,
    // By itself the library forgets once a day, however short a time it is told to keep jobs that are done.
    maintenanceIntervalSeconds: forgetMs / 1000,
    superviseIntervalSeconds: Math.min(SUPERVISE_SECONDS, forgetMs / 1000),
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'));

  const within = (db: Kysely<Database>) => ({
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows,
    }),
  });
  const asked = <J extends JobName>(job: J, data: JobData[J], { startAfterSeconds }: EnqueueOptions) => {
    const { oneWaits }: JobKind<JobData[J]> = kinds[job];
    return {
      ...(oneWaits ? { singletonKey: oneWaits(data) } : {}),
      ...(retryDelay === undefined ? {} : { retryDelay }),
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
    };
  };

  return {
    async enqueue(db, job, data, options = {}) {
      await boss.send(job, data, { db: within(db), ...asked(job, data, options) });
    },

    async enqueueAll(db, job, data, options = {}) {
      const jobs = data.map((one) => ({ data: one, ...asked(job, one, options) }));
      // In one order everywhere, so that no two wait for each other's.
      jobs.sort(({ singletonKey: one = '' }, { singletonKey: other = '' }) => one.localeCompare(other));
      if (jobs.length > 0) await boss.insert(job, jobs, { db: within(db) });
    },

    wake(job) {
      const worker = workers.get(job);
      if (worker !== undefined) boss.notifyWorker(worker);
    },

    async handle(job, handler) {
      const worker = await boss.work<JobData[typeof job]>(
        job,
        {
          pollingIntervalSeconds: kinds[job].lookSeconds ?? LOOK_SECONDS,
          batchSize: BATCH,
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
                const why = error instanceof TryLater ? { reason: message } : { err: error };
                log.warn({ job, jobId: id, ...why }, 'job failed');
                return { id, status: 'failed' as const, output: { message } };
              }
            }),
          ),
      );
      workers.set(job, worker);
    },

    async counts() {
      const { rows } = await pool.query<{ name: JobName; waiting: number; failed: number }>(
        `SELECT name, count(*) FILTER (WHERE state IN ('created', 'retry')) AS waiting,
                count(*) FILTER (WHERE state = 'failed') AS failed
         FROM pgboss.job WHERE name = ANY($1) GROUP BY name`,
        [names],
      );
      const found = new Map(rows.map(({ name, waiting, failed }) => [name, { waiting, failed }]));
      return Object.fromEntries(
        names.map((name) => [name, found.get(name) ?? { waiting: 0, failed: 0 }]),
      ) as Record<JobName, { waiting: number; failed: number }>;
    },

    async start() {
      await boss.start();
      for (const name of names) {
        const { oneWaits, lookSeconds: _, ...kind } = kinds[name];
        const policy = oneWaits ? 'short' : 'standard';
        await boss.createQueue(name, {
          ...kind,
          policy,
          retryBackoff: true,
          deleteAfterSeconds: KEPT_SECONDS,
        });
      }
    },

    async stop() {
      const idle = Promise.all([...workers.keys()].map((job) => boss.offWork(job)));
      await Promise.race([idle, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
  };
}

/** Removes every job whose data name one of these values, such as an email or an id of somebody who is deleted. */
export async function forgetJobs(db: Kysely<Database>, values: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM pgboss.job WHERE EXISTS (
      SELECT FROM jsonb_each_text(data) AS field WHERE field.value = ANY(${values}::text[]))`.execute(db);
}
