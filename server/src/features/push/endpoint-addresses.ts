import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from '../../lib/public-addresses.ts';

/** The timeout of one name server, which is tried twice. */
const PATIENCE_MS = 1000;

/**
 * Finds the public addresses of a name when connecting. It queries name servers directly: `dns.lookup` has two threads
 * for the whole process, and a few names whose servers never respond would occupy both, with all other connections,
 * even those to the database, waiting behind them.
 */
export function publicLookup(servers?: readonly string[]): LookupFunction {
  const find = callbackify((hostname: string, all: boolean) => findPublic(hostname, all, servers));
  return (hostname, { all = false }, callback) =>
    find(hostname, all, (error, found) => callback(error, ...(error ? NOTHING : found)));
}

/** The callback arguments of a lookup, after the error. */
type Found = [address: string | LookupAddress[], family?: number];
const NOTHING: Found = [''];

async function findPublic(hostname: string, all: boolean, servers?: readonly string[]): Promise<Found> {
  const found = isIP(hostname) ? [hostname] : await findAll(hostname, servers);
  const addresses = found.filter(isPublicAddress).map((address) => ({ address, family: isIP(address) }));
  const [first] = addresses;
  if (!first) throw new Error('The push service has no public address.');
  return all ? [addresses] : [first.address, first.family];
}

async function findAll(hostname: string, servers?: readonly string[]): Promise<string[]> {
  // A new resolver uses the servers that the system is configured with now.
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  for (const answer of answers) if (found.length === 0 && answer.status === 'rejected') throw answer.reason;
  return found;
}
