import { StompError, type StompVersion } from '@herenow/contract/stomp';
import { encodeMessage, messageTemplate, type MessageTemplate } from '../frames/encode.ts';
import type { Frame } from '../frames/frames.ts';

const USER_QUEUE = '/user/queue/';
/** Each message of a queue is sent once for each subscription, with its id. */
const MAX_OF_QUEUE = 4;
const MAX_ID = 200;
/** Messages that one connection may leave without an ACK. */
const MAX_UNACKNOWLEDGED = 1000;

type AckMode = 'auto' | 'client' | 'client-individual';

interface Subscription {
  id: string | undefined;
  queue: string;
  mode: AckMode;
  /** Created with the first message: thousands of idle connections never get one. */
  template: MessageTemplate | undefined;
}

/** The names of all queues, by destination. */
export type QueueTable = ReadonlyMap<string, string>;

export const queueTable = (names: readonly string[]): QueueTable =>
  new Map(names.map((name) => [`${USER_QUEUE}${name}`, name]));

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/**
 * The subscriptions of one connection, and which of its messages still wait for an ACK. There are few, so a list is as
 * fast as a map and takes less memory.
 */
export function createSubscriptions(queues: QueueTable, version: StompVersion, idPrefix: string) {
  const subscriptions: Subscription[] = [];
  const unacknowledged = new Map<number, Subscription>();
  let lastNumber = 0;

  return {
    add(frame: Frame): void {
      const destination = required(frame, 'destination');
      // The table’s own string: a slice of the frame’s text would keep the whole frame alive.
      const queue = queues.get(destination);
      if (queue === undefined) throw unknownDestination(destination);
      const id = frame.headers.get('id');
      if (id === undefined && version !== '1.0') throw missing(frame, 'id');
      if (subscriptions.some((other) => isKnownAs(other, id, queue)))
        throw new StompError('Already subscribed', 'Every subscription of a connection needs its own id.');
      if (id !== undefined && id.length > MAX_ID)
        throw new StompError(
          'Id too long',
          `The id of a subscription may have at most ${MAX_ID} characters.`,
        );
      if (subscriptions.filter((other) => other.queue === queue).length >= MAX_OF_QUEUE)
        throw new StompError(
          'Too many subscriptions',
          `A connection may have at most ${MAX_OF_QUEUE} subscriptions of one queue.`,
        );
      subscriptions.push({ id, queue, mode: readAckMode(frame, version), template: undefined });
    },

    remove(frame: Frame): void {
      const subscription = find(frame);
      subscriptions.splice(subscriptions.indexOf(subscription), 1);
      for (const [number, owner] of unacknowledged) if (owner === subscription) unacknowledged.delete(number);
    },

    /** Delivers the message to every subscription of the queue, or only to the first; returns to how many. */
    deliver(queue: string, end: Buffer, send: (bytes: Buffer) => void, firstAlone: boolean): number {
      let count = 0;
      for (const subscription of subscriptions) {
        if (subscription.queue !== queue) continue;
        const number = ++lastNumber;
        if (subscription.mode !== 'auto') {
          if (unacknowledged.size >= MAX_UNACKNOWLEDGED)
            throw new StompError(
              'Too many messages wait for an ACK',
              `At most ${MAX_UNACKNOWLEDGED} messages may wait for an ACK.`,
            );
          unacknowledged.set(number, subscription);
        }
        send(encodeMessage((subscription.template ??= templateOf(subscription)), number, end));
        count += 1;
        if (firstAlone) break;
      }
      return count;
    },

    /** Checks an ACK or NACK; calling the returned function acknowledges. */
    acknowledge(frame: Frame): () => void {
      const number = readMessageNumber(frame);
      const subscription = unacknowledged.get(number);
      if (version !== '1.2') checkSubscriptionHeader(frame, subscription);
      // Already acknowledged, or delivered in auto mode: there is nothing to do, and no error.
      if (!subscription) return () => {};
      return () => acknowledgeUpTo(number, subscription);
    },
  };

  function templateOf({ id, queue, mode }: Subscription): MessageTemplate {
    const headers = [
      ...(id === undefined ? [] : [['subscription', id] as const]),
      ['destination', `${USER_QUEUE}${queue}`] as const,
    ];
    return messageTemplate(headers, idPrefix, version, version === '1.2' && mode !== 'auto');
  }

  function acknowledgeUpTo(number: number, subscription: Subscription) {
    unacknowledged.delete(number);
    if (subscription.mode !== 'client') return;
    for (const [earlier, owner] of unacknowledged) {
      if (earlier > number) return;
      if (owner === subscription) unacknowledged.delete(earlier);
    }
  }

  function find(frame: Frame): Subscription {
    const id = frame.headers.get('id');
    const destination = frame.headers.get('destination');
    if (id === undefined && (version !== '1.0' || destination === undefined))
      throw missing(frame, version === '1.0' ? 'id or destination' : 'id');
    const queue = destination === undefined ? undefined : queues.get(destination);
    const found =
      subscriptions.find((other) => isKnownAs(other, id, queue)) ??
      (id === undefined ? subscriptions.find((other) => other.queue === queue) : undefined);
    if (!found)
      throw new StompError('Unknown subscription', 'There is no such subscription on this connection.');
    return found;
  }

  function readMessageNumber(frame: Frame): number {
    const id = required(frame, version === '1.2' ? 'id' : 'message-id');
    const digits = id.startsWith(idPrefix) ? id.slice(idPrefix.length) : '';
    const number = /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : Infinity;
    if (number > lastNumber)
      throw new StompError(
        'Unknown message',
        `${frame.command} names a message that this connection never received.`,
      );
    return number;
  }

  function checkSubscriptionHeader(frame: Frame, subscription: Subscription | undefined) {
    const id = version === '1.1' ? required(frame, 'subscription') : frame.headers.get('subscription');
    if (id === undefined) return;
    if (subscription ? subscription.id !== id : !subscriptions.some((other) => other.id === id))
      throw new StompError(
        'Unknown subscription',
        `${frame.command} names a subscription that did not receive this message.`,
      );
  }
}

/** In version 1.0 a client may subscribe without an id; the queue then identifies the subscription. */
const isKnownAs = (subscription: Subscription, id: string | undefined, queue: string | undefined) =>
  subscription.id === id && (id !== undefined || subscription.queue === queue);

function readAckMode(frame: Frame, version: StompVersion): AckMode {
  const mode = frame.headers.get('ack') ?? 'auto';
  if (mode === 'auto' || mode === 'client') return mode;
  if (mode === 'client-individual' && version !== '1.0') return mode;
  throw new StompError('Unknown ack mode', `STOMP ${version} does not know the ack mode of this SUBSCRIBE.`);
}

const missing = (frame: Frame, name: string) =>
  new StompError('Missing header', `${frame.command} needs the header ${name}.`);

export const unknownDestination = (name: string) =>
  new StompError('Unknown destination', `There is no destination ${name}.`);

/** Returns the value of a header. Throws StompError if it is missing or empty. */
export function required(frame: Frame, name: string): string {
  const value = frame.headers.get(name);
  if (value === undefined || value === '') throw missing(frame, name);
  return value;
}
