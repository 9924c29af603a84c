import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

// Generous, because a school or a camp behind one address applies together, and behind a proxy that TRUSTED_PROXIES
// does not name everybody has the proxy's address. It is there against floods; each process counts for itself.
const APPLICATIONS = 60;
const WINDOW_SECONDS = 600;
const REMEMBERED_SENDERS = 10_000;

/** Counts what comes from an address, in memory and for ten minutes. */
export class SenderLimit {
  readonly #senders = new LRUCache<string, { sinceMs: number; count: number }>({ max: REMEMBERED_SENDERS });

  /** Counts one more; answers the seconds to wait when it was one too many, 0 otherwise. */
  count(address: string, now: Date): number {
    const sender = toSender(address);
    const nowMs = now.getTime();
    const known = this.#senders.get(sender);
    if (known === undefined || nowMs - known.sinceMs >= WINDOW_SECONDS * 1000) {
      this.#senders.set(sender, { sinceMs: nowMs, count: 1 });
      return 0;
    }
    known.count += 1;
    return known.count <= APPLICATIONS
      ? 0
      : Math.ceil((known.sinceMs + WINDOW_SECONDS * 1000 - nowMs) / 1000);
  }
}

/** An IPv6 network of 64 bits is one household: its addresses are for the taking. */
function toSender(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6'
    ? parsed
        .toByteArray()
        .slice(0, 8)
        .map((byte) => byte.toString(16))
        .join(':')
    : parsed.toString();
}
