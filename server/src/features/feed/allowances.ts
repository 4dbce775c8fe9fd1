import type pg from 'pg';
import { named } from '../../database/named.ts';
import type { Log } from '../../lib/log.ts';
import { Allowance, type Candidate, type Handout } from './allowance.ts';

/** Accounts whose allowance a node holds in memory; of others it is read again. */
const MOST_HELD = 2000;

export interface StoredHandout extends Omit<Handout, 'daySince' | 'handedAt'> {
  id: number;
  daySince: string;
  handedAt: string;
}

/** An allowance as this node knows it: all handouts of the account up to `version`, and its own. */
interface Held {
  allowance: Allowance;
  version: number;
}

/** People, and from where and when they are looked at. */
interface Asked<C extends Candidate> {
  people: readonly C[];
  from: string;
  now: Date;
}

export type Allowances = ReturnType<typeof createAllowances>;

/**
 * The people that accounts have been shown, counted over all nodes: each notes what it hands out in the database, after
 * the answer, and reads what others have noted before the next. Two nodes that answer one account at the same moment may
 * exceed its allowance by a page.
 */
export function createAllowances({ pool, log }: { pool: pg.Pool; log: Log }) {
  const held = new Map<string, Held>();

  function holdOf(viewerId: string): Held {
    const hold = held.get(viewerId) ?? { allowance: new Allowance(), version: 0 };
    // The account that asked last is the last to be let go.
    held.delete(viewerId);
    held.set(viewerId, hold);
    const [oldest] = held.keys();
    if (held.size > MOST_HELD) held.delete(oldest!);
    return hold;
  }

  /** The allowance of an account with what other nodes have handed out since. */
  function read(viewerId: string, news: readonly StoredHandout[], now: Date): Allowance {
    const hold = holdOf(viewerId);
    for (const { id, daySince, handedAt, ...rest } of news) {
      hold.version = Math.max(hold.version, id);
      hold.allowance.add({ ...rest, daySince: new Date(daySince), handedAt: new Date(handedAt) }, now);
    }
    return hold.allowance;
  }

  async function note(viewerId: string, handout: Handout): Promise<void> {
    const { daySince, home, handedAt, near, far } = handout;
    await pool.query(
      named(
        'note-handout',
        `INSERT INTO handouts (viewer_id, day_since, home, handed_at, near, far) VALUES ($1, $2, $3, $4, $5, $6)`,
        [viewerId, daySince, home, handedAt, near, far],
      ),
    );
  }

  return {
    /** Up to which handout this node knows an account's; the later ones are to be read. */
    versionOf: (viewerId: string): number => held.get(viewerId)?.version ?? 0,

    /** Of these people those who may be shown to an account now. `news` are its handouts after `versionOf`. */
    take<C extends Candidate>(viewerId: string, news: readonly StoredHandout[], asked: Asked<C>): C[] {
      const { shown, handout } = read(viewerId, news, asked.now).take(asked.people, asked.from, asked.now);
      if (handout)
        void note(viewerId, handout).catch((error: unknown) =>
          log.error({ err: error }, 'handout not noted'),
        );
      return shown;
    },

    /** Of these people those whom the account has been shown today, which costs nothing. */
    known: <C extends Candidate>(
      viewerId: string,
      news: readonly StoredHandout[],
      { people, now }: Asked<C>,
    ): C[] => read(viewerId, news, now).known(people, now),
  };
}

/** SQL of an account's handouts after one of them, as JSON. */
export const handoutsSql = (viewer: string, version: string): string => `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'daySince', day_since, 'home', home,
     'handedAt', handed_at, 'near', near, 'far', far) ORDER BY id), '[]')
   FROM handouts WHERE viewer_id = ${viewer} AND id > ${version})`;
