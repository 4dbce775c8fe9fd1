import * as refusals from '@herenow/contract/refusals';
import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { Refused } from '../../lib/errors.ts';
import { isPublicAddress } from '../../lib/public-addresses.ts';

/** A browser’s PushSubscription, as far as it is needed. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const ENDPOINT_MAX = 2000;
/** 16 bytes in base64 or base64url. Decoding alone would skip other characters, which no database column takes. */
const AUTH = /^[\w+/-]{22}={0,2}$/;

const schema = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

/** Parses a browser’s subscription; throws 400 for anything to which no push could be sent. */
export function readSubscription(text: string, allowPrivate: boolean): Subscription {
  const result = schema.safeParse(parseJson(text));
  if (!result.success) throw new Refused(refusals.notSubscription);
  const { endpoint, keys } = result.data;
  // A letter outside ASCII becomes several characters once the address is encoded, as it is stored and looked up.
  const { href = '' } = URL.parse(endpoint) ?? {};
  if (!isPushEndpoint(href, allowPrivate) || !areKeys(keys)) throw new Refused(refusals.notSubscription);
  return { endpoint: href, keys };
}

/** Parses the endpoint alone, which is enough to remove a subscription. Throws 400 if there is none. */
export function readEndpoint(text: string): string {
  const result = z.object({ endpoint: z.string() }).safeParse(parseJson(text));
  const url = result.success ? URL.parse(result.data.endpoint) : null;
  if (!url) throw new Refused(refusals.notSubscription);
  return url.href;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Accepts only https on its default port, and no address of our own network, so that no user can make the server call
 * what is behind its firewall. A name that resolves to such an address is caught on connecting.
 */
function isPushEndpoint(endpoint: string, allowPrivate: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.protocol !== 'https:' || endpoint.length > ENDPOINT_MAX) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (allowPrivate) return true;
  if (url.port !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? /\.[a-z][a-z0-9-]*\.?$/.test(host) : isPublicAddress(host);
}

/** Returns whether the keys are a point on the curve P-256 and a secret of 16 bytes. */
function areKeys({ p256dh, auth }: Subscription['keys']): boolean {
  if (!AUTH.test(auth)) return false;
  try {
    const point = ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return point === p256dh.replace(/=+$/, '');
  } catch {
    return false;
  }
}
