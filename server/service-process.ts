import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { createApplication } from './application.ts';
import { parseCvTask } from './areas/documents/index.ts';
import { Deliverer, WebhookMetrics } from './areas/webhooks/index.ts';
import type { Settings } from './config.ts';
import { createLog } from './core/log.ts';
import { startQueue } from './core/queue/index.ts';
import { maintenanceTasks } from './maintenance.ts';
import { openServices } from './open-services.ts';

// One process of the service. `stellwerk start` forks it; the order to work comes over the channel between the two
// and not by arguments or environment, since it holds the master key and the database's password.

export interface WorkOrder {
  settings: Settings;
  databaseUrl: string;
  databaseRole?: string;
  /** Hexadecimal. */
  masterKey: string;
  /** Whether this process answers requests. */
  serves: boolean;
  /** Whether this process runs background tasks. */
  runsTasks: boolean;
}

export type ToProcess =
  | { type: 'work'; order: WorkOrder }
  | { type: 'announced' }
  | { type: 'stop' }
  | { type: 'metricsWanted'; round: number }
  | { type: 'metricsGathered'; round: number; parts: unknown[] };
export type FromProcess =
  | { type: 'ready' }
  | { type: 'failed'; code: string | undefined; message: string }
  | { type: 'metricsAsked' }
  | { type: 'metricsPart'; round: number; part: unknown };

// The terminal sends its signals to the whole group, and so does systemd: the primary alone decides on the end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// The primary is gone, however it died: what it would have stopped ends by itself.
process.on('disconnect', () => process.exit(1));

let work: Promise<{ announce(): void; metrics(): Promise<unknown>; close(): Promise<void> }> | undefined;
/** Answers to /metrics that wait for what the other processes have counted. */
const waitingForMetrics: ((parts: unknown[]) => void)[] = [];

process.on('message', async (message: ToProcess) => {
  if (message.type === 'work') {
    work = begin(message.order);
    work.then(
      () => send({ type: 'ready' }),
      (error) => {
        send({ type: 'failed', code: error.code, message: String(error.message || error.code) });
        cluster.worker?.disconnect();
        process.exitCode = 1;
      },
    );
  } else if (message.type === 'announced') {
    (await work)?.announce();
  } else if (message.type === 'metricsWanted') {
    send({ type: 'metricsPart', round: message.round, part: await (await work)?.metrics() });
  } else if (message.type === 'metricsGathered') {
    for (const resolve of waitingForMetrics.splice(0)) resolve(message.parts);
  } else if (message.type === 'stop') {
    await (await work)?.close();
    process.exit(0);
  }
});

function send(message: FromProcess): void {
  process.send?.(message);
}

/** The metrics of all processes in one, since a scrape reaches any of them. */
async function gatherMetrics(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  waitingForMetrics.push(resolve);
  send({ type: 'metricsAsked' });
  const parts = await promise;
  return AggregatorRegistry.aggregate(parts as never).metrics();
}

async function begin(order: WorkOrder) {
  const { settings, databaseUrl, databaseRole } = order;
  const log = createLog(settings.logLevel);
  // Until the start message is out, only what goes wrong is logged.
  if (log.isLevelEnabled('info')) log.level = 'warn';
  const masterKey = Buffer.from(order.masterKey, 'hex');
  const services = openServices({ settings, log, databaseUrl, databaseRole, masterKey });
  const application = order.serves ? await createApplication(services, gatherMetrics) : undefined;
  await application?.listen({ port: settings.port, host: settings.host });
  const webhookMetrics = order.runsTasks ? new WebhookMetrics(services) : undefined;
  const queue =
    webhookMetrics === undefined
      ? undefined
      : await startQueue({
          databaseUrl,
          databaseRole,
          log,
          tasks: [
            ...maintenanceTasks(services, new Deliverer(services, { metrics: webhookMetrics })),
            parseCvTask(services),
          ],
        });
  return {
    announce() {
      log.level = settings.logLevel;
    },
    async metrics() {
      // Of a scrape's answer the webhooks' part may fail with the database; the rest is wanted all the more then.
      const delivery = webhookMetrics?.registry.getMetricsAsJSON().catch(() => []);
      return [...((await application?.metrics.getMetricsAsJSON()) ?? []), ...((await delivery) ?? [])];
    },
    async close() {
      await Promise.all([application?.close(), queue?.stop()]);
      await services.database.close();
    },
  };
}
