import * as refusals from '@herenow/contract/refusals';
import type { QueueBody, QueueName } from '@herenow/contract/queue';
import { setTimeout } from 'node:timers/promises';
import { Refused } from '../lib/errors.ts';
import type { EnqueueOptions, JobData, JobName, Jobs } from './jobs.ts';
import type { BusEvent, Outbox } from './outbox.ts';
import type { Db } from './db.ts';
import { inTransaction } from './transaction.ts';

/** A transaction together with the events and jobs that follow its commit. */
export interface Tx {
  /** Statements issued together are sent together, in that order: see `inTransaction`. */
  db: Db;
  /** Emits an event to users; it is stored with the change and published after the commit. */
  emit<Q extends QueueName>(userIds: readonly string[], queue: Q, body: QueueBody<Q>): void;
  /** Queues a job in the database, in this transaction. */
  enqueue<J extends JobName>(job: J, data: JobData[J], options?: EnqueueOptions): Promise<void>;
  /** Runs after the commit; must not throw. */
  afterCommit(action: () => void): void;
}

/**
 * Runs a change as one transaction: all of it, its events and its jobs, or nothing. A change that the database rolled
 * back because of a deadlock runs again, so outside of `tx` it must only do what may be repeated.
 */
export type Work = <T>(change: (tx: Tx) => Promise<T>) => Promise<T>;

/** SQLSTATEs of transactions that the database rolled back in favour of another one: a retry succeeds. */
const UNDONE = new Set(['40P01', '40001']);
const TRIES = 5;
/** The longest pause before the first retry. It doubles with each, so that conflicting transactions move apart. */
const PAUSE_MS = 10;
const MISSING_REFERENCE = '23503';

export function createWork(options: { db: Db; outbox: Outbox; jobs: Jobs }): Work {
  const { db, outbox, jobs } = options;

  async function attempt<T>(change: (tx: Tx) => Promise<T>) {
    const events: BusEvent[] = [];
    const actions: (() => void)[] = [];
    return await inTransaction(db, async (trx, commit) => {
      const tx: Tx = {
        db: trx,
        emit(userIds, queue, body) {
          if (userIds.length > 0) events.push({ userIds: [...userIds], queue, body: JSON.stringify(body) });
        },
        async enqueue(job, data, enqueueOptions) {
          await jobs.enqueue(trx, job, data, enqueueOptions);
          if (!enqueueOptions?.startAfterSeconds) actions.push(() => jobs.wake(job));
        },
        afterCommit(action) {
          actions.push(action);
        },
      };
      const result = await change(tx);
      const [stored] = await Promise.all([outbox.store(trx, events), commit()]);
      return { result, actions, stored };
    });
  }

  async function committed<T>(change: (tx: Tx) => Promise<T>) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(change);
      } catch (error) {
        if (tries < TRIES && UNDONE.has(stateOf(error))) {
          await setTimeout(Math.random() * PAUSE_MS * 2 ** tries);
          continue;
        }
        // The user whom the change is about has been deleted in the meantime.
        if (stateOf(error) === MISSING_REFERENCE && refersToPerson(error))
          throw new Refused(refusals.userNotFound);
        throw error;
      }
    }
  }

  return async (change) => {
    const { result, stored, actions } = await committed(change);
    outbox.publish(stored);
    for (const action of actions) action();
    return result;
  };
}

const stateOf = (error: unknown) => String((error as { code?: unknown }).code);

/** Only the detail of the error names the table that lacks the row. */
function refersToPerson(error: unknown): boolean {
  return /"(users|sessions)"/.test(String((error as { detail?: unknown }).detail));
}
