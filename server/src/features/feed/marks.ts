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
/** One per open tab: a client that sends no mark leaves its previous one behind. */
const MOST_OF_VIEWER = 20;

/**
 * Keeps the marks of responses at the node, and gives clients random names for them: changes are counted for all users
 * together, and a growing count would reveal people who are not shown. An unknown mark only makes the node look at
 * every user, so any mark may be dropped.
 */
export function createMarks({ keptMs, now }: { keptMs: number; now: () => number }) {
  /** By name, oldest first. */
  const kept = new Map<string, Kept>();
  /** The names of each viewer, oldest first. */
  const namesOf = new Map<string, Set<string>>();

  function add(name: string, mark: Kept): void {
    const names = namesOf.getOrInsertComputed(mark.viewerId, () => new Set()).add(name);
    kept.set(name, mark);
    const [oldest] = names;
    if (names.size > MOST_OF_VIEWER) remove(oldest!, mark.viewerId);
  }

  function remove(name: string, viewerId: string): void {
    const names = namesOf.get(viewerId)!;
    names.delete(name);
    if (names.size === 0) namesOf.delete(viewerId);
    kept.delete(name);
  }

  function forgetOld(): void {
    for (const [name, { writtenAt, viewerId }] of kept) {
      if (kept.size <= MOST_KEPT && now() - writtenAt < keptMs) return;
      remove(name, viewerId);
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
      if (before !== undefined && find(viewerId, before)) remove(before, viewerId);
      const name = randomUUID();
      add(name, { ...mark, viewerId, writtenAt: now() });
      forgetOld();
      return name;
    },
  };
}
