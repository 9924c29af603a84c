import { sql } from 'kysely';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Services } from '../../../core/services.ts';
import { listTenants } from '../../tenants/index.ts';
import type { Result } from './queries.ts';

/** Metrics of a process that makes calls: the calls of this process, and the backlog of the whole installation. */
export class WebhookMetrics {
  readonly registry = new Registry();
  readonly #calls: Counter<'outcome'>;

  constructor(services: Services) {
    this.#calls = new Counter({
      name: 'webhook_calls_total',
      help: 'Webhook calls by outcome: delivered or failed.',
      labelNames: ['outcome'],
      registers: [this.registry],
    });
    // A scrape collects all three gauges at the same time, so they share one query of the backlog.
    let reading: ReturnType<typeof readBacklog> | undefined;
    const gauge = (name: string, help: string, part: keyof Awaited<ReturnType<typeof readBacklog>>) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        async collect() {
          reading ??= readBacklog(services).finally(() => {
            reading = undefined;
          });
          this.set((await reading)[part]);
        },
      });
    gauge(
      'webhook_deliveries_pending',
      'Deliveries that are waiting for a call, including retries.',
      'pending',
    );
    gauge('webhook_overdue_seconds', 'Seconds since the most overdue call was due.', 'overdueSeconds');
    gauge('webhook_registrations_paused', 'Registrations that are paused after too many failures.', 'paused');
  }

  count(results: readonly Result[]): void {
    for (const { outcome } of results)
      this.#calls.inc({ outcome: outcome.isSuccess ? 'delivered' : 'failed' });
  }
}

/** Runs one query per tenant, because row-level security allows no query across tenants. */
async function readBacklog({ database }: Services) {
  const total = { pending: 0, overdueSeconds: 0, paused: 0 };
  for (const { id } of await listTenants(database.system)) {
    const { rows } = await sql<{ pending: number; overdue: number; paused: number }>`
      SELECT count(*) AS pending,
             coalesce(greatest(extract(epoch FROM clock_now() - min(next_attempt_at)), 0), 0)::float8 AS overdue,
             (SELECT count(*) FROM webhook_registration WHERE tenant_id = ${id} AND paused_at IS NOT NULL) AS paused
        FROM webhook_delivery WHERE tenant_id = ${id} AND next_attempt_at IS NOT NULL`.execute(
      database.tenant(id),
    );
    const [{ pending, overdue, paused }] = rows as [(typeof rows)[0]];
    total.pending += pending;
    total.overdueSeconds = Math.max(total.overdueSeconds, overdue);
    total.paused += paused;
  }
  return total;
}
