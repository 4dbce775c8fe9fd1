import ipaddr from 'ipaddr.js';

/** All IPv6 addresses assigned to the public internet so far. */
const GLOBAL_6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address is in the public internet. IPv6 notations that embed an IPv4 address count as not
 * public: no push service uses them, and there are more of them than a list can hold.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_6));
}
