import { AggregatorRegistry } from 'prom-client';
import { createApplication } from './application.ts';
import { addSearchGauges } from './areas/search/index.ts';
import { addWebhookBacklogGauges } from './areas/webhooks/index.ts';
import { type Server, startWork, type Worker } from './background-work.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Settings } from './config.ts';
import { listenForMoves } from './core/db/notifications.ts';
import { PlannerStatistics } from './core/db/planner-statistics.ts';
import { addPoolGauges } from './core/db/pool-metrics.ts';
import { refuseMovesAtStart } from './core/db/server-registration.ts';
import { HealthChecks } from './core/health/checks.ts';
import type { Checks } from './core/health/report.ts';
import { describeCause } from './core/http/describe-cause.ts';
import { createMetrics, type Metrics } from './core/http/metrics.ts';
import { drainConnections } from './core/http/server/drain.ts';
import { addLoadGauges } from './core/load/metrics.ts';
import { createLog } from './core/log.ts';
import { CountReports } from './core/metrics/count-reports.ts';
import type { Counted } from './core/metrics/count-totals.ts';
import { InstallationObserver } from './core/metrics/observer.ts';
import { addQueueGauges } from './core/queue/metrics.ts';
import type { Services } from './core/services.ts';
import { openTracer } from './core/tracing/index.ts';
import { openServices, type ServerRoles, servicesOfServers } from './open-services.ts';
import { releaseMemory } from './release-memory.ts';

// One process of the service, forked by `stellwerk start`. Its options arrive over the IPC channel instead of arguments or
// environment variables, because they contain the master key and the database password.

const MASTER_KEY_REFRESH_MS = 60_000;

export interface ProcessOptions {
  settings: Settings;
  databaseUrl: string;
  databaseRole?: string;
  /** See OpenOptions. */
  serverRoles?: ServerRoles;
  /** Hexadecimal. */
  masterKey: string;
  servesRequests: boolean;
  /** Whether this process runs background tasks and webhook deliveries. */
  runsTasks: boolean;
  /** Whether this process observes the installation for its service. Of several services, one reports what it sees. */
  observesInstallation: boolean;
}

/** What the primary asks a running process about itself. */
export type Question = 'health' | 'metrics';

export type MessageToProcess =
  | { type: 'start'; options: ProcessOptions }
  | { type: 'enableLogs' }
  | { type: 'drain' }
  | { type: 'stop' }
  | { type: 'ask'; question: Question; round: number }
  | { type: 'metricsCollected'; parts: unknown[] };
export type MessageFromProcess =
  /** It serves requests and runs jobs as far as it can. */
  | { type: 'started' }
  /** Its background work has started too. */
  | { type: 'ready' }
  | { type: 'failed'; code: string | undefined; message: string }
  | { type: 'metricsRequested' }
  | { type: 'counted'; counted: Counted[] }
  | { type: 'response'; round: number; value: unknown };

// The terminal, and systemd by default, signal the whole process group. Only the primary decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// The primary has died, so nothing else would stop this process.
process.on('disconnect', () => process.exit(1));

let started: Promise<RunningProcess> | undefined;
/** Also while it drains. */
let isStopping = false;
let isClosing = false;
/** Resolvers of the /metrics responses that wait for the other processes. */
const waitingForMetrics: ((parts: unknown[]) => void)[] = [];

