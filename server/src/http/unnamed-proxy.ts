import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../lib/log.ts';
import { networkOf } from '../lib/networks.ts';
import { isPublicAddress } from '../lib/public-addresses.ts';

/** What is wrong with a request that came through a proxy, and how to mend it. */
const NOT_NAMED = 'requests come through a proxy: name it in TRUST_PROXY, or everybody counts by its address';
const NAMES_NOBODY =
  'requests come without X-Forwarded-For: let the proxy send it, or everybody counts by its address';

/**
 * Logs, once, that a proxy hides who makes the requests, since the configuration does not name it or it does not tell:
 * everybody then counts by its address, and a few visitors use up the limits of one network. Only for proxies on this
 * machine or in a private network, since anybody can send their header, or come without.
 */
export function tellOfProxy(
  app: FastifyInstance,
  { trustProxy, log }: { trustProxy: boolean | string | number; log: Log },
): void {
  // Of addresses it is not known here which of those that come without the header are proxies.
  if (typeof trustProxy === 'string') return;
  const named = trustProxy !== false && trustProxy !== 0;
  let told = false;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    if (told || (named ? !isSilent(request) : request.headers['x-forwarded-for'] === undefined)) return;
    const address = request.raw.socket.remoteAddress;
    if (address === undefined || isPublicAddress(networkOf(address).replace('/64', ''))) return;
    told = true;
    log.warn(named ? NAMES_NOBODY : NOT_NAMED);
  });
}

/** Whether nobody is named for a request of people: checks of the health and the metrics come without a proxy. */
const isSilent = ({ method, headers }: FastifyRequest): boolean =>
  method === 'POST' && headers['x-forwarded-for'] === undefined;
