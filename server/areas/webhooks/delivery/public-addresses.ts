import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Address {
  address: string;
  family: number;
}

/** All addresses of a host name; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<Address[]>;

/** The host has an address that webhook calls must not reach. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The address is not a public one.');
  }
}

/** The only IPv6 addresses that are allocated to the public network. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
/** Azure serves its virtual machines there: a public address that is not routed anywhere else. */
const PUBLIC_METADATA = '168.63.129.16';

/**
 * Whether an address in text form belongs to a host on the public network. One that carries an IPv4 address (mapped,
 * NAT64, 6to4) is judged by that one. An address that is not known to be public counts as private.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  switch (address.range()) {
    case 'ipv4Mapped':
      return isPublicIpv4(address.toIPv4Address());
    // RFC 6052, the well-known prefix 64:ff9b::/96.
    case 'rfc6052':
      return isPublicIpv4(ipv4At(address, 12));
    // RFC 3056: 2002:, then the IPv4 address.
    case '6to4':
      return isPublicIpv4(ipv4At(address, 2));
    case 'unicast':
      return address.match(GLOBAL_UNICAST, 3);
    default:
      return false;
  }
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== PUBLIC_METADATA;
}

function ipv4At(address: ipaddr.IPv6, start: number): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(start, start + 4));
}

/** The host of a URL as an address or a name to look up: IPv6 addresses come in brackets. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/**
 * The addresses of a host, all of them public. Throws PrivateAddressError when one is not, and what `resolve` throws.
 * URL has already made every spelling of an IPv4 address (hexadecimal, octal, one number) the usual one.
 */
export async function publicAddresses(host: string, resolve: Resolve): Promise<Address[]> {
  const version = isIP(host);
  const addresses = version === 0 ? await resolve(host) : [{ address: host, family: version }];
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new PrivateAddressError();
  return addresses;
}
