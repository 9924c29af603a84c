import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { listRequests, readCounts } from './queries.ts';
import {
  COUNTED_DAYS,
  DEFAULT_HOURS,
  DEFAULT_LIMIT,
  LISTED_DAYS,
  RequestCountsQuery,
  RequestCountsResponse,
  type RequestLogEntry,
  RequestLogQuery,
  RequestLogResponse,
} from './schema.ts';

const HOUR_MS = 3_600_000;
const COMMON = {
  audience: 'platform',
  area: 'API clients',
  method: 'GET',
  permission: 'clients:read',
} as const;

export const requestLogEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'requestLog_list',
    path: '/request-log',
    summary: 'List the calls of the API clients',
    description: `Returns which operations were called in the last ${LISTED_DAYS} days and how each call ended, without anything that was sent or returned. A call appears within a few seconds. Of a client that makes more than ten calls in a second, some are only counted. Calls without a valid token are of no client, so they are not in it.`,
    query: RequestLogQuery,
    success: { status: 200, description: 'A page of the request log.', schema: RequestLogResponse },
    async handle({ db, tenantId, query: { clientId, outcome, requestId, before, limit = DEFAULT_LIMIT } }) {
      // One entry more shows whether there is another page.
      const filter = { clientId, outcome, requestId, before, limit: limit + 1 };
      const found = await listRequests(db, tenantId, filter);
      const requests = found.slice(0, limit);
      const nextBefore = found.length > limit ? requests.at(-1)!.id : null;
      return { requests: requests.toSorted(byTime), nextBefore };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'requestLog_count',
    path: '/request-log/counts',
    summary: 'Count the calls of the API clients',
    description: `Counts every call of the last ${COUNTED_DAYS} days by hour (UTC) and by operation. A call is counted within a few seconds.`,
    query: RequestCountsQuery,
    success: { status: 200, description: 'The counts.', schema: RequestCountsResponse },
    async handle({ services, db, tenantId, query: { clientId, hours = DEFAULT_HOURS } }) {
      const nowMs = services.now().getTime();
      const sinceMs = nowMs - (nowMs % HOUR_MS) - (hours - 1) * HOUR_MS;
      const counts = await readCounts(db, tenantId, { clientId, sinceMs });
      return { fromUtc: new Date(sinceMs).toISOString(), ...counts };
    },
  }),
];

/** Newest first. Processes write a few seconds apart, so ids of the same seconds can be in another order. */
function byTime(one: RequestLogEntry, other: RequestLogEntry): number {
  return Date.parse(other.atUtc) - Date.parse(one.atUtc) || other.id - one.id;
}
