import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Services } from '../services.ts';
import type { FastifyInstance } from './index.ts';

export interface Metrics {
  registry: Registry;
  observeRequest(operation: string, status: number, seconds: number): void;
}

/** Operation ids and statuses as labels, never an id or an address: the number of series stays bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (operation, status, seconds) =>
      duration.observe({ operation, status: String(status) }, seconds),
  };
}

/** GET /metrics in Prometheus text, for whoever has METRICS_TOKEN. */
export function registerMetrics(
  app: FastifyInstance,
  services: Services,
  collect: () => Promise<string>,
): void {
  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = services.settings;
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    reply.header('cache-control', 'no-store');
    if (metricsToken === undefined || !isSame(given, metricsToken)) {
      return reply
        .status(401)
        .header('www-authenticate', 'Bearer realm="metrics"')
        .type('text/plain; charset=utf-8')
        .send(
          metricsToken === undefined
            ? 'Set METRICS_TOKEN to read the metrics, and send it as a bearer token.\n'
            : 'Send "Authorization: Bearer <METRICS_TOKEN>".\n',
        );
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await collect());
  });
}

// Hashed first: timingSafeEqual wants equal lengths.
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
