import type { Rate } from '@herenow/contract/rates';
import { StompError } from '@herenow/contract/stomp';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../lib/clock.ts';
import { newSilentId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { createMeter } from '../../lib/meter.ts';
import { createConnection } from './connection.ts';
import { createDispatcher, type Destination, type Sender } from './destinations.ts';
import type { Member, Members } from './members.ts';
import { createCork, createTransport } from './socket.ts';
import { queueTable } from './subscriptions.ts';
import type { Arrival } from './upgrade.ts';

/** The user and session of a token. */
export interface Identity {
  userId: string;
  sessionId: string;
}

/** Events for an operator’s metrics. */
export interface RealtimeMetrics {
  opened(): void;
  closed(cause: 'closed' | 'slow' | 'too large' | 'too many' | 'broken'): void;
  delivered(frames: number): void;
  sent(destination: string, outcome: 'handled' | 'refused'): void;
}

export interface EntranceOptions {
  destinations: Readonly<Record<string, Destination>>;
  queues: readonly string[];
  log: Log;
  clock: Clock;
  metrics?: Partial<RealtimeMetrics>;
  onClosed?(sender: Sender): void;
  /** How fast the frames of one user are handled; faster ones wait. Undefined: no limit. */
  frameRate?: Rate | undefined;
  heartBeatMs: number;
  connectTimeoutMs: number;
  maxConnectionsPerUser: number;
  maxBuffered: number;
  lifetimeMs: number;
}

/**
 * The messages of the WebSocket that one user may send, whatever is in them: far more than any client does, even one
 * that sends each byte as a message, and few enough that a node reads them beside its other work.
 */
const MESSAGES: Rate = { points: 1000, seconds: 1, burst: 10_000 };

/** Returns a function that turns each admitted socket into a connection and lists it until it closes. */
export function createEntrance(options: EntranceOptions, members: Members, onEmpty: () => void) {
  const { log, metrics } = options;
  const dispatcher = createDispatcher(options.destinations, log);
  const queues = queueTable(options.queues);
  const cork = createCork();
  const meter = options.frameRate && createMeter(options.clock, options.frameRate);
  const messages = options.frameRate && createMeter(options.clock, MESSAGES);

  return (identity: Identity, webSocket: WebSocket, socket: Duplex, arrival: Arrival): void => {
    const { userId, sessionId } = identity;
    let cause: Parameters<RealtimeMetrics['closed']>[0] = 'closed';
    // Also for one that is turned away.
    webSocket.on('error', (error) => {
      cause = 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' ? 'too large' : 'broken';
    });
    if (arrival.has(sessionId)) return webSocket.close(1008, 'session ended');
    makeRoom(userId);
    const transport = createTransport({
      webSocket,
      socket,
      cork,
      share: options.maxBuffered / options.maxConnectionsPerUser,
      onCrowded: () => boundUnread(userId),
    });
    const connection = createConnection({
      id: newSilentId(),
      subprotocol: webSocket.protocol,
      sender: { userId, sessionId },
      transport,
      dispatcher,
      queues,
      reachable: members.reach(userId),
      heartBeatMs: options.heartBeatMs,
      toll: meter ? () => meter.take(userId) : () => 0,
      log,
      onSend: (destination, outcome) => metrics?.sent?.(destination, outcome),
    });
    const member: Member = {
      connection,
      userId,
      sessionId,
      unread: () => (transport.open ? webSocket.bufferedAmount : 0),
      cutOff: () => cutOff('slow', 'slow realtime consumer cut off'),
      terminate: () => webSocket.terminate(),
    };
    members.add(member);
    metrics?.opened?.();
    const stopWaiting = waitForConnect(member);
    const receive = (data: RawData) => connection.receive(data as Buffer);
    const stopAging = endInTime(() => {
      // Later messages would keep it open.
      webSocket.off('message', receive);
      connection.finish(1012, 'token expired');
    });

    function cutOff(why: typeof cause, text: string) {
      cause = why;
      log.info({ userId }, text);
      webSocket.terminate();
    }

    // A message of one byte costs the node no less than its sender, also while the socket is closing.
    const count = () => {
      if (messages && !socket.destroyed && messages.take(userId) > 0)
        cutOff('too many', 'realtime flood cut off');
    };
    for (const kind of ['message', 'ping', 'pong']) webSocket.on(kind, count);
    webSocket.on('message', receive);
    webSocket.on('close', () => {
      stopWaiting();
      stopAging();
      connection.lost();
      members.remove(member);
      options.onClosed?.(connection.sender);
      metrics?.closed?.(cause);
      if (members.connections === 0) onEmpty();
    });
  };

  /** Closes the user’s oldest socket at the limit, since the newest is the one in use. */
  function makeRoom(userId: string) {
    const open = [...members.of(userId)].filter(({ connection }) => connection.state !== 'ended');
    if (open.length >= options.maxConnectionsPerUser) open[0]?.connection.close(1008, 'too many connections');
  }

  /**
   * Cuts off the socket for which most waits once too much waits for all sockets of a user: a message goes to each, so
   * with a bound for each, one message could be held twenty times.
   */
  function boundUnread(userId: string) {
    const all = [...members.of(userId)];
    if (all.reduce((sum, one) => sum + one.unread(), 0) <= options.maxBuffered) return;
    all.reduce((one, other) => (other.unread() > one.unread() ? other : one)).cutOff();
  }

  function waitForConnect({ connection }: Member): () => void {
    const timer = setTimeout(() => {
      if (connection.state === 'opened')
        connection.fail(new StompError('Not connected', 'No CONNECT frame arrived in time.'));
    }, options.connectTimeoutMs);
    return () => clearTimeout(timer);
  }

  /**
   * Closes a socket once it has lived as long as a token. Otherwise, whoever had a token for a moment could listen for
   * as long as the session lasts.
   */
  function endInTime(end: () => void): () => void {
    // Random, or sockets that a restart has synchronised would come back together each time.
    const timer = setTimeout(end, options.lifetimeMs * (1 + Math.random() / 3));
    return () => clearTimeout(timer);
  }
}
