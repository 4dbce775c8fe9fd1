import { areasAround } from '../../lib/areas.ts';
import { isWithin, chordSquareOf, spotOf, type Spot } from '../../lib/spots.ts';
import { markOf } from './allowance.ts';
import { createMarks } from './marks.ts';

/** A user who is shown differently now, or no longer. */
interface Change {
  number: number;
  userId: string;
  at: Spot[];
  /** The marks of the viewers who may not learn of it. */
  except: Int32Array;
  /** If set, the only viewers who may. */
  only: readonly string[] | undefined;
}

/** A change as a node receives it, with the areas in which it lies. */
interface Heard extends Pick<Change, 'userId' | 'only'> {
  cells: readonly string[];
  areas: Iterable<string>;
  except: readonly string[];
}

/** Changes, indexed by the areas in which they lie; `from`: the number after which they begin. */
interface Span {
  from: number;
  begun: number;
  count: number;
  byArea: Map<string, Change[]>;
}

/** How long changes are kept, and how long requests may rely on them before every user is looked at again. */
const KEPT_MS = 5 * 60_000;
/** Changes of one span; about 10 MB. */
const MOST_KEPT = 50_000;
/** So many marks of viewers take as much memory as a change: somebody may have blocked thousands. */
const MARKS_OF_CHANGE = 50;
/** No page takes longer from being read by the server to being watched by a client that is on the line. */
export const RECENT_MS = 10_000;
/** Beyond this many a request may as well check everybody. */
const MOST_CONCERNED = 100;
/** The users near a viewer who have changed since a mark. */
export interface Changed {
  from: string;
  userIds: string[];
}

export type RecentChanges = ReturnType<typeof createRecentChanges>;

/**
 * Keeps the recent changes that this node has received: a request for what is new since the last one looks only at
 * these users. Marks from other nodes, from before a restart, or from before an event may have been missed are unknown
 * here, and every user is looked at.
 * `heardSince`: the number of the change since which every change around a cell was received.
 */
export function createRecentChanges(
  heardSince: (from: string) => number,
  now: () => number = () => performance.now(),
) {
  const marks = createMarks({ keptMs: KEPT_MS, now });
  let last = 0;
  /** No change after this number was missed. */
  let floor = 0;
  let span = newSpan();
  let before = newSpan();
  /** How many changes there were at two moments; the earlier one is longer ago than `RECENT_MS`. */
  let moments = { earlier: undefined as number | undefined, later: { at: now(), number: 0 } };

  function newSpan(): Span {
    return { from: last, begun: now(), count: 0, byArea: new Map() };
  }

  function turn(): void {
    if (now() - moments.later.at >= RECENT_MS)
      moments = { earlier: moments.later.number, later: { at: now(), number: last } };
    if (now() - span.begun < KEPT_MS && span.count < MOST_KEPT) return;
    before = span;
    span = newSpan();
  }

  /** Returns the users changed for a viewer after a number, within so many km of a cell. Undefined: not known. */
  function listAfter(number: number, viewerId: string, from: string, km: number): Set<string> | undefined {
    if (number < Math.max(floor, before.from, heardSince(from))) return undefined;
    const [centre, chordSquare] = [spotOf(from), chordSquareOf(km)];
    const concerned = new Set<string>();
    for (const area of areasAround(from, km))
      for (const { byArea } of [before, span]) {
        const changes = byArea.get(area) ?? [];
        for (let at = changes.length - 1; at >= 0; at -= 1) {
          const change = changes[at]!;
          if (change.number <= number) break;
          const near = change.at.some((spot) => isWithin(centre, spot, chordSquare));
          if (near && concerns(change, viewerId)) concerned.add(change.userId);
        }
      }
    return concerned;
  }

  return {
    /**
     * Returns the number of the last change received. A query that runs after this call sees all changes up to that
     * number.
     */
    last: (): number => last,

    /** Returns a number for the moment from which every change of an area is received. */
    next: (): number => (last += 1),

    /** Records a change. */
    note({ userId, cells, areas, except, only }: Heard): void {
      turn();
      const marks = new Int32Array(except.map(markOf));
      const change = { number: (last += 1), userId, at: cells.map(spotOf), except: marks, only };
      span.count += 1 + except.length / MARKS_OF_CHANGE;
      for (const area of areas) span.byArea.getOrInsertComputed(area, () => []).push(change);
    },

    /** Records that events may have been missed. */
    gap(): void {
      floor = last += 1;
    },

    /**
     * Returns the mark of a response that covers all changes up to `number`; `after`: the mark it was computed from.
     */
    markAt(viewerId: string, number: number, from: string, after?: string): string {
      const wholeAt = (after === undefined ? undefined : marks.find(viewerId, after))?.wholeAt ?? now();
      return marks.write(viewerId, { number, wholeAt, from }, after);
    },

    /**
     * Returns the users changed for a viewer since a mark, within so many km of the cell it names. Undefined: not
     * known, or too many.
     */
    listSince(
      viewerId: string,
      mark: string,
      kmOf: (from: string) => number | undefined,
    ): Changed | undefined {
      turn();
      const known = marks.find(viewerId, mark);
      if (!known || !(now() - known.wholeAt < KEPT_MS)) return undefined;
      const { from } = known;
      const km = kmOf(from);
      const concerned = km === undefined ? undefined : listAfter(known.number, viewerId, from, km);
      return !concerned || concerned.size > MOST_CONCERNED ? undefined : { from, userIds: [...concerned] };
    },

    /** Whether anybody may have changed for a viewer in the last ten seconds, within so many km of a cell. */
    mayHaveChanged(viewerId: string, from: string, km: number): boolean {
      turn();
      const { earlier } = moments;
      return earlier === undefined || listAfter(earlier, viewerId, from, km)?.size !== 0;
    },
  };
}

const concerns = ({ except, only }: Change, viewerId: string): boolean =>
  !except.includes(markOf(viewerId)) && (!only || only.includes(viewerId));
