import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

// The limit is generous, because all visitors in a school share one address. So do all visitors behind a proxy that is not in
// TRUSTED_PROXIES. It protects only against floods. Each process counts separately.
const APPLICATIONS = 60;
const WINDOW_SECONDS = 600;
const MAXIMUM_SENDERS = 10_000;

/** Counts submissions per address, in memory and for ten minutes. */
export class SenderLimit {
  readonly #senders = new LRUCache<string, { sinceMs: number; count: number }>({ max: MAXIMUM_SENDERS });

  /** Counts a submission. Returns the seconds to wait if it exceeds the limit, or else 0. */
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

/** Combines all addresses of an IPv6 /64 network, because one household can use any of them. */
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
