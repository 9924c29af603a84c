import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Address, Resolve } from './public-addresses.ts';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const TIMEOUT_MS = 3000;
const TRIES = 2;
/** Errors that mean that DNS does not know the name, or that there is no name server. */
const NOT_IN_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

export interface ResolverOptions {
  /** Name servers, as dns.setServers takes them; those of the machine by default. */
  servers?: string[];
  hostsFile?: string;
  timeoutMs?: number;
}

/**
 * Looks names up without the system's resolver, which holds one of the process's few threads for each look-up: a
 * receiver whose name server never responds would delay every other look-up and all file I/O. The hosts file comes
 * first, as everywhere. Only for a name that DNS does not know is the system asked, because it may be a local one
 * (mDNS, NSS).
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
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    const failure = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (answers.every((answer) => answer.status === 'fulfilled' || NOT_IN_DNS.has(answer.reason.code)))
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
