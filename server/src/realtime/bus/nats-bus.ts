import {
  connect,
  errors,
  type NatsConnection,
  type Status,
  type Subscription,
} from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import { BusAway } from '../../lib/bus-away.ts';
import { inTime } from '../../lib/in-time.ts';
import type { Log } from '../../lib/log.ts';
import { StartError } from '../../lib/start-error.ts';
import type { Bus, BusControl, BusListener } from './bus.ts';

/** Milliseconds within which NATS must respond. */
const ANSWER_TIMEOUT = 5000;
/** Milliseconds that draining may take on close. */
const CLOSE_TIMEOUT = 2000;
/** Milliseconds between two attempts to connect again. */
const RECONNECT_MS = 500;
const MAX_OWED = 10_000;
const CONTROL_SUBJECT = 'herenow.control';
/** Replaces a queue’s name in a request for a user’s sessions that hold a socket. */
const WHO = 'who';
/** Milliseconds that all nodes have to respond to it. */
const WHO_TIMEOUT = 1000;

interface NatsBusOptions {
  /** `nats://` or `tls://`, with credentials if the server requires them; several are separated by commas. */
  url: string;
  log: Log;
}

/**
 * Connects the bus of several nodes. Each user has their own subjects, to which only the nodes that hold one of their
 * sockets subscribe; the body is passed on as it is.
 */
export async function connectNatsBus({ url, log }: NatsBusOptions): Promise<Bus> {
  const connection = await open(url);
  const listeners: Partial<BusListener>[] = [];
  // Controls that NATS has not accepted, and that the other nodes still need. A node that was itself cut off does not
  // need them, because all its sockets authenticate again.
  const owed: BusControl[] = [];
  const joined = new Map<string, Subscription>();
  let connected = true;
  let flushing: Promise<void> | undefined;

  connection.subscribe(CONTROL_SUBJECT, {
    callback(error, message) {
      if (error) return log.error({ err: error }, 'realtime bus failed');
      const control = message.json<BusControl>();
      for (const listener of listeners) listener.control?.(control);
    },
  });
  void watch(connection.status());

  return {
    publish: ({ userIds, queue, body }) =>
      send(() => {
        for (const userId of userIds) connection.publish(`${subjectOf(userId)}.${queue}`, body);
      }),
    async control(control) {
      // Applied here at once, whatever NATS does. Receiving it again from NATS changes nothing.
      for (const listener of listeners) listener.control?.(control);
      await sendControl(control).catch(() => owe(control));
    },
    join(userId) {
      if (!joined.has(userId)) joined.set(userId, subscribe(userId));
      return flushed().catch(() => {});
    },
    leave(userId) {
      joined.get(userId)?.unsubscribe();
      joined.delete(userId);
    },
    listen(listener) {
      listeners.push(listener);
    },
    sessionsOf,
    sessionsHere,
    ready: () =>
      flushed().then(
        () => true,
        () => false,
      ),
    close,
  };

  /** Closes the connection. A server that does not respond must not hold up the shutdown. */
  async function close(): Promise<void> {
    const drained = connected ? connection.drain().catch(() => {}) : Promise.resolve();
    await Promise.race([drained, delay(CLOSE_TIMEOUT, undefined, { ref: false })]);
    await connection.close();
  }

  function subscribe(userId: string): Subscription {
    const subject = subjectOf(userId);
    const userIds = [userId];
    return connection.subscribe(`${subject}.*`, {
      callback(error, message) {
        if (error) return log.error({ err: error }, 'realtime bus failed');
        const queue = message.subject.slice(subject.length + 1);
        if (queue === WHO) {
          return void message.respond(JSON.stringify(sessionsHere(userId)));
        }
        for (const listener of listeners) listener.deliver?.(userIds, queue, message.data);
      },
    });
  }

  function sessionsHere(userId: string): string[] {
    return listeners.flatMap((listener) => listener.sessionsOf?.(userId) ?? []);
  }

  /** Requests only the nodes that hold a socket of the user; if there is none, NATS says so at once. */
  async function sessionsOf(userId: string): Promise<string[]> {
    if (!connected) return sessionsHere(userId);
    const sessions: string[] = [];
    try {
      const options = { strategy: 'stall', maxWait: WHO_TIMEOUT } as const;
      for await (const answer of await connection.requestMany(`${subjectOf(userId)}.${WHO}`, '', options))
        sessions.push(...answer.json<string[]>());
    } catch (error) {
      if (!(error instanceof errors.NoRespondersError))
        log.warn({ err: error }, 'realtime bus cannot tell who is connected');
    }
    return sessions;
  }

  function sendControl(control: BusControl): Promise<void> {
    return send(() => connection.publish(CONTROL_SUBJECT, JSON.stringify(control)));
  }

  function owe(control: BusControl) {
    owed.push(control);
    if (owed.length > MAX_OWED) owed.shift();
  }

  async function send(publish: () => void): Promise<void> {
    // The NATS client would buffer the message and might lose it; the caller knows better when to retry.
    if (!connected) throw new BusAway();
    publish();
    await flushed();
  }

  /**
   * Settles when NATS has handled everything sent so far. All calls of one turn of the event loop share a round trip.
   */
  function flushed(): Promise<void> {
    if (!connected) return Promise.reject(new BusAway());
    flushing ??= Promise.resolve().then(() => {
      flushing = undefined;
      const away = () => {
        throw new BusAway();
      };
      return inTime(ANSWER_TIMEOUT, connection.flush().catch(away), away);
    });
    return flushing;
  }

  async function watch(statuses: AsyncIterable<Status>) {
    let isRefused = false;
    for await (const status of statuses) {
      const { type } = status;
      // Each refused attempt to connect again is one more.
      if (type === 'disconnect' && connected) log.warn('realtime bus lost');
      if (type === 'disconnect' || type === 'close') connected = false;
      if (type === 'error' && !connected && !isRefused) {
        isRefused = true;
        log.error({ reason: status.error.message }, 'realtime bus refuses this node: check NATS_URL');
      }
      if (type !== 'reconnect') continue;
      connected = true;
      isRefused = false;
      log.info('realtime bus is back');
      for (const control of owed.splice(0)) void sendControl(control).catch(() => owe(control));
      for (const listener of listeners) listener.gap?.();
    }
  }
}

