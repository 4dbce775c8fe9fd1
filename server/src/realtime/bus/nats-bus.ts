import {
  connect,
  errors,
  type NatsConnection,
  type Status,
  type Subscription,
} from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { StartError } from '../../lib/start-error.ts';
import type { Bus, BusControl, BusListener } from './bus.ts';

/** Milliseconds within which NATS has to answer. */
const ANSWER_TIMEOUT = 5000;
/** Milliseconds that saying goodbye may take. */
const CLOSE_TIMEOUT = 2000;
const MAX_OWED = 10_000;
const CONTROL_SUBJECT = 'herenow.control';
/** Asks, in the place of a queue's name, which sessions of a person hold a socket. */
const WHO = 'who';
/** Milliseconds that all nodes have to answer that. */
const WHO_TIMEOUT = 1000;

interface NatsBusOptions {
  /** `nats://` or `tls://`, with credentials where the server wants them; several with commas between them. */
  url: string;
  log: Log;
}

/**
 * The bus of several nodes. Each person has subjects of their own, to which only the nodes that hold one
 * of their sockets subscribe; the body travels as it is.
 */
export async function connectNatsBus({ url, log }: NatsBusOptions): Promise<Bus> {
  const connection = await open(url);
  const listeners: BusListener[] = [];
  // Controls that NATS has not taken: the other nodes still have to hear them. A node that was cut off
  // itself does not need them, because all its sockets authenticate again.
  const owed: BusControl[] = [];
  const joined = new Map<string, Subscription>();
  let connected = true;
  let flushing: Promise<void> | undefined;

  connection.subscribe(CONTROL_SUBJECT, {
    callback(error, message) {
      if (error) return log.error({ err: error }, 'realtime bus failed');
      const control = message.json<BusControl>();
      for (const listener of listeners) listener.control(control);
    },
  });
  void watch(connection.status());

  return {
    publish: ({ userIds, queue, body }) =>
      send(() => {
        for (const userId of userIds) connection.publish(`${subjectOf(userId)}.${queue}`, body);
      }),
    async control(control) {
      // Here at once, whatever NATS does; hearing it again from there changes nothing.
      for (const listener of listeners) listener.control(control);
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

  /** A server that does not answer must not hold up the end of the process. */
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
        for (const listener of listeners) listener.deliver(userIds, queue, message.data);
      },
    });
  }

  function sessionsHere(userId: string): string[] {
    return listeners.flatMap((listener) => listener.sessionsOf(userId));
  }

  /** Only nodes that hold a socket of the person are asked; where there is none, NATS says so at once. */
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
    log.warn({ kind: control.kind }, 'realtime control waits for the bus');
    owed.push(control);
    if (owed.length > MAX_OWED) owed.shift();
  }

  async function send(publish: () => void): Promise<void> {
    // The client would keep it in memory and might lose it; the caller knows better when to try again.
    if (!connected) throw unreachable();
    publish();
    await flushed();
  }

  /** Settles when NATS has handled everything sent so far; one round trip for all calls of a turn. */
  function flushed(): Promise<void> {
    if (!connected) return Promise.reject(unreachable());
    flushing ??= Promise.resolve().then(() => {
      flushing = undefined;
      return answered(connection.flush());
    });
    return flushing;
  }

  async function watch(statuses: AsyncIterable<Status>) {
    for await (const { type } of statuses) {
      if (type === 'disconnect' || type === 'close') connected = false;
      if (type === 'disconnect') log.warn('realtime bus lost');
      if (type !== 'reconnect') continue;
      connected = true;
      log.info('realtime bus is back');
      for (const control of owed.splice(0)) void sendControl(control).catch(() => owe(control));
      for (const listener of listeners) listener.gap();
    }
  }
}

const unreachable = () => new Error('The realtime bus is not reachable.');

/** All addresses have the same user and protocol: they are servers of one cluster. */
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
      // It never gives up: the node serves everything else meanwhile and /readyz tells.
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      // A silent cut is noticed within some three seconds.
      pingInterval: 1000,
      maxPingOut: 2,
      ...(protocol === 'tls:' ? { tls: {} } : {}),
      ...credentials,
    });
  } catch (error) {
    throw new StartError(
      `NATS at ${hosts.join(', ')} cannot be reached or does not let this server in. Check NATS_URL.`,
      {
        cause: error,
      },
    );
  }
}

/** One token of a subject, whatever the id is made of. */
const subjectOf = (userId: string) =>
  `herenow.user.${encodeURIComponent(userId).replaceAll('.', '%2E').replaceAll('*', '%2A')}`;

async function answered(flush: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unreachable()), ANSWER_TIMEOUT);
  try {
    await Promise.race([flush, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
