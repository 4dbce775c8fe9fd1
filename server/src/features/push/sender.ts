import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import webPush from 'web-push';
import { createTurns } from '../../lib/turns.ts';
import { lookupPublic } from './endpoint-addresses.ts';
import type { Subscription } from './subscription.ts';

const ENCODING = 'aes128gcm';
const MAX_SOCKETS_PER_HOST = 16;

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** How push services are reached. Only tests, which have one of their own, set anything here. */
export interface PushTransport {
  /** Also takes subscriptions with an address that is not public. */
  allowPrivate?: boolean;
  /** Certificates to trust, PEM. */
  ca?: string;
}

export interface Push {
  payload: string;
  ttlSeconds: number;
  /** A later push with the same topic replaces an undelivered one. At most 32 characters of base64url. */
  topic: string;
}

/** `gone`: the service has forgotten the subscription. `refused`: trying again does not help. `late`: no answer in time. */
export type Outcome = { outcome: 'sent' | 'gone' | 'late' } | { outcome: 'refused'; status: number };

export type Sender = ReturnType<typeof createSender>;

/** Sends by the Web Push protocol: RFC 8030, encrypted by RFC 8291, signed by RFC 8292. */
export function createSender(options: { vapid: VapidKeys; subject: string; transport: PushTransport }) {
  const { vapid, subject, transport } = options;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS_PER_HOST,
    ...(transport.ca === undefined ? {} : { ca: transport.ca }),
  });
  /** Encrypting takes the event loop for a moment: others get their turn in between. */
  const oneByOne = createTurns();
  const lookup: LookupFunction | undefined = transport.allowPrivate ? undefined : lookupPublic;

  return {
    /** Throws when the service cannot be reached or asks to come back later. */
    async send(
      { endpoint, keys }: Subscription,
      { payload, ttlSeconds, topic }: Push,
      patienceMs: number,
    ): Promise<Outcome> {
      const { origin } = new URL(endpoint);
      const { cipherText, signed } = await oneByOne.take('', async () => {
        await nextTurn();
        return {
          cipherText: webPush.encrypt(keys.p256dh, keys.auth, payload, ENCODING).cipherText,
          signed: webPush.getVapidHeaders(origin, subject, vapid.publicKey, vapid.privateKey, ENCODING),
        };
      });
      const headers = {
        ...signed,
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        'content-length': cipherText.length,
        ttl: ttlSeconds,
        topic,
        urgency: 'high',
      };
      const signal = AbortSignal.timeout(patienceMs);
      const status = await post(endpoint, headers, cipherText, signal).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
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
          // What it has to say is not needed, but must be taken off the socket.
          response.resume();
          response.on('error', reject);
          response.on('end', () => resolve(response.statusCode ?? 0));
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }
}
