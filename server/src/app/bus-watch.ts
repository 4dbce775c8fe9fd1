import { KEPT_SECONDS, type Outbox } from '../database/outbox.ts';
import type { Nodes } from '../database/nodes.ts';
import type { Watchers } from '../features/feed/index.ts';
import { inTime } from '../lib/in-time.ts';
import type { Log } from '../lib/log.ts';
import type { Bus } from '../realtime/bus/bus.ts';
import type { Hub } from '../realtime/sockets/hub.ts';
import { closeEndedSockets, type OpenSessions } from './ended-sockets.ts';
import type { RollCall } from './roll-call.ts';

/** Milliseconds in which the bus has to respond. */
const PATIENCE_MS = 1000;
/** How far beyond an outage events are read, to cover those in transit or committed late. */
const OVERLAP_MS = 5000;
/** Gives load balancers time to check `/readyz` twice. */
const NOTICE_MS = 1500;

/** How often the sessions of this node’s sockets are looked up during an outage. */
const SESSIONS_MS = 2000;

interface BusWatchOptions {
  bus: Pick<Bus, 'ready'>;
  nodes: Pick<Nodes, 'anotherHears'>;
  rollCall: Pick<RollCall, 'look' | 'isWhole'>;
  outbox: Pick<Outbox, 'listMissed'>;
  hub: Pick<Hub, 'deliver' | 'closeSession' | 'sessionIds' | 'moveAll'>;
  openSessions: OpenSessions;
  /** Tells load balancers to avoid this node, or no longer to. */
  cutOff(now: boolean): void;
  /** Called twice a second while changes of feeds may be missing, and when the bus carries everything again. */
  watchers: Pick<Watchers, 'missing' | 'gap'>;
  log: Log;
}

/**
 * Keeps this node’s sockets supplied with events. While the bus does not respond, or does not carry those of another
 * node, and for what it may have missed around that, the node reads its users’ events from the database. It moves its
 * users only if the bus reaches another node: if it reaches none, no socket closes.
 */
export function createBusWatch(options: BusWatchOptions) {
  const { bus, nodes, rollCall, outbox, hub, watchers, log } = options;
  // Times of `performance.now()`.
  let wholeUntil = performance.now();
  let readUntil = 0;
  let lostAt: number | undefined;
  let noticeAt: number | undefined;
  let interrupted = false;
  let sessionsAt = -Infinity;
  const delivered = new Map<number, number>();

  return {
    /** Records that the bus was lost and is back: messages in between may be missing. */
    interrupted() {
      interrupted = true;
    },

    /** Checks the bus once; to be repeated twice a second. */
    async look(): Promise<void> {
      const asked = performance.now();
      const hears = await inTime(PATIENCE_MS, bus.ready(), () => false);
      if (hears) await found(asked);
      else await lost();
    },
  };

  async function found(asked: number): Promise<void> {
    const wasWhole = rollCall.isWhole();
    await rollCall.look((performance.now() - asked) / 1000);
    const isWhole = rollCall.isWhole();
    if (isWhole && !wasWhole) watchers.gap();
    if (lostAt !== undefined || interrupted || !isWhole) readUntil = performance.now() + OVERLAP_MS;
    if (noticeAt !== undefined) options.cutOff(false);
    lostAt = noticeAt = undefined;
    interrupted = false;
    if (performance.now() < readUntil) await catchUp();
    else {
      wholeUntil = asked;
      delivered.clear();
    }
  }

  async function lost(): Promise<void> {
    const again = lostAt !== undefined;
    lostAt ??= performance.now();
    await catchUp();
    if (again) await move(lostAt);
  }

  /**
   * Moves the users if another node serves them better: only if the bus responded to it after this node lost the bus, by
   * more than the time in which nodes note a response.
   */
  async function move(since: number): Promise<void> {
    const now = performance.now();
    if (noticeAt === undefined) {
      if (!(await nodes.anotherHears((now - since - PATIENCE_MS) / 1000))) return;
      log.warn('realtime bus reaches other nodes, but not this one: its people are moved');
      noticeAt = now + NOTICE_MS;
      options.cutOff(true);
    } else if (now >= noticeAt) {
      void hub.moveAll();
      noticeAt = Infinity;
    }
    // The other nodes may have lost it too: then this node is as good as any.
    if (noticeAt === Infinity) options.cutOff(await nodes.anotherHears((OVERLAP_MS * 2) / 1000));
  }

  async function catchUp(): Promise<void> {
    watchers.missing();
    const began = performance.now();
    const behind = began - wholeUntil + OVERLAP_MS;
    if (began - sessionsAt >= SESSIONS_MS) {
      sessionsAt = began;
      await closeEndedSockets(hub, options.openSessions);
    }
    for (;;) {
      const events = await outbox.listMissed(behind / 1000, [...delivered.keys()]);
      for (const { id, userIds, queue, body } of events) {
        delivered.set(id, began);
        for (const userId of userIds) hub.deliver(userId, queue, body);
      }
      if (events.length === 0) break;
    }
    if (behind > KEPT_SECONDS * 1000) {
      log.warn('realtime bus and database were away for long: all clients fetch again');
      void hub.moveAll();
    }
    wholeUntil = began;
    for (const [id, at] of delivered) if (began - at > KEPT_SECONDS * 1000) delivered.delete(id);
  }
}
