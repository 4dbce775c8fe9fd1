import type pg from 'pg';
import { named } from '../../database/named.ts';
import type { Log } from '../../lib/log.ts';
import { createSlots } from '../../lib/slots.ts';
import { Allowance, type Candidate, type Handout } from './allowance.ts';

/** Accounts whose allowance a node caches in memory; the allowance of any other is read again. */
const MOST_HELD = 2000;
/** How long handouts are read again: one with a lower id may be committed later, as nodes write at the same time. */
const SETTLES_MS = 10_000;

export interface StoredHandout extends Omit<Handout, 'daySince' | 'handedAt'> {
  id: number;
  daySince: string;
  handedAt: string;
}

/** An allowance as this node knows it: all handouts of the account up to `version`, some later ones, and its own. */
interface Held {
  allowance: Allowance;
  version: number;
  /** The next version, and when it was read. */
  next?: { version: number; readAt: number } | undefined;
}

/** Users, and from where and when the viewer looks at them. */
interface Asked<C extends Candidate> {
  people: readonly C[];
  from: string;
  now: Date;
}

/**
 * Counts the people that accounts have been shown, across all nodes: each node writes its handouts to the database,
 * after the response, and reads those of other nodes before the next. Nodes that serve one account at the same moment
 * may each exceed its allowance by a page.
 */
export function createAllowances(options: { pool: pg.Pool; log: Log; now?: () => number }) {
  const { pool, log, now: moment = () => performance.now() } = options;
  const held = new Map<string, Held>();
  /** The handouts of accounts that are being written. */
  const writing = new Map<string, Promise<void>>();
  const turns = createSlots(1);

  function holdOf(viewerId: string): Held {
    const hold = held.get(viewerId) ?? { allowance: new Allowance(), version: 0 };
    // Least recently used first: reinserting an account moves it to the end, where it is evicted last.
    held.delete(viewerId);
    held.set(viewerId, hold);
    const [oldest] = held.keys();
    if (held.size > MOST_HELD) held.delete(oldest!);
    return hold;
  }

  /** Returns the allowance of an account, updated with what other nodes have handed out since. */
  function read(viewerId: string, news: readonly StoredHandout[], now: Date): Allowance {
    const hold = holdOf(viewerId);
    for (const { daySince, handedAt, ...rest } of news)
      hold.allowance.add({ ...rest, daySince: new Date(daySince), handedAt: new Date(handedAt) }, now);
    const version = news.at(-1)?.id ?? 0;
    if (version > hold.version) hold.next ??= { version, readAt: moment() };
    return hold.allowance;
  }

  async function insert(viewerId: string, handout: Handout): Promise<void> {
    const { daySince, home, handedAt, near, far } = handout;
    await pool.query(
      named(
        'note-handout',
        `INSERT INTO handouts (viewer_id, day_since, home, handed_at, near, far) VALUES ($1, $2, $3, $4, $5, $6)`,
        [viewerId, daySince, home, handedAt, near, far],
      ),
    );
  }

  function note(viewerId: string, handout: Handout): void {
    const failed = (error: unknown) => log.error({ err: error }, 'handout not noted');
    const noted = Promise.all([writing.get(viewerId), insert(viewerId, handout).catch(failed)]).then(() => {
      if (writing.get(viewerId) === noted) writing.delete(viewerId);
    });
    writing.set(viewerId, noted);
  }

  return {
    /**
     * Runs a task that reads and uses an account’s allowance once its last handout of this node is written. Otherwise
     * concurrent requests would all pass at each node before any of them counts at the others.
     */
    inTurn: <T>(viewerId: string, task: () => Promise<T>): Promise<T> =>
      turns.take(viewerId, async () => {
        await writing.get(viewerId);
        return await task();
      }),

    /**
     * Returns the handout of an account after which handouts must be read. Counts as a use of the allowance, so that it
     * is not evicted while they are: without the earlier ones it would begin anew.
     */
    versionOf(viewerId: string): number {
      const hold = holdOf(viewerId);
      if (hold.next && moment() - hold.next.readAt >= SETTLES_MS) {
        hold.version = hold.next.version;
        hold.next = undefined;
      }
      return hold.version;
    },

    /** Returns those of these people who may be shown to an account now. `news` are its handouts after `versionOf`. */
    take<C extends Candidate>(viewerId: string, news: readonly StoredHandout[], asked: Asked<C>): C[] {
      const { shown, handout } = read(viewerId, news, asked.now).take(asked.people, asked.from, asked.now);
      if (handout) note(viewerId, handout);
      return shown;
    },

    /** Returns those of these people whom the account has been shown today; uses up no allowance. */
    known: <C extends Candidate>(
      viewerId: string,
      news: readonly StoredHandout[],
      { people, now }: Asked<C>,
    ): C[] => read(viewerId, news, now).known(people, now),
  };
}

/** Returns SQL for an account’s handouts after a version, as JSON. */
export const handoutsSql = (viewer: string, version: string): string => `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'daySince', day_since, 'home', home,
     'handedAt', handed_at, 'near', near, 'far', far) ORDER BY id), '[]')
   FROM handouts WHERE viewer_id = ${viewer} AND id > ${version})`;
