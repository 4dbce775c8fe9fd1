import { areasAround } from '../../lib/areas.ts';
import { isWithin, chordSquareOf, spotOf, type Spot } from '../../lib/spots.ts';
import { createMarks } from './marks.ts';

/** Somebody who is shown differently, or not any more. */
interface Change {
  number: number;
  userId: string;
  at: Spot[];
  concerns(viewerId: string): boolean;
}

/** A change as a node hears of it, with the areas in which it lies. */
interface Heard extends Pick<Change, 'userId' | 'concerns'> {
  cells: readonly string[];
  areas: Iterable<string>;
}

/** Changes by the areas in which they lie; `from`: the number after which they begin. */
interface Span {
  from: number;
  begun: number;
  count: number;
  byArea: Map<string, Change[]>;
}

/** How long changes are kept, and for how long questions go by them before everything is looked at once more. */
const KEPT_MS = 5 * 60_000;
/** Of one span; some 10 MB. */
const MOST_KEPT = 50_000;
/** Who asks of more than these may as well ask of everybody. */
const MOST_CONCERNED = 100;
/** Who has changed near somebody since a mark. */
export interface News {
  from: string;
  userIds: string[];
}

export type RecentChanges = ReturnType<typeof createRecentChanges>;

/**
 * Who has changed lately, as this node has heard of it: a question for what is new since the one before looks at these
 * people alone. Marks of other nodes, of another life of this one, or from before something may have been missed say
 * nothing here, and everybody is looked at.
 * `heardSince`: the number of the change after which everything around a cell was heard.
 */
export function createRecentChanges(
  heardSince: (from: string) => number,
  now: () => number = () => performance.now(),
) {
  const marks = createMarks({ keptMs: KEPT_MS, now });
  let last = 0;
  /** Nothing is missed of what came after this one. */
  let floor = 0;
  let span = newSpan();
  let before = newSpan();

  function newSpan(): Span {
    return { from: last, begun: now(), count: 0, byArea: new Map() };
  }

  function turn(): void {
    if (now() - span.begun < KEPT_MS && span.count < MOST_KEPT) return;
    before = span;
    span = newSpan();
  }

  return {
    /** The number of the last change heard of. Nothing before the answer is missed of what is asked after it. */
    last: (): number => last,

    /** A number for the moment from which on everything of an area is heard. */
    next: (): number => (last += 1),

    /** `concerns`: whether the change is one for a viewer, who is told of it. */
    note({ userId, cells, areas, concerns }: Heard): void {
      turn();
      const change = { number: (last += 1), userId, at: cells.map(spotOf), concerns };
      span.count += 1;
      for (const area of areas) {
        const known = span.byArea.get(area);
        if (known) known.push(change);
        else span.byArea.set(area, [change]);
      }
    },

    /** Something may have been missed. */
    gap(): void {
      floor = last += 1;
    },

    /** What an answer is marked with that knows all changes up to `number`; `after`: the mark by which it was found. */
    markAt(viewerId: string, number: number, from: string, after?: string): string {
      const wholeAt = (after === undefined ? undefined : marks.find(viewerId, after))?.wholeAt ?? now();
      return marks.write(viewerId, { number, wholeAt, from }, after);
    },

    /**
     * Who has changed for a viewer since a mark, within so many km of the cell that it names. Undefined: that is not
     * known, or they are too many.
     */
    listSince(viewerId: string, mark: string, kmOf: (from: string) => number | undefined): News | undefined {
      turn();
      const known = marks.find(viewerId, mark);
      if (!known || known.number < Math.max(floor, before.from, heardSince(known.from))) return undefined;
      if (!(now() - known.wholeAt < KEPT_MS)) return undefined;
      const { from } = known;
      const km = kmOf(from);
      if (km === undefined) return undefined;
      const [centre, chordSquare] = [spotOf(from), chordSquareOf(km)];
      const concerned = new Set<string>();
      for (const area of areasAround(from, km))
        for (const { byArea } of [before, span]) {
          const changes = byArea.get(area) ?? [];
          for (let at = changes.length - 1; at >= 0; at -= 1) {
            const change = changes[at]!;
            if (change.number <= known.number) break;
            const near = change.at.some((spot) => isWithin(centre, spot, chordSquare));
            if (near && change.concerns(viewerId)) concerned.add(change.userId);
          }
        }
      return concerned.size > MOST_CONCERNED ? undefined : { from, userIds: [...concerned] };
    },
  };
}
