import { Counter, Histogram, type Registry } from 'prom-client';
import { addInstallationGauges } from '../../../core/metrics/installation-gauges.ts';
import type { ObservedServer } from '../../../core/metrics/observer.ts';
import type { Services } from '../../../core/services.ts';
import { listTenants } from '../../tenants/index.ts';
import { readBacklogOf } from './backlog-queries.ts';
import type { Result } from './queries.ts';

/** The calls of this process. */
export class WebhookMetrics {
  readonly #calls: Counter<'outcome'>;
  readonly #duration: Histogram<'outcome'>;

  constructor(registry: Registry) {
    this.#calls = new Counter({
      name: 'webhook_calls_total',
      help: 'Webhook calls by outcome: delivered or failed.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.#duration = new Histogram({
      name: 'webhook_call_duration_seconds',
      help: 'Time from the start of a webhook call to the status of its response, or to its failure.',
      labelNames: ['outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    });
    // Prometheus would see no growth when a series begins with 1.
    for (const outcome of ['delivered', 'failed']) {
      this.#calls.inc({ outcome }, 0);
      this.#duration.zero({ outcome });
    }
  }

  count(results: readonly Result[]): void {
    for (const { outcome } of results) {
      const labels = { outcome: outcome.isSuccess ? 'delivered' : 'failed' };
      this.#calls.inc(labels);
      this.#duration.observe(labels, outcome.latencyMs / 1000);
    }
  }
}

const BACKLOG = {
  webhook_deliveries_pending: 'Deliveries that are waiting for a call, including retries.',
  webhook_overdue_seconds: 'Seconds since the most overdue call was due.',
  webhook_registrations_paused: 'Registrations that are paused after too many failures.',
};

/** Gauges of the backlog of the whole installation. */
export function addWebhookBacklogGauges(registry: Registry, servers: readonly ObservedServer[]): void {
  const sources = servers.map(({ name, observer, services }) => ({
    name,
    observer,
    read: () => readBacklog(services.database),
  }));
  addInstallationGauges(registry, BACKLOG, sources);
}

/** Runs one query per tenant, because row-level security allows no query across tenants. */
async function readBacklog(database: Services['database']): Promise<Record<keyof typeof BACKLOG, number>> {
  const total = {
    webhook_deliveries_pending: 0,
    webhook_overdue_seconds: 0,
    webhook_registrations_paused: 0,
  };
  for (const { id } of await listTenants(database.system)) {
    const { pending, overdue, paused } = await readBacklogOf(database.tenant(id), id);
    total.webhook_deliveries_pending += pending;
    total.webhook_overdue_seconds = Math.max(total.webhook_overdue_seconds, overdue);
    total.webhook_registrations_paused += paused;
  }
  return total;
}
