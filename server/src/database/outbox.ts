import { sql } from 'kysely';
import type { Db } from './db.ts';
import { tellAway } from '../lib/away-log.ts';
import { isAway } from '../lib/away.ts';
import { BusAway } from '../lib/bus-away.ts';
import type { Log } from '../lib/log.ts';
import { throwFailures } from '../lib/try-each.ts';
import { createLateTries } from './late-tries.ts';
import { inTransaction } from './transaction.ts';

/** One event for some users: `body` is the JSON text that their sockets receive. */
export interface BusEvent {
  userIds: string[];
  queue: string;
  body: string;
}

export interface StoredEvent extends BusEvent {
  id: number;
  /** Whether it also wakes devices. */
  wakes?: boolean;
}

/** Queues the pushes of these events, in the transaction that takes the events out of the outbox. */
export type Wake = (db: Db, events: readonly BusEvent[]) => Promise<void>;

/**
 * Returns what a late event should tell now, since newer events may have been published before it: any number of
 * events, or none.
 */
export type Renew = (db: Db, event: BusEvent) => Promise<readonly BusEvent[]>;

export type Outbox = ReturnType<typeof createOutbox>;

/** At this age, the node that wrote an event should have published it. */
const STALE_SECONDS = 2;
/**
 * The delay after which one statement removes what was published meanwhile, which costs about the same for one event as
 * for fifty.
 */
const REMOVE_DELAY_MS = 100;
/** How often failures are logged. */
const TELL_MS = 10_000;
/** How long nodes that the bus does not reach can still read published events. */
export const KEPT_SECONDS = 60;
/** How many events are published in one transaction, or read at once. */
const BATCH = 500;

export interface OutboxOptions {
  db: Db;
  publish(event: BusEvent): void | Promise<void>;
  log: Log;
  /**
   * Returns whether the bus reaches any node, asked within a transaction; undefined for a bus in this process, which
   * always does.
   */
  anyHears?: ((trx: Db) => Promise<boolean>) | undefined;
}

