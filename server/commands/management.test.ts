import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { parse } from 'yaml';
import { anchorsOf } from '../checks/documentation/page.ts';
import { readSettings } from '../config.ts';
import { callCommand } from '../testing/command-call.ts';
import {
  endServices,
  fetchToken,
  logLines,
  makeDirectory,
  processesOf,
  type RunningService,
  readStatus,
  runCommand,
  startService,
  stopService,
  waitFor,
} from '../testing/command-line.ts';
import { copyDemoInstallation } from '../testing/demo-installation.ts';
import { findFreePort } from '../testing/free-port.ts';
import { assertHealth, READY } from '../testing/health.ts';
import { signalAll } from '../testing/processes.ts';
import { startTraceReceiver } from '../testing/trace-receiver.ts';
import { openDatabaseServer } from './installation.ts';

const ROOT = join(import.meta.dirname, '../..');

// Both tests with a running service start it here.
const installation = await makeDirectory();
await copyDemoInstallation(installation);
// A service with one of the two roles needs a database that another one could use too. This one belongs to this process.
const database = await openDatabaseServer(readSettings({ DATA_DIR: installation }));
/** Until a report is as it must be. */
const REPORT_MS = 60_000;
afterEach(endServices);
after(() => database.close());

/** The names of the metrics that services of both roles have reported. */
const reported = new Set<string>();
function addReported(metrics: string): void {
  for (const [, name] of metrics.matchAll(/^# TYPE (\S+)/gm)) reported.add(name!);
}

async function listen() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('a management port in use stops the start with a one-line message', async () => {
  const { server, port } = await listen();
  const { code, stderr } = await runCommand(['start'], {
    environment: { DATA_DIR: await makeDirectory(), PORT: '0', MANAGEMENT_PORT: String(port) },
  });
  server.close();
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `stellwerk: Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set MANAGEMENT_PORT to another port.\n`,
  );
});

test('during a start, the service is live, but neither started nor ready', async () => {
  const managementPort = await findFreePort();
  // A database server that accepts connections and never responds, so that the start lasts until the test ends it.
  const database = await listen();
  const sockets: Socket[] = [];
  database.server.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
  const finished = runCommand(['start'], {
    environment: {
      DATA_DIR: await makeDirectory(),
      PORT: '0',
      MANAGEMENT_PORT: String(managementPort),
      DATABASE_URL: `postgres://user:password@127.0.0.1:${database.port}/none`,
    },
  });
  try {
    await waitFor('the connection to the database', async () => sockets.length > 0);
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${managementPort}${path}`);
      return [response.status, await response.json()];
    };
    assert.deepEqual(await get('/health/started'), [503, { status: 'starting' }]);
    assert.deepEqual(await get('/health/live'), [200, { status: 'live' }]);
    assert.deepEqual(await get('/health/ready'), [
      503,
      { status: 'not ready', checks: {}, reason: 'The service is starting.' },
    ]);
  } finally {
    database.server.close();
    for (const socket of sockets) socket.destroy();
  }
  assert.equal((await finished).code, 1);
});

test('with ROLE=api, the management port has the metrics of all processes and of the backlog, and a stop sends the last traces', async () => {
  const collector = await startTraceReceiver();
  const metricsToken = 'a-token-for-metrics';
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const environment = {
    ...{ METRICS_TOKEN: metricsToken, ROLE: 'api', MANAGEMENT_PORT: '0', ...traces },
    DATABASE_URL: database.url,
  };
  const service = await startService(installation, environment);
  const token = await fetchToken(service.demo);
  for (let count = 0; count < 12; count++) {
    assert.equal(await readStatus(service.demo, '/branches', token), 200);
  }
  const url = `${new URL(service.demo.baseUrl).origin}/metrics`;
  assert.equal((await fetch(url)).status, 401);
  for (const [address, authorization] of [
    [url, `Bearer ${metricsToken}`],
    [`${managementUrlOf(service)}/metrics`, 'none'],
  ] as const) {
    await waitFor('the count of all requests and the gauges', async () => {
      const text = await (await fetch(address, { headers: { authorization, connection: 'close' } })).text();
      addReported(text);
      const counted = /^http_request_duration_seconds_count\{.*operation="branch_list".*\} (\d+)$/m.exec(
        text,
      );
      const gauges = ['webhook_deliveries_pending', 'queue_jobs_ready', 'database_pool_connections'];
      return counted?.[1] === '12' && gauges.every((name) => new RegExp(`^${name} \\d+$`, 'm').test(text));
    });
  }
  await stopService(service);
  assert.equal(collector.spans().filter(({ name }) => name === 'GET /v3/branches').length, 12);
});

function managementUrlOf(service: RunningService): string {
  return String(logLines(service.output()).find(({ management }) => management !== undefined)!.management);
}

test('a worker reports its health on the management port, whatever fails', async () => {
  const service = await startService(installation, { ROLE: 'worker', DATABASE_URL: database.url }, [
    '--empty',
  ]);
  const url = managementUrlOf(service);
  // Far below the timeouts of the database pool, which a hanging database would otherwise impose.
  const request = (path: string) => fetch(url + path, { signal: AbortSignal.timeout(8000) });
  const get = async (path: string): Promise<[number, { status: string; reason?: string }]> => {
    const response = await request(path);
    return [response.status, (await response.json()) as never];
  };
  const ready = { baseUrl: url };
  const live = { baseUrl: url, path: '/health/live' };
  const checks = { ...READY.checks, queue: 'ok', processes: 'ok' };
  const isReady = () => assertHealth(ready, 200, { status: 'ready', checks });
  assert.deepEqual(await get('/health/started'), [200, { status: 'started' }]);
  await assertHealth(live, 200, { status: 'live' });
  await isReady();
  assert.equal((await get('/elsewhere'))[0], 404);
  assert.equal((await fetch(`${url}/health/live`, { method: 'POST', body: 'x' })).status, 405);
  const statusSays = (exitCode: number, health: RegExp) =>
    waitFor(`the status ${health}`, async () => {
      const { code, stdout } = await callCommand(['status'], { DATA_DIR: installation });
      assert.match(stdout, /^Management 127\.0\.0\.1 port \d+$/m);
      return code === exitCode && health.test(stdout);
    });
  await statusSays(0, /^Health +ready$/m);

  const all = await processesOf({ process }, /postgres/);
  assert.ok(all.length > 0);
  signalAll(all, 'SIGSTOP');
  try {
    await assertHealth(ready, 503, {
      status: 'not ready',
      checks: { ...checks, database: 'unreachable' },
      reason: 'The database does not respond.',
    });
    await assertHealth(live, 200, { status: 'live' });
    await statusSays(1, /^Health +not ready: The database does not respond\.$/m);
    assert.match(await (await request('/metrics')).text(), /^service_processes_ready 2$/m);
  } finally {
    signalAll(all, 'SIGCONT');
  }
  await isReady();

  const [first, second] = await processesOf(service, /service-process\.ts/);
  process.kill(first!, 'SIGSTOP');
  const reason = '1 process does not respond.';
  await assertHealth(live, 503, { status: 'not live', reason });
  await assertHealth(ready, 200, {
    status: 'degraded',
    checks: { ...checks, processes: 'unresponsive' },
    reason,
  });
  // Without the database, the replacements cannot start, so the loss stays to be seen until it is back.
  const [postmaster] = await processesOf({ process }, /postgres -D/);
  process.kill(postmaster!, 'SIGSTOP');
  try {
    process.kill(first!, 'SIGKILL');
    process.kill(second!, 'SIGKILL');
    await waitFor('the loss of both processes', async () => {
      const response = await get('/health/ready').catch(() => undefined);
      return response?.[0] === 503 && response[1].reason === '2 of 2 processes are not running.';
    });
  } finally {
    process.kill(postmaster!, 'SIGCONT');
  }
  await isReady();
  const lines = [
    'service_processes_expected 2',
    'service_processes_ready 2',
    'service_process_restarts_total 2',
    'queue_jobs_failed 0',
    'cv_parser_running 0',
    'database_pool_waiting_requests 0',
    'webhook_registrations_paused 0',
  ];
  let missing: string[] = [];
  const hasAll = async () => {
    const metrics = await request('/metrics').then((response) => response.text(), String);
    addReported(metrics);
    missing = lines.filter((line) => !metrics.includes(`\n${line}\n`));
    return missing.length === 0;
  };
  await waitFor('the metrics', hasAll, REPORT_MS).catch(() => assert.deepEqual(missing, []));
  await stopService(service);
});

interface AlertingRules {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
}

test('the alerting rules name metrics that a service reports, and chapters of the guides', async () => {
  const text = await readFile(join(ROOT, 'packaging/prometheus/stellwerk.rules.yaml'), 'utf8');
  const rules = (parse(text) as AlertingRules).groups.flatMap((group) => group.rules);
  assert.ok(rules.length > 10);
  for (const { alert, expr, annotations } of rules) {
    const names = expr.match(/\b[a-z]+_[a-z_]+\b(?!\()/g)!.map((name) => name.replace(/_count$/, ''));
    assert.deepEqual(
      names.filter((name) => !reported.has(name)),
      [],
      alert,
    );
    const [guide, chapter] = annotations.runbook.split('#');
    assert.ok(anchorsOf(await readFile(join(ROOT, guide!), 'utf8')).has(chapter!), alert);
  }
});
