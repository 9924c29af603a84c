import { isbot } from 'isbot';
import { isUnavailable } from '../../core/db/faults.ts';
import { describeCause } from '../../core/http/describe-cause.ts';
import { PeriodicWrites } from '../../core/periodic-writes.ts';
import type { Services } from '../../core/services.ts';
import { type TrafficCounter, writeTraffic } from './traffic-queries.ts';

// Counts views of ads and opened forms by day and channel. Nothing about the visitor is stored. Counts are collected in
// memory and written every few seconds, so that viewing a page costs no write. A process that is stopped writes its counts
// first. A process that is killed loses the counts since the last write.

const FLUSH_MS = 5000;
/**
 * Limit for the counters in one interval. Beyond it, ads and channels without a counter are not counted until the next
 * write.
 */
const MAXIMUM_COUNTERS = 20_000;

export type TrafficKind = 'views' | 'applyClicks';

class Traffic {
  readonly #services: Services;
  readonly #writes = new PeriodicWrites(() => this.#write(), FLUSH_MS);
  #counters = new Map<string, TrafficCounter>();

  constructor(services: Services) {
    this.#services = services;
  }

  count(kind: TrafficKind, tenantId: number, jobAdId: number, channelId: number): void {
    const day = this.#services.now().toISOString().slice(0, 10);
    this.#add({ tenantId, jobAdId, day, channelId, views: 0, applyClicks: 0, [kind]: 1 });
  }

  /** Writes the collected counts. Keeps them for the next attempt if the database is unavailable. Never rejects. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  #add(added: TrafficCounter): void {
    const key = `${added.tenantId} ${added.jobAdId} ${added.day} ${added.channelId}`;
    const counter = this.#counters.get(key);
    if (counter !== undefined) {
      counter.views += added.views;
      counter.applyClicks += added.applyClicks;
    } else if (this.#counters.size < MAXIMUM_COUNTERS) {
      this.#counters.set(key, added);
    }
  }

  async #write(): Promise<void> {
    if (this.#counters.size === 0) return;
    const counters = [...this.#counters.values()];
    this.#counters = new Map();
    for (const [tenantId, tenantCounters] of Map.groupBy(counters, (counter) => counter.tenantId)) {
      try {
        await writeTraffic(this.#services.database.tenant(tenantId), tenantId, tenantCounters);
      } catch (error) {
        this.#services.log.warn({ tenantId, cause: describeCause(error) }, 'traffic not written');
        // After any other error, the next attempt would fail too.
        if (isUnavailable(error)) for (const counter of tenantCounters) this.#add(counter);
      }
    }
  }
}

/** Whether the headers of a request indicate that a person is viewing the page. */
export function isVisit(
  method: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  if (method !== 'GET') return false;
  // Browsers mark prefetched pages with different headers.
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name]).join(' ');
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const userAgent = headers['user-agent'];
  return typeof userAgent === 'string' && userAgent !== '' && !isbot(userAgent);
}

const trafficOf = new WeakMap<Services, Traffic>();

/** Returns the counters of the process, which the first call creates. */
export function getTraffic(services: Services): Traffic {
  let traffic = trafficOf.get(services);
  if (traffic === undefined) {
    traffic = new Traffic(services);
    trafficOf.set(services, traffic);
  }
  return traffic;
}
