import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Address {
  address: string;
  family: number;
}

/** Returns all addresses of a host name. Rejects if it has none. */
export type Resolve = (hostname: string) => Promise<Address[]>;

/** The host has an address that is not on the public network. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The address is not public.');
  }
}

/** The only IPv6 range that is allocated to the public network, 2000::/3. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
/** Metadata service of Azure. The address is in a public range, but only Azure's virtual machines can reach it. */
const AZURE_METADATA = '168.63.129.16';

/**
 * Returns whether the address belongs to the public network. If it embeds an IPv4 address (mapped, NAT64, 6to4), that address
 * decides. Invalid addresses and unknown ranges count as private.
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
    // RFC 3056: 2002: followed by the IPv4 address.
    case '6to4':
      return isPublicIpv4(ipv4At(address, 2));
    case 'unicast':
      return address.match(GLOBAL_UNICAST, 3);
    default:
      return false;
  }
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_METADATA;
}

function ipv4At(address: ipaddr.IPv6, start: number): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(start, start + 4));
}

/** Returns the host of a URL, without the brackets of an IPv6 address. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/**
 * Returns the addresses of a host. Throws PrivateAddressError if one of them is not public, and passes on errors of
 * `resolve`. `host` must come from a URL object, which converts unusual spellings of IPv4 addresses (hexadecimal, octal, a
 * single number) to the usual one.
 */
export async function publicAddresses(host: string, resolve: Resolve): Promise<Address[]> {
  const version = isIP(host);
  const addresses = version === 0 ? await resolve(host) : [{ address: host, family: version }];
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new PrivateAddressError();
  return addresses;
}
