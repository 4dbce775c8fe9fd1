import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name its network: providers hand out no less than a /64. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Whom an IP address stands for where visitors are counted: itself, or of IPv6 the first 64 bits. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  // The URL parser writes every notation of an address in the same way.
  const short = URL.parse(`http://[${plain}]/`)?.hostname.slice(1, -1) ?? plain;
  const [head = '', tail] = short.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
