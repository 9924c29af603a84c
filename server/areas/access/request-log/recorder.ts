import { isTransient } from '../../../core/db/faults.ts';
import { TenantAwayError } from '../../../core/db/tenant-away.ts';
import { runTransaction } from '../../../core/db/transaction.ts';
import { describeCause } from '../../../core/http/describe-cause.ts';
import type { AnyEndpoint, EndedRequest } from '../../../core/http/index.ts';
import { PeriodicWrites } from '../../../core/periodic-writes.ts';
import type { Services } from '../../../core/services.ts';
import { loggedFaults } from './faults.ts';
import { type Count, type LoggedRequest, writeCounts, writeRequests } from './queries.ts';

// Calls of API clients are collected in memory and written every few seconds, so that a call costs no write. A process that is stopped
// writes them first. A process that is killed loses those since the last write: the log is for looking things up, and nothing else
// depends on it.

const FLUSH_MS = 5000;
const HOUR_MS = 3_600_000;
/** Of a client in one interval, for calls that succeeded and for calls that failed. The others are only counted. */
export const MAXIMUM_LISTED = 50;
/** Of all clients in one interval. */
const MAXIMUM_ENTRIES = 5000;
const MAXIMUM_COUNTS = 20_000;
const FIRST_FAILURE = 400;

/** What has been collected of one tenant since the last write. */
interface Collected {
  requests: LoggedRequest[];
  /** By client, hour, operation, and status. */
  counts: Map<string, Count>;
  /** How many calls of a client are in `requests`, by its id and whether they failed. */
  listed: Map<string, number>;
}

export class RequestRecorder {
  readonly #services: Services;
  readonly #writes = new PeriodicWrites(() => this.#write(), FLUSH_MS);
  #tenants = new Map<number, Collected>();
  #entries = 0;
  #counts = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Adds a call of an API client. Ignores all others. */
  add(request: EndedRequest): void {
    const { caller, endpoint } = request;
    if (caller?.kind !== 'client' || endpoint === undefined) return;
    const collected = this.#collectedOf(caller.tenantId);
    const atMs = this.#services.now().getTime();
    const call: Call = { ...request, endpoint, apiClientId: caller.apiClientId, atMs };
    this.#count(collected, call);
    this.#list(collected, call);
  }

  /**
   * Writes what was collected. Keeps it for the next attempt if the database is unavailable, or if the tenant is about to move. Never
   * rejects.
   */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  #collectedOf(tenantId: number): Collected {
    let collected = this.#tenants.get(tenantId);
    if (collected === undefined) {
      collected = { requests: [], counts: new Map(), listed: new Map() };
      this.#tenants.set(tenantId, collected);
    }
    return collected;
  }

  #count({ counts }: Collected, { apiClientId, atMs, endpoint, status, elapsedMs }: Call): void {
    const hourMs = atMs - (atMs % HOUR_MS);
    const key = `${apiClientId} ${hourMs} ${endpoint.id} ${status}`;
    const count = counts.get(key);
    if (count !== undefined) {
      count.requests += 1;
      count.durationMs += elapsedMs;
    } else if (this.#counts < MAXIMUM_COUNTS) {
      this.#counts += 1;
      const { id: operation } = endpoint;
      counts.set(key, {
        apiClientId,
        hourMs,
        operation,
        route: routeOf(endpoint),
        status,
        requests: 1,
        durationMs: elapsedMs,
      });
    }
  }

  #list({ requests, listed }: Collected, call: Call): void {
    const key = `${call.apiClientId} ${call.status >= FIRST_FAILURE}`;
    const before = listed.get(key) ?? 0;
    if (before >= MAXIMUM_LISTED || this.#entries >= MAXIMUM_ENTRIES) return;
    listed.set(key, before + 1);
    this.#entries += 1;
    const { apiClientId, atMs, endpoint, status, elapsedMs, isInterrupted, requestId, sentError } = call;
    requests.push({
      apiClientId,
      atMs,
      operation: endpoint.id,
      route: routeOf(endpoint),
      status,
      errorCode: sentError?.error.code ?? null,
      faults: sentError === undefined ? null : loggedFaults(endpoint, sentError.error.faults),
      durationMs: Math.round(elapsedMs),
      isInterrupted,
      requestId,
      messageGuid: sentError?.messageGuid ?? null,
    });
  }

  async #write(): Promise<void> {
    const tenants = this.#tenants;
    this.#tenants = new Map();
    this.#entries = 0;
    this.#counts = 0;
    for (const [tenantId, collected] of tenants) {
      const db = this.#services.database.tenant(tenantId);
      try {
        await runTransaction(db, async (transaction) => {
          await writeCounts(transaction, tenantId, [...collected.counts.values()]);
          await writeRequests(transaction, tenantId, collected.requests);
        });
      } catch (error) {
        this.#services.log.warn({ tenantId, cause: describeCause(error) }, 'request log not written');
        // After any other error, the next attempt would fail too.
        if (isTransient(error) || error instanceof TenantAwayError) this.#keep(tenantId, collected);
      }
    }
  }

  #keep(tenantId: number, { requests, counts, listed }: Collected): void {
    const collected = this.#collectedOf(tenantId);
    const room = Math.max(0, MAXIMUM_ENTRIES - this.#entries);
    collected.requests.unshift(...requests.slice(0, room));
    this.#entries += Math.min(requests.length, room);
    for (const [key, number] of listed) collected.listed.set(key, (collected.listed.get(key) ?? 0) + number);
    for (const [key, count] of counts) {
      const own = collected.counts.get(key);
      if (own !== undefined) {
        own.requests += count.requests;
        own.durationMs += count.durationMs;
      } else if (this.#counts < MAXIMUM_COUNTS) {
        this.#counts += 1;
        collected.counts.set(key, count);
      }
    }
  }
}

interface Call extends EndedRequest {
  endpoint: AnyEndpoint;
  apiClientId: number;
  atMs: number;
}

function routeOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`;
}

const recorders = new WeakMap<Services, RequestRecorder>();

/** Returns the recorder of the process, which the first call creates. */
export function getRequestRecorder(services: Services): RequestRecorder {
  let recorder = recorders.get(services);
  if (recorder === undefined) {
    recorder = new RequestRecorder(services);
    recorders.set(services, recorder);
  }
  return recorder;
}
