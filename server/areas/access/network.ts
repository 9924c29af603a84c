import { isIPv6 } from 'node:net';

/**
 * Returns the network of an IP address: the /24 of IPv4 and the /64 of IPv6, which is the smallest that a provider assigns to a
 * customer. An IPv4 address that is mapped to IPv6 is IPv4.
 */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return ipv4Network(address);
  // The parser of URLs returns the canonical form: hexadecimal, in lower case, with the longest run of zeros as "::".
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Network(toIpv4(all[6]!, all[7]!));
  return `${all.slice(0, 4).join(':')}::/64`;
}

function ipv4Network(address: string): string {
  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

function toIpv4(high: string, low: string): string {
  return [high, low].flatMap((group) => [...Buffer.from(group.padStart(4, '0'), 'hex')]).join('.');
}
