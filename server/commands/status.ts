import type { Command } from './command.ts';
import { findRunningServices, type RunningService } from './running-file.ts';

const TIMEOUT_MS = 5000;

export const statusCommand: Command = {
  name: 'status',
  summary:
    'Show whether the service is running, and its addresses and health. Exit code 1 if it is not ready.',
  async run({ settings }) {
    const { dataDirectory } = settings();
    const running = await findRunningServices(dataDirectory);
    const services = await Promise.all(running.map(inspect));
    return {
      data: { running: services.length > 0, dataDirectory, services },
      text:
        services.length === 0
          ? `No service is running on DATA_DIR ${dataDirectory}. Start it with: npm start`
          : [...services.map(describe), `Data       ${dataDirectory}`].join('\n'),
      exitCode: services.length > 0 && services.every(({ health }) => isHealthy(health)) ? 0 : 1,
    };
  },
};

type Inspected = Awaited<ReturnType<typeof inspect>>;

async function inspect(service: RunningService) {
  return {
    ...service,
    api: service.port === null ? null : `${service.publicUrl}/v3`,
    health: await readHealth(service),
  };
}

/** The status of /health/ready, or why there is none. */
async function readHealth({ host, port }: RunningService): Promise<string> {
  if (host === null || port === null)
    return 'not observed: the service does not listen on a port (ROLE=worker)';
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `http://${target.includes(':') ? `[${target}]` : target}:${port}/health/ready`;
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': 'stellwerk-status', connection: 'close' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, reason } = (await response.json()) as { status: string; reason?: string };
    return reason === undefined ? status : `${status}: ${reason}`;
  } catch {
    return `no response at ${url}. Run "npx stellwerk doctor".`;
  }
}

function isHealthy(health: string): boolean {
  return health === 'ready' || health.startsWith('not observed');
}

function describe({
  version,
  processId,
  startedAtUtc,
  host,
  port,
  api,
  publicUrl,
  health,
}: Inspected): string {
  const lines = [`Service    Stellwerk ${version}, process ${processId}, since ${startedAtUtc}`];
  if (api !== null) {
    lines.push(`Listening  ${host} port ${port}`, `API        ${api}`, `Job portal ${publicUrl}/jobs`);
  }
  return [...lines, `Health     ${health}`].join('\n');
}
