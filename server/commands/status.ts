import type { Settings } from '../config.ts';
import type { HealthReport } from '../core/health/report.ts';
import type { Command } from './command.ts';
import { findRunningDatabase } from './data-directory.ts';
import { findRunningServices, type RunningService } from './running-file.ts';

const TIMEOUT_MS = 5000;

export const statusCommand: Command = {
  name: 'status',
  summary:
    'Show whether the service is running, and its addresses and health. Exit code 1 if it is not ready.',
  async run({ settings }) {
    const read = settings();
    const { dataDirectory } = read;
    const running = await findRunningServices(dataDirectory);
    const services = await Promise.all(running.map(inspect));
    return {
      data: { running: services.length > 0, dataDirectory, services },
      text:
        services.length === 0
          ? `No service is running on DATA_DIR ${dataDirectory}. Start it with: npm start${await describeDatabase(read)}`
          : [...services.map(describe), `Data       ${dataDirectory}`].join('\n'),
      exitCode: services.length > 0 && services.every(({ isHealthy }) => isHealthy) ? 0 : 1,
    };
  },
};

/** A copy of DATA_DIR that is made while its database runs is no backup. */
async function describeDatabase(settings: Settings): Promise<string> {
  const isRunning = settings.databaseUrl === undefined && (await findRunningDatabase(settings)) !== undefined;
  return isRunning
    ? '\nIts database is running: for a command, or since a process was killed. If it was killed, the next start takes the database over, and stops it when it ends.'
    : '';
}

type Inspected = Awaited<ReturnType<typeof inspect>>;

interface Health {
  /** The status and what fails, or why there is no status. */
  health: string;
  checks: HealthReport['checks'];
  isHealthy: boolean;
}

async function inspect(service: RunningService) {
  return {
    ...service,
    api: service.port === null ? null : `${service.publicUrl}/v3`,
    ...(await readHealth(service)),
  };
}

/** /health/ready of the management port, which knows all processes, or else of the public port. */
async function readHealth(service: RunningService): Promise<Health> {
  const { managementHost, managementPort } = service;
  const host = managementPort == null ? service.host : managementHost;
  const port = managementPort ?? service.port;
  if (host == null || port === null) {
    const health = 'not observed: the service does not listen on a port (ROLE=worker, MANAGEMENT_PORT=off)';
    return { health, checks: {}, isHealthy: true };
  }
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `http://${target.includes(':') ? `[${target}]` : target}:${port}/health/ready`;
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': 'stellwerk-status', connection: 'close' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, reason, checks = {} } = (await response.json()) as Partial<HealthReport>;
    return {
      health: `${status}${reason === undefined ? '' : `: ${reason}`}`,
      checks,
      isHealthy: response.ok,
    };
  } catch {
    return { health: `no response at ${url}. Run "npx stellwerk doctor".`, checks: {}, isHealthy: false };
  }
}

function describe({
  version,
  processId,
  startedAtUtc,
  host,
  port,
  api,
  publicUrl,
  managementHost,
  managementPort,
  health,
}: Inspected): string {
  const lines = [`Service    Stellwerk ${version}, process ${processId}, since ${startedAtUtc}`];
  if (api !== null) {
    lines.push(`Listening  ${host} port ${port}`, `API        ${api}`, `Job portal ${publicUrl}/jobs`);
  }
  if (managementPort != null) lines.push(`Management ${managementHost} port ${managementPort}`);
  return [...lines, `Health     ${health}`].join('\n');
}
