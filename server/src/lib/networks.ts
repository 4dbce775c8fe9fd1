import ipaddr from 'ipaddr.js';
import { isIPv6 } from 'node:net';

/** How many groups of an IPv6 address identify its network: providers assign no less than a /64. */
const NETWORK_GROUPS = 4;

/** How many groups identify the site of one customer: providers assign up to a /48. */
const SITE_GROUPS = 3;

/**
 * Returns the wider network of a result of `networkOf`: for IPv4 the first 24 bits, for IPv6 the first 48. Two
 * different ones hardly belong to one customer.
 */
export function wideNetworkOf(network: string): string {
  const [groups, length] = network.includes(':')
    ? [network.split(':'), SITE_GROUPS]
    : [network.split('.'), 3];
  return groups.slice(0, length).join(network.includes(':') ? ':' : '.');
}

/**
 * Returns the site of a result of `networkOf`: for IPv4 the address itself, for IPv6 the first 48 bits. One customer
 * may have all of its 65,536 networks.
 */
export const siteOf = (network: string): string => (network.includes(':') ? wideNetworkOf(network) : network);

/**
 * Returns the network by which visitors from an IP address are counted: for IPv4 the address itself, for IPv6 the first
 * 64 bits.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
