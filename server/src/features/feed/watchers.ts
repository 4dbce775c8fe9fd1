import type { Bus } from '../../realtime/bus/bus.ts';
import { areasAround, areasOf } from '../../lib/areas.ts';
import type { Log } from '../../lib/log.ts';
import { isWithin, chordSquareOf, spotOf, type Spot } from '../../lib/spots.ts';
import type { Sender } from '../../realtime/sockets/destinations.ts';
import { createHeardAreas } from './heard-areas.ts';
import { createRecentChanges } from './recent-changes.ts';

/** A change of what feeds show, told from node to node. It never leaves the server. */
export interface NearbyChange {
  /** Users who are shown differently now, or no longer. */
  userId: string;
  /** Where they are seen, or were. */
  cells: string[];
  /** Users who are not concerned. */
  except?: string[];
  /** The only users who are concerned. */
  only?: string[];
}

/** What a socket shows: everybody within so many km of a cell. */
interface Watch {
  sender: Sender;
  from: string;
  /** Of that cell: a change is measured against every watch around it. */
  centre: Spot;
  km: number;
  /** Of so many km. */
  chordSquare: number;
  areas: string[];
  toldAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** The sockets of this node, as far as a watch concerns them. */
export interface Sockets {
  isOpen(sender: Sender): boolean;
  deliver(sender: Sender, queue: string, body: string): void;
}

/** A socket is told at most once in this time. */
const TELL_MS = 1000;
/** Names on the bus, in the place of queues that clients know; nobody can subscribe to them. */
export const NEARBY_CHANGE = 'nearby-change';
export const DEVICE_MOVED = 'device-moved';

export type Watchers = ReturnType<typeof createWatchers>;

/**
 * Which sockets of this node show which part of the world, found by area: a change costs what is near it, however many
 * sockets there are. A watch goes with its socket.
 */
export function createWatchers({ bus, log }: { bus: Pick<Bus, 'join' | 'leave' | 'listen'>; log: Log }) {
  const watches = new Map<Sender, Watch>();
  const byArea = new Map<string, Set<Watch>>();
  const byUser = new Map<string, Set<Watch>>();
  const recent = createRecentChanges((from) => areas.since(from));
  const areas = createHeardAreas({ bus, log, number: recent.next });
  let sockets: Sockets | undefined;

  bus.listen({
    deliver: hear,
    control() {},
    sessionsOf: () => [],
    // Whatever was missed: everybody asks.
    gap() {
      recent.gap();
      watches.forEach(tell);
    },
  });

  function hear(userIds: readonly string[], queue: string, body: string | Uint8Array): void {
    if (queue === NEARBY_CHANGE) changed(parse(body) as NearbyChange);
    if (queue === DEVICE_MOVED) {
      const { sessionId, cell } = parse(body) as { sessionId: string; cell: string };
      for (const userId of userIds)
        for (const one of Array.from(byUser.get(userId) ?? []))
          if (one.sender.sessionId === sessionId) void follow(one, cell);
    }
  }

  /** What a device shows that has moved is of another place. */
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
    const spared = new Set(except);
    const concerns = (viewerId: string) => !spared.has(viewerId) && (!only || only.includes(viewerId));
    recent.note({ userId, cells, areas: within, concerns });
    for (const one of near) if (concerns(one.sender.userId)) tell(one);
  }

  /** At once, or when a second has passed since the last time. */
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

  async function watch(sender: Sender, from: string, km: number): Promise<void> {
    if (!sockets?.isOpen(sender)) return;
    const before = watches.get(sender);
    // A feed that was loaded again, as far as before.
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
    for (const area of one.areas) put(byArea, area, one);
    put(byUser, sender.userId, one);
    watches.set(sender, one);
    await joined;
  }

  return {
    /** Hands in the sockets; before the first watch. */
    serve(given: Sockets): void {
      sockets = given;
    },

    /** From now on this socket is told of changes within so many km of a cell, and of no others. */
    watch,

    /** The cell from which a socket watches. */
    placeOf: (sender: Sender): string | undefined => watches.get(sender)?.from,

    /** The recent changes, for requests. */
    recent,

    /** The socket is gone. */
    forget(sender: Sender): void {
      const one = watches.get(sender);
      if (!one) return;
      clearTimeout(one.timer);
      watches.delete(sender);
      for (const area of one.areas) drop(byArea, area, one);
      drop(byUser, sender.userId, one);
      areas.unlisten(one.from);
    },

    /** How many sockets watch. */
    count: (): number => watches.size,
  };
}

const parse = (body: string | Uint8Array): unknown =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());

function put<K>(table: Map<K, Set<Watch>>, key: K, one: Watch): void {
  const known = table.get(key);
  if (known) known.add(one);
  else table.set(key, new Set([one]));
}

function drop<K>(table: Map<K, Set<Watch>>, key: K, one: Watch): void {
  const known = table.get(key);
  known?.delete(one);
  if (known?.size === 0) table.delete(key);
}
