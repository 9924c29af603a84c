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

// One process of the service, forked by `stellwerk start`. Its options arrive over the IPC channel instead of arguments or
// environment variables, because they contain the master key and the database password.

export interface ProcessOptions {
  settings: Settings;
  databaseUrl: string;
  databaseRole?: string;
  /** Hexadecimal. */
  masterKey: string;
  servesRequests: boolean;
  /** Whether this process runs background tasks and webhook deliveries. */
  runsTasks: boolean;
}

export type MessageToProcess =
  | { type: 'start'; options: ProcessOptions }
  | { type: 'enableLogs' }
  | { type: 'stop' }
  | { type: 'collectMetrics'; round: number }
  | { type: 'metricsCollected'; round: number; parts: unknown[] };
export type MessageFromProcess =
  | { type: 'ready' }
  | { type: 'failed'; code: string | undefined; message: string }
  | { type: 'metricsRequested' }
  | { type: 'metricsPart'; round: number; part: unknown };

// The terminal, and systemd by default, signal the whole process group. Only the primary decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// The primary has died, so nothing else would stop this process.
process.on('disconnect', () => process.exit(1));

let started: Promise<{ enableLogs(): void; metrics(): Promise<unknown>; close(): Promise<void> }> | undefined;
/** Resolvers of the /metrics responses that wait for the other processes. */
const waitingForMetrics: ((parts: unknown[]) => void)[] = [];

process.on('message', async (message: MessageToProcess) => {
  if (message.type === 'start') {
    started = start(message.options);
    started.then(
      () => send({ type: 'ready' }),
      (error) => {
        send({ type: 'failed', code: error.code, message: String(error.message || error.code) });
        cluster.worker?.disconnect();
        process.exitCode = 1;
      },
    );
  } else if (message.type === 'enableLogs') {
    (await started)?.enableLogs();
  } else if (message.type === 'collectMetrics') {
    send({ type: 'metricsPart', round: message.round, part: await (await started)?.metrics() });
  } else if (message.type === 'metricsCollected') {
    for (const resolve of waitingForMetrics.splice(0)) resolve(message.parts);
  } else if (message.type === 'stop') {
    await (await started)?.close();
    process.exit(0);
  }
});

function send(message: MessageFromProcess): void {
  process.send?.(message);
}

/** The merged metrics of all processes. A scrape reaches only one of them. */
async function gatherMetrics(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  waitingForMetrics.push(resolve);
  send({ type: 'metricsRequested' });
  const parts = await promise;
  return AggregatorRegistry.aggregate(parts as never).metrics();
}

async function start(options: ProcessOptions) {
  const { settings, databaseUrl, databaseRole } = options;
  const log = createLog(settings.logLevel);
  // Before the start message, only warnings and errors are logged.
  if (log.isLevelEnabled('info')) log.level = 'warn';
  const masterKey = Buffer.from(options.masterKey, 'hex');
  const services = openServices({ settings, log, databaseUrl, databaseRole, masterKey });
  const application = options.servesRequests ? await createApplication(services, gatherMetrics) : undefined;
  await application?.listen({ port: settings.port, host: settings.host });
  void application?.warmUp();
  const webhookMetrics = options.runsTasks ? new WebhookMetrics(services) : undefined;
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
    enableLogs() {
      log.level = settings.logLevel;
    },
    async metrics() {
      // Webhook metrics need the database. If it is down, the other metrics matter even more.
      const delivery = webhookMetrics?.registry.getMetricsAsJSON().catch(() => []);
      return [...((await application?.metrics.getMetricsAsJSON()) ?? []), ...((await delivery) ?? [])];
    },
    async close() {
      await Promise.all([application?.close(), queue?.stop()]);
      await services.database.close();
    },
  };
}
