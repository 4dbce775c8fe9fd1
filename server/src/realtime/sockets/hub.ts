import { REALTIME } from '@herenow/contract/constants';
import type { Rate } from '@herenow/contract/rates';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from '../bus/bus.ts';
import type { Destination, Sender } from './destinations.ts';
import { messageEnd } from '../frames/encode.ts';
import { createEntrance, type Identity, type RealtimeMetrics } from './entrance.ts';
import { createMembers } from './members.ts';
import { attachUpgrade } from './upgrade.ts';

export type { Identity, RealtimeMetrics } from './entrance.ts';

export interface HubOptions {
  authenticate(token: string): Promise<Identity | undefined>;
  destinations: Readonly<Record<string, Destination>>;
  /** Names after `/user/queue/`. */
  queues: readonly string[];
  bus: Bus;
  /** Called when the bus may have lost messages; by default all clients are told to reconnect and fetch. */
  onGap?: () => void;
  log: Log;
  clock: Clock;
  metrics?: Partial<RealtimeMetrics>;
  onClosed?(sender: Sender): void;
  frameRate?: Rate | undefined;
  allowedOrigins?: readonly string[] | undefined;
  /** Headers for browsers in the response to a refused upgrade. */
  refusalHeaders?: Readonly<Record<string, string>>;
  heartBeatMs?: number;
  /** Milliseconds after which a socket without CONNECT is closed. */
  connectTimeoutMs?: number;
  maxConnectionsPerUser?: number;
  /** Bytes that may wait to be read on all sockets of a user together. */
  maxBuffered?: number;
  /** How many sockets at least are told to reconnect elsewhere at the same time. */
  movedAtOnce?: number;
  /** Milliseconds until the next are. */
  movePauseMs?: number;
  /**
   * Milliseconds after which, plus up to a random third, a socket closes, so that its client shows a valid token again.
   */
  lifetimeMs: number;
}

export type Hub = ReturnType<typeof createHub>;

const DEFAULTS = {
  heartBeatMs: REALTIME.heartbeatMs,
  connectTimeoutMs: 10_000,
  maxConnectionsPerUser: 20,
  maxBuffered: 1024 * 1024,
  movedAtOnce: 50,
  movePauseMs: 100,
};

/** The most rounds in which all sockets are moved, since a node that stops has little time. */
const MOVE_ROUNDS = 50;

/** WebSocket close codes. */
const POLICY = 1008;
const RESTART = 1012;

/** The sockets of this node. Everything here is local; `bus` reaches the other nodes. */
export function createHub(options: HubOptions) {
  const settings = { ...DEFAULTS, ...options };
  const { bus, log, metrics } = settings;
  const members = createMembers(bus);
  const enter = createEntrance(settings, members, () => emptied?.());
  const arriving = new Set<Set<string>>();
  let draining = false;
  let emptied: (() => void) | undefined;

  bus.listen({
    deliver,
    control(control) {
      closeSession(control.sessionId);
    },
    sessionsOf: (userId) => {
      const open = [...members.of(userId)].filter(({ connection }) => connection.state === 'connected');
      return [...new Set(open.map(({ sessionId }) => sessionId))];
    },
    gap: options.onGap ?? (() => void moveAll()),
  });

  return {
    /** Serves WebSocket upgrades of this server; the returned function detaches it. */
    attach: (server: Server) =>
      attachUpgrade<Identity>(server, {
        path: REALTIME.path,
        allowedOrigins: settings.allowedOrigins,
        refusalHeaders: settings.refusalHeaders ?? {},
        authenticate: (token) => settings.authenticate(token),
        closing: () => draining,
        arrivals: { begin: beginArrival, end: (arrival) => arriving.delete(arrival as Set<string>) },
        accept: enter,
        log,
      }),
    /** Delivers the body to every local socket of the user that subscribed to the queue. */
    deliver: (userId: string, queue: string, body: string | Uint8Array) => deliver([userId], queue, body),
    /** Delivers the body to this one socket if it subscribed to the queue. */
    deliverTo(sender: Sender, queue: string, body: string): void {
      const frames = members.find(sender)?.connection.deliver(queue, messageEnd(body)) ?? 0;
      if (frames > 0) metrics?.delivered?.(frames);
    },
    isOpen: (sender: Sender) => members.find(sender) !== undefined,
    closeSession,
    /** Returns the sessions that hold a socket here. */
    sessionIds: members.sessionIds,
    moveAll,
    drain,
  };

  function beginArrival() {
    const closedMeanwhile = new Set<string>();
    arriving.add(closedMeanwhile);
    return closedMeanwhile;
  }

  function deliver(userIds: readonly string[], queue: string, body: string | Uint8Array) {
    let end: Buffer | undefined;
    let frames = 0;
    for (const userId of userIds) {
      for (const { connection } of members.of(userId)) {
        end ??= messageEnd(body);
        frames += connection.deliver(queue, end);
      }
    }
    if (frames > 0) metrics?.delivered?.(frames);
  }

  function closeSession(sessionId: string) {
    for (const closedMeanwhile of arriving) closedMeanwhile.add(sessionId);
    for (const { connection } of members.ofSession(sessionId)) connection.close(POLICY, 'session ended');
  }

  /**
   * Tells all clients to reconnect elsewhere, but keeps accepting new sockets. They come again after the same wait, so
   * they go some at a time: nobody could serve all at once.
   */
  async function moveAll(): Promise<void> {
    const all = Array.from(members.all());
    const atOnce = Math.max(settings.movedAtOnce, Math.ceil(all.length / MOVE_ROUNDS));
    for (const [index, { connection }] of all.entries()) {
      if (index > 0 && index % atOnce === 0) await delay(settings.movePauseMs, undefined, { ref: false });
      connection.finish(RESTART, 'service restart');
    }
  }

  /** Accepts no new sockets, finishes what has arrived and tells clients to reconnect elsewhere. */
  async function drain(graceMs = 5000) {
    draining = true;
    const done = new Promise<void>((resolve) => (emptied = resolve));
    if (members.connections === 0) return;
    await moveAll();
    const timer = setTimeout(() => {
      for (const member of members.all()) member.terminate();
    }, graceMs);
    await done;
    clearTimeout(timer);
  }
}
