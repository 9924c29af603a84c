import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { type DemoAccess, demoFile } from './demo-access.ts';

/** The message that a start prints when the service is ready. */
export function startMessage(
  settings: Settings,
  demo: DemoAccess | undefined,
  version: string,
  processes: number,
  warnings: readonly string[] = [],
): string {
  const database = settings.databaseUrl === undefined ? 'embedded PostgreSQL' : 'PostgreSQL at DATABASE_URL';
  const count = processes === 1 ? '1 process' : `${processes} processes`;
  const management = managementUrl(settings);
  if (settings.role === 'worker') {
    const observed =
      management === undefined ? 'It does not listen on a port.' : `Health and metrics: ${management}.`;
    const shown = warnings.map((warning) => `Warning: ${warning}\n`).join('');
    return `Stellwerk ${version} runs background tasks (ROLE=worker): ${count}, ${database}. ${observed}\n${shown}`;
  }
  const { publicUrl } = settings;
  const lines = [
    `Stellwerk ${version} is running: ${count}, ${database}, listening on ${settings.host} port ${settings.port}.`,
    '',
    `  Console         ${publicUrl}/app/`,
    `  API             ${publicUrl}/v3`,
    `  Token endpoint  ${publicUrl}/oauth/token`,
    `  Documentation   ${publicUrl}/docs`,
    `  Job portal      ${publicUrl}/jobs`,
    ...(management === undefined ? [] : [`  Management      ${management}/health/ready, /metrics`]),
    `  Data            ${settings.dataDirectory}`,
  ];
  if (settings.masterKey === undefined) {
    lines.push(
      `  Master key      ${join(settings.dataDirectory, 'master.key')} (keep a copy: documents cannot be read without it)`,
    );
  }
  if (demo === undefined) {
    lines.push(
      '',
      'Give an integration access:',
      '',
      "  npx stellwerk tenant create acme --name 'Acme Personal GmbH'",
      "  npx stellwerk client create --tenant acme --name 'First integration' --permissions '*'",
    );
  } else {
    lines.push(
      `  Demo access     ${demoFile(settings)} (API client and platform user ${demo.consoleUser}, with their secrets)`,
      '',
      'Fetch a token, then read candidates:',
      '',
      `  curl -s ${demo.authUrl}/oauth/token -d grant_type=client_credentials \\`,
      `    -d client_id=${demo.clientId} -d client_secret=${demo.clientSecret} \\`,
      `    -d audience=${demo.audience}`,
      '',
      `  curl -s '${demo.baseUrl}/candidates' -H 'Authorization: Bearer <access_token>'`,
    );
  }
  if (warnings.length > 0) lines.push('', ...warnings.map((warning) => `Warning: ${warning}`));
  lines.push('', 'Ctrl-C stops it. The log follows.', '');
  return lines.join('\n');
}

/** The base URL of the management port, or undefined without one. */
export function managementUrl({
  managementHost: host,
  managementPort: port,
}: Pick<Settings, 'managementHost' | 'managementPort'>): string | undefined {
  return port === undefined ? undefined : `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