/** Connects to NATS. All addresses share user and protocol: they are servers of one cluster. */
async function open(urls: string): Promise<NatsConnection> {
  const addresses = urls.split(',').map((one) => new URL(one));
  const { protocol, username, password } = addresses[0]!;
  const hosts = addresses.map(({ host }) => host);
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  const credentials = user === '' ? {} : pass === '' ? { token: user } : { user, pass };
  try {
    return await connect({
      servers: hosts,
      name: 'herenow',
      timeout: ANSWER_TIMEOUT,
      // Reconnects forever: meanwhile the node serves everything else and /readyz reports it.
      maxReconnectAttempts: -1,
      // Also after it has refused the credentials twice, as while its own configuration is being changed.
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: paced(),
      // A silently lost connection is noticed within about three seconds.
      pingInterval: 1000,
      maxPingOut: 2,
      ...(protocol === 'tls:' ? { tls: {} } : {}),
      ...credentials,
    });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new StartError(
      `NATS at ${hosts.join(', ')} cannot be used (${reason}). Start it, or correct NATS_URL.`,
      { cause: error },
    );
  }
}

/**
 * Paces attempts to connect again. The client waits until the time of day is so much later than at the last attempt,
 * for hours if the clock was set back meanwhile, so this goes by a time that only passes.
 */
function paced(): () => number {
  let triedAt = -Infinity;
  return () => {
    if (performance.now() - triedAt < RECONNECT_MS) return RECONNECT_MS;
    triedAt = performance.now();
    return -Infinity;
  };
}

/** Returns the subject of a user, with the id escaped to a single token. */
const subjectOf = (userId: string) =>
  `herenow.user.${encodeURIComponent(userId).replaceAll('.', '%2E').replaceAll('*', '%2A')}`;
