import { DAY_MS, HOUR_MS, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import { cellDistanceKm } from '../../lib/cells.ts';

/**
 * How many different people an account may be shown, each counted once a day: near the place where its day began, and
 * elsewhere.
 */
const MOST = { hour: { near: 2000, far: 300 }, day: { near: 6000, far: 1000 } };

/**
 * People of an hour are counted by the minute in which they were shown, and the oldest minute counts whole: no hour,
 * wherever it begins, holds more than it may.
 */
const MINUTE_MS = 60_000;
const MINUTES = HOUR_MS / MINUTE_MS;

type Where = 'near' | 'far';
type Counts = Record<Where, number>;

/** A user who may be shown in a feed. */
export interface Candidate {
  user_id: string;
  cell: string;
}

/** Users who were shown together, for the first time in a day; each as the mark of their id (its last 32 bits). */
export interface Handout {
  daySince: Date;
  /** The viewpoint of the account when its day began. */
  home: string;
  handedAt: Date;
  near: readonly number[];
  far: readonly number[];
}

/** The users whom an account has been shown in its current day, which begins with the first users it is shown. */
export class Allowance {
  #seen = new Set<number>();
  #day: { since: Date; home: string; counts: Counts } | undefined;
  /** By minute; also across the end of a day. */
  #minutes = new Map<number, Counts>();

  /** Counts a handout of this or another node. Idempotent. */
  add({ daySince, home, handedAt, near, far }: Handout, now: Date): void {
    if (now.getTime() - daySince.getTime() >= DAY_MS) return;
    const day = this.#begin(daySince, home, now);
    // The day began where its first handout was made, whichever node made it.
    if (daySince < day.since) Object.assign(day, { since: daySince, home });
    for (const mark of near) this.#count(mark, 'near', handedAt);
    for (const mark of far) this.#count(mark, 'far', handedAt);
  }

  /**
   * Returns those of these people who may be shown to the account now: those it has seen today, and new ones as far as
   * the allowance goes. `handout` holds the new ones, if any.
   */
  take<C extends Candidate>(
    people: readonly C[],
    from: string,
    now: Date,
  ): { shown: C[]; handout: Handout | undefined } {
    const { since, home, counts } = this.#begin(now, from, now);
    const left = this.#leftAt(now, counts);
    const fresh = { near: [] as number[], far: [] as number[] };
    const shown = people.filter(({ user_id, cell }) => {
      const mark = markOf(user_id);
      if (this.#seen.has(mark)) return true;
      const where = cellDistanceKm(home, cell) <= MAX_DISTANCE_KM ? 'near' : 'far';
      if (left[where] <= 0) return false;
      left[where] -= 1;
      this.#count(mark, where, now);
      fresh[where].push(mark);
      return true;
    });
    const isNew = fresh.near.length + fresh.far.length > 0;
    return { shown, handout: isNew ? { daySince: since, home, handedAt: now, ...fresh } : undefined };
  }

  /** Returns those of these people whom the account has been shown today; counts nobody. */
  known<C extends Candidate>(people: readonly C[], now: Date): C[] {
    if (!this.#day || now.getTime() - this.#day.since.getTime() >= DAY_MS) return [];
    return people.filter(({ user_id }) => this.#seen.has(markOf(user_id)));
  }

  #begin(since: Date, home: string, now: Date) {
    if (this.#day && now.getTime() - this.#day.since.getTime() < DAY_MS) return this.#day;
    this.#seen = new Set();
    return (this.#day = { since, home, counts: { near: 0, far: 0 } });
  }

  /** Returns how many new people may be shown now. */
  #leftAt(now: Date, day: Counts): Counts {
    const oldest = minuteOf(now) - MINUTES;
    const hour = { near: 0, far: 0 };
    for (const [minute, { near, far }] of this.#minutes) {
      if (minute < oldest) {
        this.#minutes.delete(minute);
        continue;
      }
      hour.near += near;
      hour.far += far;
    }
    const left = (where: Where) => Math.min(MOST.hour[where] - hour[where], MOST.day[where] - day[where]);
    return { near: left('near'), far: left('far') };
  }

  #count(mark: number, where: Where, at: Date): void {
    if (this.#seen.has(mark)) return;
    this.#seen.add(mark);
    this.#day!.counts[where] += 1;
    this.#minutes.getOrInsertComputed(minuteOf(at), () => ({ near: 0, far: 0 }))[where] += 1;
  }
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

/**
 * Returns the mark of a user: the last 32 bits of the id. The chance that two of the thousands that an account sees in
 * a day share a mark is about one in a million.
 */
export const markOf = (userId: string): number => Number.parseInt(userId.slice(-8), 16) | 0;
