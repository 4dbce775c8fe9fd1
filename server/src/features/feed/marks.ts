import { randomUUID } from 'node:crypto';

/** Up to which change of one node a viewer is up to date, and when every user was last looked at for them. */
export interface Mark {
  number: number;
  wholeAt: number;
  /** The cell from which the viewer looked. */
  from: string;
}

interface Kept extends Mark {
  viewerId: string;
  writtenAt: number;
}

/** About 15 MB. */
const MOST_KEPT = 50_000;

/**
 * Marks of answers. The node keeps them and hands out random names for them: all changes are counted, whoever they
 * concern, and a count that grows would tell of people who are not shown. A mark that is not known says nothing, so any
 * may be forgotten.
 */
export function createMarks({ keptMs, now }: { keptMs: number; now: () => number }) {
  /** By name, oldest first. */
  const kept = new Map<string, Kept>();

  function forgetOld(): void {
    for (const [name, { writtenAt }] of kept) {
      if (kept.size <= MOST_KEPT && now() - writtenAt < keptMs) return;
      kept.delete(name);
    }
  }

  const find = (viewerId: string, name: string): Mark | undefined => {
    const known = kept.get(name);
    return known?.viewerId === viewerId ? known : undefined;
  };

  return {
    /** Returns a mark; undefined if it belongs to another user or node, or was dropped. */
    find,

    /** Stores a mark in place of the previous one and returns its name. */
    write(viewerId: string, mark: Mark, before: string | undefined): string {
      if (before !== undefined && find(viewerId, before)) kept.delete(before);
      const name = randomUUID();
      kept.set(name, { ...mark, viewerId, writtenAt: now() });
      forgetOld();
      return name;
    },
  };
}
