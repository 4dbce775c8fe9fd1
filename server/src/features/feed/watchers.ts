import type { Bus } from '../../realtime/bus/bus.ts';
import { areasAround, areasOf, wideAreasAround } from '../../lib/areas.ts';
import { cellDistanceKm } from '../../lib/cells.ts';
import type { Log } from '../../lib/log.ts';
import type { Sender } from '../../realtime/sockets/destinations.ts';

/** A change of what feeds show, told from node to node. It never leaves the server. */
export interface NearbyChange {
  /** Where somebody is seen, or was. */
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
  km: number;
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
/** In the place of a person: the wide area whose changes a node hears of while somebody looks at it. */
export const topicOf = (wideArea: string): string => `area-${wideArea}`;

export type Watchers = ReturnType<typeof createWatchers>;

/**
 * Which sockets of this node show which part of the world, found by area: a change costs what is near it, however many
 * sockets there are. A watch goes with its socket.
 */
export function createWatchers({ bus, log }: { bus: Pick<Bus, 'join' | 'leave' | 'listen'>; log: Log }) {
  const watches = new Map<Sender, Watch>();
  const byArea = new Map<string, Set<Watch>>();
  const byUser = new Map<string, Set<Watch>>();
  /** How many watches need to hear of a wide area. */
  const heard = new Map<string, number>();
  let sockets: Sockets | undefined;

  bus.listen({
    deliver: hear,
    control() {},
    sessionsOf: () => [],
    // Whatever was missed: everybody asks.
    gap: () => watches.forEach(tell),
  });

  function hear(userIds: readonly string[], queue: string, body: string | Uint8Array): void {
    if (queue === NEARBY_CHANGE) changed(parse(body) as NearbyChange);
    if (queue === DEVICE_MOVED) {
      const { sessionId, cell } = parse(body) as { sessionId: string; cell: string };
      for (const userId of userIds)
        for (const { sender, km } of Array.from(byUser.get(userId) ?? []))
          if (sender.sessionId === sessionId) void watch(sender, cell, km);
    }
  }

  function changed({ cells, except = [], only }: NearbyChange): void {
    const near = new Set<Watch>();
    for (const cell of cells)
      for (const area of areasOf(cell))
        for (const one of byArea.get(area) ?? []) if (cellDistanceKm(one.from, cell) <= one.km) near.add(one);
    if (near.size === 0) return;
    const spared = new Set(except);
    for (const one of near) {
      const { userId } = one.sender;
      if (!spared.has(userId) && (!only || only.includes(userId))) tell(one);
    }
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

  /** Settles when nothing that happens from now on is missed; while the bus is away, when it is known to be. */
  async function listen(from: string): Promise<void> {
    const joining = wideAreasAround(from).map((area) => {
      heard.set(area, (heard.get(area) ?? 0) + 1);
      return Promise.resolve(bus.join(topicOf(area)));
    });
    // With the bus comes a gap, upon which everybody asks.
    await Promise.all(joining).catch((error: unknown) => log.warn({ err: error }, 'area not joined'));
  }

  function unlisten(from: string): void {
    for (const area of wideAreasAround(from)) {
      const count = heard.get(area)! - 1;
      if (count > 0) heard.set(area, count);
      else {
        heard.delete(area);
        bus.leave(topicOf(area));
      }
    }
  }

  async function watch(sender: Sender, from: string, km: number): Promise<void> {
    if (!sockets?.isOpen(sender)) return;
    const before = watches.get(sender);
    const one: Watch = before ?? { sender, from, km, areas: [], toldAt: -Infinity, timer: undefined };
    const joined = before?.from === from ? undefined : listen(from);
    if (before && before.from !== from) unlisten(before.from);
    for (const area of one.areas) drop(byArea, area, one);
    Object.assign(one, { from, km, areas: areasAround(from, km) });
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

    /** The socket is gone. */
    forget(sender: Sender): void {
      const one = watches.get(sender);
      if (!one) return;
      clearTimeout(one.timer);
      watches.delete(sender);
      for (const area of one.areas) drop(byArea, area, one);
      drop(byUser, sender.userId, one);
      unlisten(one.from);
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
