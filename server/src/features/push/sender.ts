import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import webPush from 'web-push';
import { createFairQueue } from '../../lib/fair-queue.ts';
import { createSlots } from '../../lib/slots.ts';
import { publicLookup } from './endpoint-addresses.ts';
import type { Subscription } from './subscription.ts';

const ENCODING = 'aes128gcm';
export const MAX_SOCKETS_PER_HOST = 16;
/**
 * How long a connection waits for another push. Otherwise services that never close theirs, under any number of names,
 * would hold one for each push.
 */
const IDLE_MS = 30_000;
/**
 * After each encryption, the sender rests for this many times as long, which leaves a shared processor to the database.
 */
const REST_FACTOR = 4;
const LONGEST_REST_MS = 20;

/** Bytes of a response. */
const MOST_READ = 64 * 1024;

/** The bytes of which a payload takes a multiple; one with the longest name takes one. */
const BLOCK_BYTES = 1024;

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** How push services are reached. Only tests, which run their own, set anything here. */
export interface PushTransport {
  /** Also accepts subscriptions with an address that is not public. */
  allowPrivate?: boolean;
  /** Certificates to trust, as PEM. */
  ca?: string;
  /** Replaces how long a connection waits for another push. */
  idleMs?: number;
  /** Replaces how long a push service may take. */
  patienceMs?: number;
}

export interface Push {
  /** The owner of the device. */
  userId: string;
  /** JSON. */
  payload: string;
  ttlSeconds: number;
  /** A later push with the same topic replaces an undelivered one. At most 32 characters of base64url. */
  topic: string;
}

/**
 * `gone`: the service has forgotten the subscription. `refused`: a retry does not help. `late`: no response in time.
 */
export type Outcome = { outcome: 'sent' | 'gone' | 'late' } | { outcome: 'refused'; status: number };

export type Sender = ReturnType<typeof createSender>;

/**
 * Adds blanks, which JSON ignores: push services see how long a payload is, and by that would know what it says and
 * whose name is in it.
 */
function padded(payload: string): Buffer {
  const length = Buffer.byteLength(payload);
  return Buffer.alloc(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES, ' ').fill(payload, 0, length);
}

/** Sends with the Web Push protocol: RFC 8030, encrypted by RFC 8291, signed by RFC 8292. */
export function createSender(options: { vapid: VapidKeys; subject: string; transport: PushTransport }) {
  const { vapid, subject, transport } = options;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS_PER_HOST,
    timeout: transport.idleMs ?? IDLE_MS,
    ...(transport.ca === undefined ? {} : { ca: transport.ca }),
  });
  /**
   * Encrypting blocks the event loop for a moment: doing it one by one lets other work run in between. People take
   * turns, since ten with ten devices each could have as many pushes as a node encrypts.
   */
  const oneByOne = createFairQueue(
    { running: 1, waiting: Infinity },
    () => new Error('There is always room.'),
  );
  /** A push that gets no socket in time costs neither encryption nor a handshake. */
  const slots = createSlots(MAX_SOCKETS_PER_HOST);
  const lookup: LookupFunction | undefined = transport.allowPrivate ? undefined : publicLookup();

  /** Encrypts a push and signs it for its service. */
  const prepare = (origin: string, keys: Subscription['keys'], { userId, payload }: Push) =>
    oneByOne.run(userId, async () => {
      await nextTurn();
      const began = performance.now();
      const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, padded(payload), ENCODING);
      const signed = webPush.getVapidHeaders(origin, subject, vapid.publicKey, vapid.privateKey, ENCODING);
      await delay(Math.min(LONGEST_REST_MS, REST_FACTOR * (performance.now() - began)));
      return { cipherText, signed };
    });

  /** Returns the response status of the service; undefined if there was none in time. */
  async function ask(
    { endpoint, keys }: Subscription,
    push: Push,
    patienceMs: number,
  ): Promise<number | undefined> {
    const { cipherText, signed } = await prepare(new URL(endpoint).origin, keys, push);
    const headers = {
      ...signed,
      'content-encoding': ENCODING,
      'content-type': 'application/octet-stream',
      'content-length': cipherText.length,
      ttl: push.ttlSeconds,
      topic: push.topic,
      urgency: 'high',
    };
    const signal = AbortSignal.timeout(patienceMs);
    return await post(endpoint, headers, cipherText, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  }

  return {
    /**
     * Throws when the service cannot be reached or asks for a retry. Waits `usualPatienceMs` for a socket, then again
     * for the response.
     */
    async send(subscription: Subscription, push: Push, usualPatienceMs: number): Promise<Outcome> {
      const { patienceMs = usualPatienceMs } = transport;
      const { origin } = new URL(subscription.endpoint);
      const asking = () => ask(subscription, push, patienceMs);
      const status = await slots.take(origin, asking, AbortSignal.timeout(patienceMs));
      if (status === undefined) return { outcome: 'late' };
      if (status >= 200 && status < 300) return { outcome: 'sent' };
      if (status === 404 || status === 410) return { outcome: 'gone' };
      if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}.`);
      return { outcome: 'refused', status };
    },

    close: () => agent.destroy(),
  };

  function post(
    endpoint: string,
    headers: Record<string, string | number>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = request(
        endpoint,
        { method: 'POST', agent, headers, signal, ...(lookup ? { lookup } : {}) },
        (response) => {
          resolve(response.statusCode ?? 0);
          // The rest is read off the socket, which then takes the next push; until the signal, and not at any length.
          let left = MOST_READ;
          response.on('data', (chunk: Buffer) => (left -= chunk.length) < 0 && response.destroy());
          response.on('error', () => {});
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }
}
