import { setTimeout as delay } from 'node:timers/promises';
import { ExpectedReads } from './areas/candidates/index.ts';
import { CvMetrics, parseCvTask, releaseStalledCvsTask } from './areas/documents/index.ts';
import { MailMetrics } from './areas/mail/index.ts';
import { SearchIndexer } from './areas/search/index.ts';
import { Deliverer, WebhookMetrics } from './areas/webhooks/index.ts';
import type { Database, SystemDatabase } from './core/db/connection.ts';
import { describeCause } from './core/http/describe-cause.ts';
import type { Metrics } from './core/http/metrics.ts';
import { type Queue, type QueueTask, startQueue } from './core/queue/index.ts';
import { QueueMetrics } from './core/queue/metrics.ts';
import type { Services } from './core/services.ts';
import { mailTasks } from './mail-tasks.ts';
import { maintenanceTasks } from './maintenance.ts';

const RESTART_MS = 5000;

/** A server with what its background work needs. */
export interface Server {
  name: string;
  url: string;
  role: string | undefined;
  services: Services;
}

/** A worker of Citus has a queue and nothing else that the coordinator does not do for all. */
export interface Worker extends Server {
  /** Reaches only the worker. */
  database: Database;
}

/**
 * Starts the background work of each server: jobs are in the database of their tenant, so that the transaction of a change adds them.
 * `untilStarted` waits as long as the first server is away, and `stop` ends the wait.
 */
export function startWork(servers: readonly Server[], workers: readonly Worker[], metrics: Metrics) {
  const counters = {
    webhooks: new WebhookMetrics(metrics.registry),
    queue: new QueueMetrics(metrics.registry),
    mail: new MailMetrics(metrics.registry),
    cv: new CvMetrics(metrics.registry),
  };
  const stopping = new AbortController();
  const queues: Queue[] = [];
  const failing = new Set<Server>();
  const prepare = (server: Server) => {
    const worker = workers.find((one) => one === server);
    const tasks = tasksOf(server.services, counters, (worker ?? server.services).database.system);
    // The coordinator does what is done for all tenants at a time.
    if (worker !== undefined) for (const task of tasks) if (!task.concernsItsQueue) delete task.schedule;
    return async () => {
      const queue = await startTasks(server, tasks, { metrics: counters.queue, signal: stopping.signal });
      if (stopping.signal.aborted) await queue.stop();
      else queues.push(queue);
    };
  };
  const repeatStart = async (server: Server) => {
    const start = prepare(server);
    while (!stopping.signal.aborted) {
      try {
        await start();
        failing.delete(server);
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failing.add(server);
        server.services.log.error(
          { server: server.name, cause: describeCause(error) },
          'the queue did not start',
        );
        await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const [first, ...others] = servers;
  // One whose queue does not start must not keep the process from working for the others.
  const starting = [...others, ...workers].map(repeatStart);
  const indexers: SearchIndexer[] = [];
  const untilStarted = prepare(first!)().then(() => {
    if (!stopping.signal.aborted)
      indexers.push(...servers.map(({ services }) => new SearchIndexer(services)));
  });
  return {
    untilStarted,
    get isRunning() {
      return failing.size === 0 && queues.every((queue) => queue.isRunning);
    },
    async stop() {
      stopping.abort();
      // Those that run do not wait for those that start: they would fetch jobs that the end of the process interrupts.
      await Promise.all([
        ...[...queues, ...indexers].map((one) => one.stop()),
        Promise.allSettled([...starting, untilStarted]),
      ]);
    },
  };
}

interface Counters {
  webhooks: WebhookMetrics;
  queue: QueueMetrics;
  mail: MailMetrics;
  cv: CvMetrics;
}

function tasksOf(services: Services, counters: Counters, queue: SystemDatabase): QueueTask[] {
  const reads = new ExpectedReads(services.database);
  const deliverer = new Deliverer(services, {
    metrics: counters.webhooks,
    onCall: (tenantId, endpoint) => reads.expect(tenantId, endpoint),
  });
  return [
    ...maintenanceTasks(services, deliverer, queue),
    ...mailTasks(services, counters.mail, queue),
    parseCvTask(services, counters.cv, queue),
    releaseStalledCvsTask(services, queue),
  ];
}

function startTasks(
  { url, role, services }: Server,
  tasks: readonly QueueTask[],
  { metrics, signal }: { metrics: QueueMetrics; signal: AbortSignal },
): Promise<Queue> {
  const { databaseServers, databaseWorkers } = services.settings;
  return startQueue({
    databaseUrl: url,
    databaseRole: role,
    isPlaced: databaseServers.length > 0,
    isDistributed: databaseWorkers.length > 0,
    log: services.log,
    tracer: services.tracer,
    metrics,
    signal,
    tasks,
  });
}
