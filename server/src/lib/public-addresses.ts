import { BlockList, isIPv6 } from 'node:net';

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

/** Its parts reserved for documentation, and for tunnels, which lead to any IPv4 address. */
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