process.on('message', async (message: MessageToProcess) => {
  if (message.type === 'start') {
    started = start(message.options);
    const ready = started.then(({ untilReady }) => {
      send({ type: 'started' });
      return untilReady;
    });
    ready.then(
      () => send({ type: 'ready' }),
      (error) => {
        // A stop ends the wait for a database that is away. Requests that are running end as usual.
        if (isClosing) return;
        // At once: a process that closes its port first gives connections that are on their way to it back to the primary, which
        // keeps them open for ever if there is no other process. Those of a process that is gone are closed.
        process.send!(
          { type: 'failed', code: error.code, message: String(error.message || error.code) },
          undefined,
          undefined,
          () => process.exit(1),
        );
      },
    );
  } else if (message.type === 'enableLogs') {
    (await started)?.enableLogs();
  } else if (message.type === 'ask') {
    send({
      type: 'response',
      round: message.round,
      value: await (await started)?.respond[message.question](),
    });
  } else if (message.type === 'metricsCollected') {
    for (const resolve of waitingForMetrics.splice(0)) resolve(message.parts);
  } else if (message.type === 'drain') {
    isStopping = true;
    drainConnections();
  } else if (message.type === 'stop') {
    isStopping = true;
    isClosing = true;
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

/** Serves requests, if it is a process that does. */
interface RunningProcess {
  /** Resolves when its background work has started, which can take as long as the database is away. */
  untilReady: Promise<void> | undefined;
  enableLogs(): void;
  respond: Record<Question, () => Promise<unknown>>;
  close(): Promise<void>;
}

async function start(options: ProcessOptions): Promise<RunningProcess> {
  const { settings, databaseUrl, databaseRole, serverRoles } = options;
  const log = createLog(settings.logLevel);
  // Before the start message, only warnings and errors are logged.
  if (log.isLevelEnabled('info')) log.level = 'warn';
  const masterKey = Buffer.from(options.masterKey, 'hex');
  const tracer = await openTracer(settings, log);
  const services = openServices({
    settings,
    log,
    databaseUrl,
    databaseRole,
    serverRoles,
    masterKey,
    tracer,
  });
  const servers = findServers(options, services);
  const checks = new HealthChecks(services);
  const metrics = createMetrics();
  addPoolGauges(metrics.registry, services);
  addLoadGauges(metrics.registry, services.load);
  const counts = new CountReports(metrics.registry, (counted) => send({ type: 'counted', counted }));
  if (settings.metricsToken !== undefined || settings.managementPort !== undefined) counts.start();
  const workers = findWorkers(settings, services);
  const observation = options.observesInstallation ? observe(servers, workers, metrics) : undefined;
  // A process that listens to notifications can miss one, and a worker has none.
  setInterval(() => services.masterKeys.refresh(), MASTER_KEY_REFRESH_MS).unref();
  const application = options.servesRequests
    ? await createApplication(services, {
        metrics,
        collectMetrics: gatherMetrics,
        checks,
        isStopping: () => isStopping,
      })
    : undefined;
  const moves = application === undefined ? await listenForMoves(services) : undefined;
  await refuseMovesAtStart(services.database);
  releaseMemory();
  await application?.listen({ port: settings.port, host: settings.host });
  void application?.warmUp();
  const work = options.runsTasks ? startWork(servers, workers, metrics) : undefined;
  return {
    untilReady: work?.untilStarted,
    enableLogs() {
      log.level = settings.logLevel;
    },
    respond: {
      /** The gauges. The counts are sent before them. */
      async metrics() {
        await counts.report();
        return counts.readGauges();
      },
      async health(): Promise<Checks> {
        const checked = await checks.run();
        return work === undefined ? checked : { ...checked, queue: work.isRunning ? 'ok' : 'stopped' };
      },
    },
    async close() {
      await Promise.all([application?.close(), work?.stop(), observation?.stop(), moves?.close()]);
      await Promise.all([services.database.close(), services.blobs.close(), tracer?.stop()]);
    },
  };
}

function findServers(
  { settings, databaseUrl, databaseRole, serverRoles }: ProcessOptions,
  all: Services,
): Server[] {
  const urls = new Map(settings.databaseServers.map(({ name, url }) => [name, url]));
  return servicesOfServers(all).map(({ name, services }) => {
    const url = urls.get(name);
    return url === undefined
      ? { name, url: databaseUrl, role: databaseRole, services }
      : { name, url, role: serverRoles?.[name], services };
  });
}

function findWorkers({ databaseWorkers }: Settings, services: Services): Worker[] {
  return databaseWorkers.map(({ name, url }) => {
    const { database } = services.database.nodes.find((node) => node.name === name)!;
    return { name, url, role: undefined, services, database };
  });
}

/** What one process of a service does for all of them. */
function observe(
  servers: readonly Server[],
  workers: readonly Worker[],
  { registry }: Metrics,
): { stop(): Promise<void> } {
  const observed = servers.map(({ url, ...server }) => ({
    ...server,
    observer: new InstallationObserver(url),
  }));
  const observedWorkers = workers.map(({ name, url, database }) => ({
    name,
    services: { database },
    observer: new InstallationObserver(url),
  }));
  addQueueGauges(registry, [...observed, ...observedWorkers]);
  addWebhookBacklogGauges(registry, observed);
  addSearchGauges(registry, observed);
  const statistics = servers.map(
    ({ name, url, services: { log } }) =>
      new PlannerStatistics({
        url,
        onFailure: (error) =>
          log.warn({ server: name, cause: describeCause(error) }, 'tables were not analyzed'),
      }),
  );
  for (const { services } of servers) new ClockWatch(services).start();
  return {
    async stop() {
      for (const { observer } of [...observed, ...observedWorkers]) observer.close();
      await Promise.all(statistics.map((one) => one.stop()));
    },
  };
}
