import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Address, Resolve } from './public-addresses.ts';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const TIMEOUT_MS = 3000;
const TRIES = 2;
/** Errors that mean that the name is not in DNS, or that no name server is available. */
const NOT_IN_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

interface ResolverOptions {
  /** Name servers in the format of dns.setServers. Default: those of the machine. */
  servers?: string[];
  hostsFile?: string;
  timeoutMs?: number;
}

/**
 * Returns a function that resolves host names without the system's resolver. That resolver blocks one of the process's few
 * threads per lookup, so a receiver whose name server never responds would delay every other lookup and all file I/O. The
 * hosts file has priority over DNS, as usual. A name that is not in DNS may be a local one (mDNS, NSS), so the function then
 * calls the system's resolver.
 */
export function createResolver({
  servers,
  hostsFile = HOSTS_FILE,
  timeoutMs = TIMEOUT_MS,
}: ResolverOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const listed = await findInHosts(hostsFile, name);
    if (listed.length > 0) return listed;
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = results.flatMap((result, index) =>
      result.status === 'fulfilled'
        ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    const failure = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (results.every((result) => result.status === 'fulfilled' || NOT_IN_DNS.has(result.reason.code)))
      return lookup(hostname, { all: true, verbatim: true });
    throw failure!.reason;
  };
}

async function findInHosts(file: string, name: string): Promise<Address[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address, family }] : [];
  });
}

export const resolveHost = createResolver();
