import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, test } from 'node:test';
import pg from 'pg';
import {
  endServices,
  fetchToken,
  logLines,
  makeDirectory,
  processesOf,
  type RunningService,
  readStatus,
  startService,
  waitFor,
} from '../testing/command-line.ts';
import { copyDemoInstallation } from '../testing/demo-installation.ts';
import { openSocket, readAnswer, sendRaw } from '../testing/raw-http.ts';
import { copyOfTemplate, databaseUrl, TEST_MASTER_KEY } from '../testing/template.ts';

const installation = await makeDirectory();
await copyDemoInstallation(installation);
afterEach(endServices);

const STOPPING = { status: 'not ready', checks: {}, reason: 'The service is stopping.' };

async function healthOf(origin: string): Promise<[number, { status: string }]> {
  const response = await fetch(`${origin}/health/ready`, { headers: { connection: 'close' } });
  return [response.status, (await response.json()) as never];
}

/** New connections go to the processes by turns. */
async function isStopping(origin: string): Promise<boolean> {
  for (let count = 0; count < 4; count++) if ((await healthOf(origin))[0] !== 503) return false;
  return true;
}

const STEPS = ['draining, serving on meanwhile', 'stopping after running requests', 'stopped'];
const stepsOf = (service: RunningService) =>
  logLines(service.output()).flatMap(({ msg }) => STEPS.filter((step) => step === msg));

test('while it drains, a service serves on, says that it stops, and closes each connection after a response', async () => {
  const service = await startService(installation, { DRAIN_SECONDS: '120', MANAGEMENT_PORT: '0' });
  const management = String(
    logLines(service.output()).find((line) => line.management !== undefined)!.management,
  );
  const { demo } = service;
  const { origin } = new URL(demo.baseUrl);
  const token = await fetchToken(demo);
  // From the second time on, a process serves the direct ones without the framework.
  for (let count = 0; count < 6; count++)
    assert.equal(await readStatus(demo, '/masterdata/countries', token), 200);
  const common = `Host: localhost\r\nUser-Agent: drain-test/1.0\r\nAuthorization: Bearer ${token}\r\n`;
  const body = JSON.stringify({ firstName: 'Ada', lastName: 'Muster' });
  const requests: [request: string, status: number][] = [
    [`GET /v3/masterdata/countries HTTP/1.1\r\n${common}\r\n`, 200],
    [`GET /v3/users HTTP/1.1\r\n${common}\r\n`, 200],
    [`GET /v3/nothing HTTP/1.1\r\n${common}\r\n`, 404],
    ['GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
    ['HEAD /app/ HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
    [
      `POST /v3/candidates HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      200,
    ],
  ];
  const open = await openSocket(origin);
  open.write(requests[0]![0]);
  const [first] = await once(open, 'data');
  assert.match(String(first), /^Connection: keep-alive\r$/m);

  service.process.kill('SIGTERM');
  await waitFor('the health of both processes', () => isStopping(origin));
  assert.deepEqual(await healthOf(origin), [503, STOPPING]);
  assert.deepEqual(await healthOf(management), [503, STOPPING]);
  assert.equal((await fetch(`${management}/health/live`)).status, 200);
  // A connection that was open before is served once more.
  open.write(requests[0]![0]);
  const [last] = await once(open, 'data');
  assert.match(String(last), /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(String(last), /^Connection: close\r$/m);
  if (!open.closed) await once(open, 'close');
  const assertServed = async () => {
    for (const [request, status] of [...requests, ...requests]) {
      const answer = await sendRaw(origin, request);
      assert.deepEqual([answer.status, answer.headers.connection], [status, 'close'], request);
    }
  };
  await assertServed();

  // A process that dies meanwhile is replaced by one that drains too.
  const [killed] = await processesOf(service, /service-process\.ts/);
  process.kill(killed!, 'SIGKILL');
  await waitFor('the replacement', async () => {
    const metrics = (await (await fetch(`${management}/metrics`)).text()).split('\n');
    return ['service_process_restarts_total 1', 'service_processes_ready 2'].every((line) =>
      metrics.includes(line),
    );
  });
  assert.equal(await isStopping(origin), true);
  await assertServed();

  assert.deepEqual(stepsOf(service), STEPS.slice(0, 1));
  service.process.kill('SIGTERM');
  assert.equal((await service.finished).code, 0);
  assert.deepEqual(stepsOf(service), STEPS);
});

test('the draining ends by itself', async () => {
  const service = await startService(installation, { DRAIN_SECONDS: '1', WORKERS: '1' });
  service.process.kill('SIGINT');
  assert.equal((await service.finished).code, 0);
  assert.deepEqual(stepsOf(service), STEPS);
});

test('a stop waits for the requests of a process that still waits for its queue', async (context) => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const url = databaseUrl(adminUrl, name);
  const holder = new pg.Client({ connectionString: url });
  context.after(async () => {
    await holder.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  await admin.query(copyOfTemplate(name));
  const environment = { DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY.toString('hex'), WORKERS: '1' };
  const service = await startService(await makeDirectory(), environment, ['--empty']);
  const origin = /http:\/\/localhost:\d+/.exec(service.output())![0];

  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE graphile_worker._private_known_crontabs');
  const [first] = await processesOf(service, /service-process\.ts/);
  process.kill(first!, 'SIGKILL');
  await waitFor('the replacement, which waits for its queue', async () => {
    const { rows } = await admin.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE '%known_crontabs%'`,
      [name],
    );
    return rows.length > 0;
  });
  const body = 'grant_type=client_credentials';
  const socket = await openSocket(origin);
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nUser-Agent: drain-test/1.0\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  // A response to a later request shows that the process has the one before.
  assert.equal((await fetch(`${origin}/health/live`)).status, 200);
  const answer = readAnswer(socket);
  service.process.kill('SIGTERM');
  await waitFor('the stop', async () => stepsOf(service).length > 0);
  socket.write(body.slice(5));
  assert.equal((await answer).status, 400);
  await holder.query('ROLLBACK');
  assert.equal((await service.finished).code, 0, service.output());
});
