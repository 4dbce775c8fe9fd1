import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';

/** IPv4 networks outside the public internet, from the registry of special-purpose addresses. */
const RESERVED_4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** All IPv6 addresses assigned to the public internet so far. */
const GLOBAL_6: [network: string, prefix: number] = ['2000::', 3];

/** The parts of it reserved for documentation, and for tunnels, which lead to any IPv4 address. */
const RESERVED_6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const reserved = new BlockList();
const global6 = new BlockList();
for (const [network, prefix] of RESERVED_4) reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of RESERVED_6) reserved.addSubnet(network, prefix, 'ipv6');
global6.addSubnet(...GLOBAL_6, 'ipv6');

/**
 * Returns whether an IP address is in the public internet. IPv6 notations that embed an IPv4 address count as not
 * public: no push service uses them, and there are more of them than a list can hold.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !reserved.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

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
