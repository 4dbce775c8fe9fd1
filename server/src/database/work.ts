import type { QueueBody, QueueName } from '@herenow/contract/queue';
import type { Kysely } from 'kysely';
import type { EnqueueOptions, JobData, JobName, Jobs } from './jobs.ts';
import type { BusEvent, Outbox } from './outbox.ts';
import type { Database } from './tables.ts';

/** A transaction together with what it will tell others once it is committed. */
export interface Tx {
  db: Kysely<Database>;
  /** Tells people; the event is stored with the change and published after the commit. */
  emit<Q extends QueueName>(userIds: readonly string[], queue: Q, body: QueueBody<Q>): void;
  /** Puts a job in the database queue, in this transaction. */
  enqueue<J extends JobName>(job: J, data: JobData[J], options?: EnqueueOptions): Promise<void>;
  /** Runs after the commit; must not throw. */
  afterCommit(action: () => void): void;
}

/** Runs a change as one transaction: all of it, its events and its jobs, or nothing. */
export type Work = <T>(change: (tx: Tx) => Promise<T>) => Promise<T>;

export function createWork(options: { db: Kysely<Database>; outbox: Outbox; jobs: Jobs }): Work {
  const { db, outbox, jobs } = options;
  return async (change) => {
    const events: BusEvent[] = [];
    const actions: (() => void)[] = [];
    const { result, stored } = await db.transaction().execute(async (trx) => {
      const tx: Tx = {
        db: trx,
        emit(userIds, queue, body) {
          if (userIds.length > 0) events.push({ userIds: [...userIds], queue, body: JSON.stringify(body) });
        },
        enqueue: (job, data, enqueueOptions) => jobs.enqueue(trx, job, data, enqueueOptions),
        afterCommit(action) {
          actions.push(action);
        },
      };
      const outcome = await change(tx);
      return { result: outcome, stored: await outbox.store(trx, events) };
    });
    outbox.publish(stored);
    for (const action of actions) action();
    return result;
  };
}
