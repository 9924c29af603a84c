import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Address, Resolve } from './public-addresses.ts';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const TIMEOUT_MS = 3000;
const TRIES = 2;
/** Errors that are the response of a name server: it does not have the name, or no such address of it. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
/** Errors that mean that the name is not in DNS, or that no name server is available. */
const NOT_IN_DNS = new Set([...ABSENT, 'ECONNREFUSED']);

interface ResolverOptions {
  /** Name servers in the format of dns.setServers. Default: those of the machine, read again after a failure. */
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
  const open = () => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    return resolver;
  };
  let resolver: Resolver | undefined;
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const listed = await findInHosts(hostsFile, name);
    if (listed.length > 0) return listed;
    resolver ??= open();
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = results.flatMap((result, index) =>
      result.status === 'fulfilled'
        ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    // A resolver reads the addresses of the name servers once, when it is opened. The next look-up asks those of that moment.
    if (failures.some(({ code }) => !ABSENT.has(code))) resolver = undefined;
    if (failures.every(({ code }) => NOT_IN_DNS.has(code)))
      return lookup(hostname, { all: true, verbatim: true });
    throw failures[0];
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
