import { isbot } from 'isbot';
import { sql } from 'kysely';
import { isUnavailable } from '../../core/db/faults.ts';
import { describeCause } from '../../core/http/describe-cause.ts';
import type { Services } from '../../core/services.ts';

// How often ads are seen and their forms opened, by day and channel: numbers, nothing about who it was. They are
// gathered in memory and written every few seconds, so that looking at a page costs no write. A process that is
// killed loses what it has gathered since; one that is stopped writes it first.

const FLUSH_MS = 5000;
/** Ads times channels seen within one interval. Beyond it, what is new is not counted until the next writing. */
const MAXIMUM_COUNTERS = 20_000;

export type TrafficKind = 'views' | 'applyClicks';

interface Counter {
  tenantId: number;
  jobAdId: number;
  /** UTC, YYYY-MM-DD. */
  day: string;
  channelId: number;
  views: number;
  applyClicks: number;
}

export class Traffic {
  readonly #services: Services;
  readonly #timer: NodeJS.Timeout;
  #counters = new Map<string, Counter>();
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  count(kind: TrafficKind, tenantId: number, jobAdId: number, channelId: number): void {
    const day = this.#services.now().toISOString().slice(0, 10);
    this.#add({ tenantId, jobAdId, day, channelId, views: 0, applyClicks: 0, [kind]: 1 });
  }

  /** Writes what has been gathered so far; what cannot be written now is kept for the next time. Never rejects. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #add(added: Counter): void {
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
    for (const [tenantId, ofTenant] of Map.groupBy(counters, (counter) => counter.tenantId)) {
      try {
        await writeTraffic(this.#services, tenantId, ofTenant);
      } catch (error) {
        this.#services.log.warn({ tenantId, cause: describeCause(error) }, 'traffic not written');
        // Of another fault the next try would find the same.
        if (isUnavailable(error)) for (const counter of ofTenant) this.#add(counter);
      }
    }
  }
}

async function writeTraffic(
  { database }: Services,
  tenantId: number,
  counters: readonly Counter[],
): Promise<void> {
  // In one order everywhere, so that processes writing at once do not wait for each other in a circle. An ad or a
  // channel that is gone by now drops out.
  await sql`
    INSERT INTO job_ad_traffic AS t (tenant_id, job_ad_id, day, channel_id, views, apply_clicks)
    SELECT ${tenantId}, c."jobAdId", c.day, c."channelId", c.views, c."applyClicks"
      FROM jsonb_to_recordset(${JSON.stringify(counters)}::jsonb)
           AS c ("jobAdId" int, day date, "channelId" int, views int, "applyClicks" int)
      JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = c."jobAdId"
      JOIN tenant_catalog_entry AS e ON e.tenant_id = ${tenantId} AND e.list = 'channels' AND e.id = c."channelId"
     ORDER BY c."jobAdId", c.day, c."channelId"
    ON CONFLICT (tenant_id, job_ad_id, day, channel_id) DO UPDATE
       SET views = t.views + excluded.views, apply_clicks = t.apply_clicks + excluded.apply_clicks`.execute(
    database.tenant(tenantId),
  );
}

/** Whether a request is a person looking at a page, as far as its headers tell. */
export function isVisit(
  method: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  if (method !== 'GET') return false;
  // Browsers that load a page ahead say so, each in its way.
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name]).join(' ');
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const userAgent = headers['user-agent'];
  return typeof userAgent === 'string' && userAgent !== '' && !isbot(userAgent);
}

const trafficOf = new WeakMap<Services, Traffic>();

/** The process's counters; made at the first call. */
export function openTraffic(services: Services): Traffic {
  let traffic = trafficOf.get(services);
  if (traffic === undefined) {
    traffic = new Traffic(services);
    trafficOf.set(services, traffic);
  }
  return traffic;
}