export function createOutbox(options: OutboxOptions) {
  const { db, log, anyHears } = options;
  let published: StoredEvent[] = [];
  /** The events that this node has published and not removed yet. */
  const leaving = new Set<number>();
  /** The removals that wait for more events, or are under way. */
  const removals = new Set<Promise<void>>();
  /** Ends the delay of a removal. */
  let removeNow = () => {};
  let wake: Wake = () => Promise.reject(new Error('Nothing says how devices are woken.'));
  let renew: Renew = (_db, event) => Promise.resolve([event]);

  /**
   * Removes published events. One that wakes devices is removed in one transaction with the jobs it leaves, so that
   * they are queued once.
   */
  async function remove(events: readonly StoredEvent[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    if (!events.some(({ wakes }) => wakes)) return void (await take(db, ids));
    await inTransaction(db, async (trx) => {
      const removed = new Set(await take(trx, ids));
      await wake(
        trx,
        events.filter(({ id, wakes }) => wakes && removed.has(id)),
      );
    });
  }

  const lateTries = createLateTries();
  let givenUp = 0;

  /**
   * Deletes an event that can never be published, without waking devices. Whoever should have heard of it sees the
   * change with their next snapshot.
   */
  async function giveUp(id: number, error: unknown): Promise<void> {
    const { rows } = await sql<{
      queue: string;
    }>`DELETE FROM outbox WHERE id = ${id} RETURNING queue`.execute(db);
    if (!rows[0]) return;
    givenUp += 1;
    log.error({ err: error, eventId: id, queue: rows[0].queue }, 'event given up');
  }

  let failures = 0;

  /** Logs a failure, every ten seconds at most. The bus logs its own outages. */
  function failed(error: unknown): void {
    if (error instanceof BusAway) return;
    failures += 1;
    if (failures > 1) return;
    log.warn({ err: error }, 'event not published, will be tried again');
    const timer = setTimeout(() => {
      if (failures > 1) log.warn({ count: failures }, 'events not published, will be tried again');
      failures = 0;
    }, TELL_MS);
    timer.unref();
  }

  async function removePublished(): Promise<void> {
    await new Promise<void>((resolve) => {
      removeNow = resolve;
      setTimeout(resolve, REMOVE_DELAY_MS);
    });
    const events = published;
    published = [];
    try {
      await remove(events);
    } catch (error) {
      // The rows stay and are published again, which clients tolerate; no device was woken by them.
      if (!tellAway(log, error))
        log.warn({ err: error, count: events.length }, 'published events not removed');
    } finally {
      for (const { id } of events) leaving.delete(id);
    }
  }

  /** Publishes late events, except for some. Adds their ids to `tried` first. Returns how many there were. */
  async function republishBatch(
    trx: Db,
    commit: () => Promise<void>,
    { most, but, tried }: { most: number; but: readonly number[]; tried: number[] },
  ): Promise<number> {
    const { rows } = await sql<Required<StoredEvent>>`
      SELECT id, user_ids AS "userIds", queue, body, wakes FROM outbox
      WHERE created_at < now() - make_interval(secs => ${STALE_SECONDS}) AND id <> ALL(${but}::bigint[])
      ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED`.execute(trx);
    tried.push(...rows.map(({ id }) => id));
    await publishLate(trx, rows);
    const waking = rows.filter(({ wakes }) => wakes);
    if (waking.length > 0) await wake(trx, waking);
    const ids = rows.map(({ id }) => id);
    await Promise.all([take(trx, ids), commit()]);
    return rows.length;
  }

  async function publishLate(trx: Db, events: readonly BusEvent[]): Promise<void> {
    try {
      for (const { userIds, queue, body } of events)
        for (const event of await renew(trx, { userIds, queue, body })) await options.publish(event);
    } catch (error) {
      if (!anyHears || (await anyHears(trx))) throw error;
    }
  }

  /**
   * Takes events out of the outbox; with several nodes, keeps them for nodes that miss them. It does not wait until
   * this is on disk: if it is lost, so are the jobs that came with it, and the events are published again. The
   * subselect hides the number of ids from the planner, which would otherwise make a new plan each time.
   */
  async function take(trx: Db, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const taken = sql`
      DELETE FROM outbox WHERE id = ANY((SELECT ${ids}::bigint[])::bigint[])
      RETURNING id, user_ids, queue, body, set_config('synchronous_commit', 'off', true)`;
    const { rows } = await (
      anyHears
        ? sql<{ id: number }>`
            WITH taken AS (${taken})
            INSERT INTO published_events (id, user_ids, queue, body)
            SELECT id, user_ids, queue, body FROM taken RETURNING id`
        : sql<{ id: number }>`WITH taken AS (${taken}) SELECT id FROM taken`
    ).execute(trx);
    return rows.map(({ id }) => id);
  }

  async function publishOne(event: StoredEvent): Promise<void> {
    try {
      const { userIds, queue, body } = event;
      await options.publish({ userIds, queue, body });
      leaving.add(event.id);
      if (published.push(event) > 1) return;
      const removal = removePublished().finally(() => removals.delete(removal));
      removals.add(removal);
    } catch (error) {
      failed(error);
    }
  }

  return {
    /** Writes events, in the transaction of the change that they announce. */
    async store(trx: Db, events: readonly BusEvent[]): Promise<StoredEvent[]> {
      if (events.length === 0) return [];
      const all = [
        events.map(({ userIds }) => `{${userIds.join()}}`),
        events.map(({ queue }) => queue),
        events.map(({ body }) => body),
      ].map((column) => sql`(SELECT ${column}::text[])`);
      // One list for each column: a statement takes 65,535 values, and the end of a presence may tell of more pins.
      const { rows } = await sql<{ id: number }>`
        INSERT INTO outbox (user_ids, queue, body)
        SELECT user_ids::uuid[], queue, body
        FROM unnest(${sql.join(all)}) WITH ORDINALITY AS event (user_ids, queue, body, at)
        ORDER BY at RETURNING id`.execute(trx);
      return events.map((event, index) => ({ ...event, id: rows[index]!.id }));
    },

    /** Publishes committed events on the bus; their rows are removed soon after. */
    publish(events: readonly StoredEvent[]): void {
      for (const event of events) void publishOne(event);
    },

    /**
     * Publishes the events that another node, or this one before a crash, left behind, brought up to date; not those
     * whose rows this node is about to remove, however long that takes. While the bus reaches no node, devices are
     * still woken, and all nodes read the events with `listMissed`. An event that keeps failing by itself is tried less
     * and less often, and given up in the end. Returns how many were published.
     */
    async republish(): Promise<number> {
      let total = 0;
      const but = lateTries.begin();
      const failures = new Map<number, unknown>();
      for (let most = BATCH; ;) {
        const tried: number[] = [];
        const batch = { most, but: [...but, ...leaving], tried };
        try {
          const published = await inTransaction(db, (trx, commit) => republishBatch(trx, commit, batch));
          total += published;
          if (published < most) break;
        } catch (error) {
          if (tried.length === 0 || error instanceof BusAway || isAway(error)) throw error;
          // One of them cannot be published. From here on they go one at a time, so that it does not hold back the
          // others.
          if (tried.length === 1) {
            const [id] = tried as [number];
            failures.set(id, error);
            but.push(id);
            if (lateTries.fail(id)) await giveUp(id, error);
          }
          most = 1;
        }
      }
      if (anyHears)
        await sql`DELETE FROM published_events
          WHERE published_at < now() - make_interval(secs => ${KEPT_SECONDS})`.execute(db);
      throwFailures(failures, 'Some late events could not be published.');
      return total;
    },

    /** Returns the events still in the outbox and those published in the last seconds, except for the given ids. */
    async listMissed(seconds: number, except: readonly number[]): Promise<StoredEvent[]> {
      const { rows } = await sql<StoredEvent>`
        SELECT * FROM (
          SELECT id, user_ids AS "userIds", queue, body FROM published_events
          WHERE published_at > now() - make_interval(secs => ${seconds})
          UNION ALL SELECT id, user_ids, queue, body FROM outbox
        ) AS missed
        WHERE NOT EXISTS (SELECT FROM unnest(${except}::bigint[]) AS known(id) WHERE known.id = missed.id)
        ORDER BY id LIMIT ${BATCH}`.execute(db);
      return rows;
    },

    /** Sets how devices are woken; must be called before the first event that wakes one. */
    onWaking(given: Wake): void {
      wake = given;
    },

    /** Sets how late events are renewed; without it they are published as they were stored. */
    onLate(given: Renew): void {
      renew = given;
    },

    /** Returns how many events are not on the bus yet, and how long the oldest has waited. */
    async backlog(): Promise<{ rows: number; oldestSeconds: number }> {
      const { rows } = await sql<{ rows: number; oldestSeconds: number }>`
        SELECT count(*) AS rows,
               coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS "oldestSeconds"
        FROM outbox`.execute(db);
      return rows[0]!;
    },

    givenUp: (): number => givenUp,

    /** Waits until the rows of all published events are removed. */
    async flush(): Promise<void> {
      for (; removals.size > 0; await Promise.all(removals)) removeNow();
    },
  };
}
