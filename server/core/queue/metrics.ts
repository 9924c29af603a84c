import { sql } from 'kysely';
import { Histogram, type Registry } from 'prom-client';
import type { SystemDatabase } from '../db/connection.ts';
import { addInstallationGauges } from '../metrics/installation-gauges.ts';
import type { ObservedServer } from '../metrics/observer.ts';

const HELP = {
  queue_jobs_ready: 'Jobs that are due and wait for a process.',
  queue_jobs_running: 'Jobs that a process is running.',
  queue_jobs_scheduled: 'Jobs that are due later, including retries.',
  queue_jobs_failed: 'Jobs that have failed finally and are not retried.',
  queue_oldest_ready_seconds: 'Seconds since the oldest job that waits for a process was due.',
};

/** Gauges of the jobs of the installation. The queue belongs to the control plane: a job contains ids only. */
export function addQueueGauges(registry: Registry, servers: readonly ObservedServer[]): void {
  const sources = servers.map(({ name, observer, services }) => ({
    name,
    observer,
    read: () => readQueue(services.database.system),
  }));
  addInstallationGauges(registry, HELP, sources);
}

async function readQueue(database: SystemDatabase): Promise<Record<keyof typeof HELP, number>> {
  const { rows } = await sql<Record<keyof typeof HELP, number>>`
      SELECT count(*) FILTER (WHERE is_waiting AND run_at <= now()) AS queue_jobs_ready,
             count(*) FILTER (WHERE locked_at IS NOT NULL) AS queue_jobs_running,
             count(*) FILTER (WHERE is_waiting AND run_at > now()) AS queue_jobs_scheduled,
             count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts) AS queue_jobs_failed,
             coalesce(greatest(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_waiting)), 0), 0)::float8
               AS queue_oldest_ready_seconds
        FROM (SELECT run_at, locked_at, attempts, max_attempts,
                     locked_at IS NULL AND attempts < max_attempts AS is_waiting
                FROM graphile_worker.jobs) AS job`.execute(database);
  return rows[0]!;
}

/** The runs of a process's tasks. */
export class QueueMetrics {
  readonly #duration: Histogram<'task' | 'outcome'>;

  constructor(registry: Registry) {
    this.#duration = new Histogram({
      name: 'queue_task_duration_seconds',
      help: 'Duration of the runs of background tasks by outcome: succeeded or failed. Webhook calls continue after their task.',
      labelNames: ['task', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
      registers: [registry],
    });
  }

  async observe(task: string, run: () => Promise<void>): Promise<void> {
    const end = this.#duration.startTimer({ task });
    try {
      await run();
      end({ outcome: 'succeeded' });
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  }
}
