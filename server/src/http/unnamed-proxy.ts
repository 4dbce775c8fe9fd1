import type { FastifyInstance } from 'fastify';
import type { Log } from '../lib/log.ts';
import { networkOf } from '../lib/networks.ts';
import { isPublicAddress } from '../lib/public-addresses.ts';

/**
 * Logs, once, that requests come through a proxy that the configuration does not name: everybody then counts by that
 * proxy’s address, and a few visitors use up the limits of one network. Only for proxies on this machine or in a
 * private network, since anybody can send their header.
 */
export function tellOfProxy(
  app: FastifyInstance,
  { trustProxy, log }: { trustProxy: boolean | string | number; log: Log },
): void {
  if (trustProxy !== false && trustProxy !== 0) return;
  let told = false;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    if (told || request.headers['x-forwarded-for'] === undefined) return;
    const address = request.raw.socket.remoteAddress;
    if (address === undefined || isPublicAddress(networkOf(address).replace('/64', ''))) return;
    told = true;
    log.warn('requests come through a proxy: name it in TRUST_PROXY, or everybody counts by its address');
  });
}
