import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { Services } from '../services.ts';
import { Durations } from './durations.ts';
import type { RouteGroup, RouteRequest, RouteResponse } from './routes.ts';

export interface Metrics {
  registry: Registry;
  /** Returns the function that counts a request with its duration. */
  requestObserver(operation: string, status: number): (seconds: number) => void;
  countStalledReader(): void;
}

/** The labels are operation ids and statuses, never record ids or URLs, so that the number of series is bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Durations({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const stalledReaders = new Counter({
    name: 'http_stalled_readers_total',
    help: 'Connections that were closed because the reader of a streamed response took too little of it.',
    registers: [registry],
  });
  return {
    registry,
    countStalledReader: () => stalledReaders.inc(),
    requestObserver: (operation, status) => durations.seriesOf(operation, status),
  };
}

/** GET /metrics in the Prometheus text format, for callers that send METRICS_TOKEN. */
export function metricsRoutes(services: Services, collect: () => Promise<string>): RouteGroup {
  const { metricsToken } = services.settings;
  return {
    isExempt: true,
    routes: [
      {
        method: 'GET',
        path: '/metrics',
        async handle(request) {
          if (metricsToken === undefined)
            return unauthorized('Metrics are disabled. Set METRICS_TOKEN and send it as a bearer token.\n');
          if (!isSame(bearerToken(request), metricsToken))
            return unauthorized('Send "Authorization: Bearer <METRICS_TOKEN>".\n');
          return {
            type: 'text/plain; version=0.0.4; charset=utf-8',
            headers: { 'cache-control': 'no-store' },
            body: await collect(),
          };
        },
      },
    ],
  };
}

function bearerToken({ headers }: RouteRequest): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

function unauthorized(body: string): RouteResponse {
  return {
    status: 401,
    type: 'text/plain; charset=utf-8',
    headers: { 'cache-control': 'no-store', 'www-authenticate': 'Bearer realm="metrics"' },
    body,
  };
}

// Compares hashes, because timingSafeEqual requires equal lengths.
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
