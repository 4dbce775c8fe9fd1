import * as refusals from '@herenow/contract/refusals';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../lib/errors.ts';

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Names of this machine, as in a URL. */
export const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Throws 404 unless the connection comes directly from this machine, not through a proxy on it, and its Host header
 * names this machine. A foreign page whose name was made to resolve to this address would send its own name.
 */
export function requireLocal(request: FastifyRequest): void {
  const local =
    LOOPBACK_ADDRESSES.has(request.socket.remoteAddress ?? '') &&
    LOOPBACK_NAMES.has(URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '') &&
    PROXY_HEADERS.every((name) => request.headers[name] === undefined);
  if (!local) throw new Refused(refusals.notFound);
}
