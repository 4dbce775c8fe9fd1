import type { Bus } from '../../realtime/bus/bus.ts';
import { areasAround, areasOf } from '../../lib/areas.ts';
import type { Log } from '../../lib/log.ts';
import { isWithin, chordSquareOf, spotOf, type Spot } from '../../lib/spots.ts';
import type { Sender } from '../../realtime/sockets/destinations.ts';
import { createHeardAreas } from './heard-areas.ts';
import { createRecentChanges, RECENT_MS } from './recent-changes.ts';

/** A change of what feeds show, sent from node to node. It never leaves the server. */
export interface NearbyChange {
  /** Users who are shown differently now, or no longer. */
  userId: string;
  /** The cells in which other users see this user, or did. */
  cells: string[];
  /** Users to whom the change is not reported. */
  except?: string[];
  /** If set, the only users to whom the change is reported. */
  only?: string[];
}

/** What a socket shows: every visible user within `km` kilometres of a cell. */
interface Watch {
  sender: Sender;
  from: string;
  /** The centre of that cell, kept because every change nearby is measured against it. */
  centre: Spot;
  km: number;
  /** The squared chord of `km`. */
  chordSquare: number;
  areas: string[];
  toldAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** The part of this node’s sockets that watches need. */
export interface Sockets {
  isOpen(sender: Sender): boolean;
  deliver(sender: Sender, queue: string, body: string): void;
}

/** The minimum time between two hints to a socket. */
const TELL_MS = 1000;
/** The share of clients that are told in each round while changes may be missed. */
const TOLD_AT_A_TIME = 1 / 60;
/** Queue names on the bus that are internal to the server; clients cannot subscribe to them. */
export const NEARBY_CHANGE = 'nearby-change';
export const DEVICE_MOVED = 'device-moved';

export type Watchers = ReturnType<typeof createWatchers>;

/**
 * Tracks which part of the world each socket of this node shows, indexed by area: the cost of a change depends on what
 * is near it, not on the number of sockets. A watch ends with its socket.
 */
export function createWatchers({ bus, log }: { bus: Pick<Bus, 'join' | 'leave' | 'listen'>; log: Log }) {
  const watches = new Map<Sender, Watch>();
  const byArea = new Map<string, Set<Watch>>();
  const byUser = new Map<string, Set<Watch>>();
  /** The sockets whose device’s place is being looked up, and the cell to which it has moved meanwhile. */
  const looks = new Map<Sender, string | undefined>();
  const recent = createRecentChanges((from) => areas.since(from));
  const areas = createHeardAreas({ bus, log, number: recent.next });
  let sockets: Sockets | undefined;

  bus.listen({ deliver: hear, gap });

  /** Events may have been missed, so every watching client is told to ask for changes. */
  function gap(): void {
    recent.gap();
    watches.forEach(tell);
  }

  /** Events may be missed for long, so some of the clients are told at a time. */
  function missing(): void {
    recent.gap();
    for (const one of watches.values()) if (Math.random() < TOLD_AT_A_TIME) tell(one);
  }

  function hear(userIds: readonly string[], queue: string, body: string | Uint8Array): void {
    if (queue === NEARBY_CHANGE) changed(parse(body) as NearbyChange);
    if (queue === DEVICE_MOVED) {
      const { sessionId, cell } = parse(body) as { sessionId: string; cell: string };
      for (const sender of looks.keys()) if (sender.sessionId === sessionId) looks.set(sender, cell);
      for (const userId of userIds)
        for (const one of Array.from(byUser.get(userId) ?? []))
          if (one.sender.sessionId === sessionId) void follow(one, cell);
    }
  }

  /** Moves the watch of a device that has moved to its new cell, and notifies the device. */
  async function follow(one: Watch, cell: string): Promise<void> {
    await watch(one.sender, cell, one.km);
    tell(one);
  }

  function changed({ userId, cells, except = [], only }: NearbyChange): void {
    const near = new Set<Watch>();
    const within = new Set<string>();
    for (const cell of cells) {
      const spot = spotOf(cell);
      for (const area of areasOf(cell)) {
        within.add(area);
        for (const one of byArea.get(area) ?? [])
          if (isWithin(one.centre, spot, one.chordSquare)) near.add(one);
      }
    }
    recent.note({ userId, cells, areas: within, except, only });
    const spared = new Set(except);
    const concerns = (viewerId: string) => !spared.has(viewerId) && (!only || only.includes(viewerId));
    for (const one of near) if (concerns(one.sender.userId)) tell(one);
  }

  /** Notifies a socket at once, or as soon as a second has passed since the last time. */
  function tell(one: Watch): void {
    if (one.timer) return;
    const wait = one.toldAt + TELL_MS - performance.now();
    if (wait <= 0) return deliver(one);
    one.timer = setTimeout(() => {
      one.timer = undefined;
      deliver(one);
    }, wait);
    one.timer.unref();
  }

  function deliver(one: Watch): void {
    one.toldAt = performance.now();
    sockets?.deliver(one.sender, 'nearby', '{}');
  }

  async function watch(sender: Sender, from: string, km: number, ago?: number | null): Promise<void> {
    if (!sockets?.isOpen(sender)) return;
    const before = watches.get(sender);
    // The client has loaded the same feed again, with the same reach.
    if (before?.from === from && before.km === km) return;
    const shown = {
      from,
      centre: spotOf(from),
      km,
      chordSquare: chordSquareOf(km),
      areas: areasAround(from, km),
    };
    const one: Watch = before ?? { ...shown, areas: [], sender, toldAt: -Infinity, timer: undefined };
    const joined = before?.from === from ? undefined : areas.listen(from);
    if (before && before.from !== from) areas.unlisten(before.from);
    for (const area of one.areas) drop(byArea, area, one);
    Object.assign(one, shown);
    for (const area of one.areas) byArea.getOrInsertComputed(area, () => new Set()).add(one);
    byUser.getOrInsertComputed(sender.userId, () => new Set()).add(one);
    watches.set(sender, one);
    await joined;
    if (ago == null) return;
    if (ago > RECENT_MS || recent.mayHaveChanged(sender.userId, from, km)) tell(one);
  }

  return {
    /** Sets the sockets; must be called before the first watch. */
    serve(given: Sockets): void {
      sockets = given;
    },

    /**
     * Notifies this socket of changes within `km` kilometres of a cell from now on, and of no others; at once if its
     * client, which asked so many milliseconds `ago` for what it shows, may have missed one.
     */
    watch,

    /**
     * Returns what is found about the device of a socket that does not watch yet, and the cell to which the device has
     * moved meanwhile, if it has.
     */
    async whileLooking<T>(
      sender: Sender,
      find: () => Promise<T>,
    ): Promise<[found: T, moved: string | undefined]> {
      looks.set(sender, undefined);
      try {
        const found = await find();
        return [found, looks.get(sender)];
      } finally {
        looks.delete(sender);
      }
    },

    /** Returns the cell from which a socket watches. */
    placeOf: (sender: Sender): string | undefined => watches.get(sender)?.from,

    /** The recent changes, for requests. */
    recent,

    gap,
    missing,

    /** Drops the watch of a closed socket. */
    forget(sender: Sender): void {
      const one = watches.get(sender);
      if (!one) return;
      clearTimeout(one.timer);
      watches.delete(sender);
      for (const area of one.areas) drop(byArea, area, one);
      drop(byUser, sender.userId, one);
      areas.unlisten(one.from);
    },
  };
}

const parse = (body: string | Uint8Array): unknown =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());

function drop<K>(table: Map<K, Set<Watch>>, key: K, one: Watch): void {
  const known = table.get(key);
  known?.delete(one);
  if (known?.size === 0) table.delete(key);
}
