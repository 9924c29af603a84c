import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { ClockWatch } from '../../../clock-watch.ts';
import { LoggedFailure } from '../../../core/queue/index.ts';
import { eventually } from '../../../testing/another-process.ts';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import {
  addWebhookBacklogGauges,
  Deliverer,
  FAILURE_THRESHOLD,
  WebhookMetrics,
  wakeOverdue,
} from './index.ts';

const {
  service,
  services,
  clock,
  api,
  tenantId,
  receiver,
  accept,
  failWith,
  subscribe,
  createCandidate,
  drain,
  readLog,
  jobs,
  removeJobs,
} = await startWebhookService();

test('several changes add a single job', async () => {
  await subscribe();
  const candidate = await createCandidate();
  await createCandidate();
  assert.deepEqual(
    (await jobs()).map(({ key }) => key.replace(/\d+:\d+/, '')),
    ['webhook::new'],
  );
  await api.put(`/candidates/${candidate}`, { firstName: 'Eva' });
  assert.equal((await jobs()).length, 1);
});

test('a change adds a single job for all registrations, which calls each one that still exists', async (t) => {
  // More than one statement takes.
  const paths = Array.from({ length: 30 }, (_, index) => `/hook/${index}`);
  for (const path of paths) await subscribe({ url: new URL(path, receiver.url).href });
  await createCandidate();
  const stored = await service.sql<{ payload: unknown }>('SELECT payload FROM graphile_worker._private_jobs');
  assert.equal(stored.length, 1);
  await service.sql("DELETE FROM webhook_registration WHERE tenant_id = $1 AND url LIKE '%/hook/7'", [
    tenantId,
  ]);
  const deliverer = new Deliverer(services);
  t.after(() => deliverer.stop());
  await deliverer.task().run(stored[0]!.payload);
  // A stop would abort calls that are slow.
  const isDone = ({ sendStatusId }: { sendStatusId: number | null }) => sendStatusId !== null;
  await eventually('every call is made or skipped', async () => (await readLog()).every(isDone));
  assert.deepEqual(
    receiver.calls.map((call) => call.path).sort(),
    paths.filter((path) => path !== '/hook/7').sort(),
  );
  const statuses = (await readLog()).map((entry: Record<string, unknown>) => entry.sendStatusId);
  assert.equal(statuses.filter((status: unknown) => status === 130).length, 29);
  assert.equal(statuses.filter((status: unknown) => status === 132).length, 1);
});

test('a job whose turns do not begin, because the process is stopping, fails and so is repeated', async () => {
  await subscribe();
  await createCandidate();
  const [job] = await service.sql<{ payload: unknown }>('SELECT payload FROM graphile_worker._private_jobs');
  const deliverer = new Deliverer(services);
  await deliverer.stop();
  await assert.rejects(deliverer.task().run(job!.payload), LoggedFailure);
  assert.equal(receiver.calls.length, 0);
});

test('a scheduled retry does not delay the call of a new event', async () => {
  const registration = await subscribe();
  failWith(503, { 'retry-after': '3600' });
  await createCandidate();
  await drain(registration);
  await service.sql("DELETE FROM graphile_worker._private_jobs WHERE key LIKE '%:new'");
  await createCandidate();
  const planned = await jobs();
  assert.deepEqual(
    planned.map(({ key }) => key.split(':')[3]),
    ['new', 'retry'],
  );
  assert.ok(planned[0]!.seconds <= 0 && planned[1]!.seconds > 60);
});

test('if another process has the turn, that process looks for new calls before it ends', async () => {
  const registration = await subscribe();
  receiver.respond = async (_call, response) => {
    if (receiver.calls.length === 1) {
      await createCandidate();
      await drain(registration);
    }
    response.end();
  };
  await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length, 2);
});

test('calls that a crashed process did not make are found and made', async () => {
  const registration = await subscribe();
  await createCandidate();
  await service.sql(
    "UPDATE webhook_registration SET busy_until = clock_now() + interval '30 seconds' WHERE tenant_id = $1",
    [tenantId],
  );
  await drain(registration);
  assert.equal(receiver.calls.length, 0);
  assert.deepEqual((await jobs()).map(({ key }) => key.split(':')[3]).includes('busy'), true);
  await clock.advance(31_000);
  await removeJobs();
  assert.equal(await wakeOverdue(services.database.tenant(tenantId), tenantId), 1);
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
});

test('a delivery that has arrived stays delivered if an earlier call of it fails later', async () => {
  const registration = await subscribe();
  await createCandidate();
  let held: ServerResponse | undefined;
  receiver.respond = (_call, response) => {
    if (held === undefined) held = response;
    else response.end();
  };
  const first = drain(registration);
  await receiver.received(1);
  // To another process, the first one looks dead.
  await clock.advance(31_000);
  const other = new Deliverer(services);
  service.beforeClose(() => other.stop());
  await other.drain({ tenantId, registrationId: registration });
  assert.equal(receiver.calls.length, 2);
  held!.writeHead(500).end();
  await first;
  const [{ sendStatusId, sendStatusReason, nextAttemptAtUtc }] = await readLog();
  assert.deepEqual([sendStatusId, sendStatusReason, nextAttemptAtUtc], [130, null, null]);
});

test('calls that were planned while the clock was a day ahead are made once it is set back', async () => {
  const registration = await subscribe();
  await clock.advance(86_400_000);
  await createCandidate();
  await service.sql(
    "UPDATE webhook_registration SET busy_until = clock_now() + interval '1 minute' WHERE tenant_id = $1",
    [tenantId],
  );
  await clock.advance(-86_400_000);
  await removeJobs();
  await drain(registration);
  assert.equal(receiver.calls.length, 0);
  await new ClockWatch(services).check();
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
});

test('a step forward and back that nobody noticed does not delay calls', async () => {
  const registration = await subscribe();
  await clock.advance(3_600_000);
  await createCandidate();
  await clock.advance(-3_600_000);
  await removeJobs();
  await wakeOverdue(services.database.tenant(tenantId), tenantId);
  assert.deepEqual(
    (await jobs()).map(({ key }) => key.split(':')[3]),
    ['busy'],
  );
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
});

test('the turn of a crashed process ends if the clock is set back by minutes', async () => {
  const registration = await subscribe();
  await service.sql(
    "UPDATE webhook_registration SET busy_until = clock_now() + interval '30 seconds' WHERE tenant_id = $1",
    [tenantId],
  );
  await clock.advance(-300_000);
  await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length, 0);
  await new ClockWatch(services).check();
  assert.ok((await jobs()).some(({ key, seconds }) => key.endsWith(':busy') && seconds <= 0));
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
});

test('events with times ahead of the clock can be sent again at once', async () => {
  const registration = await subscribe();
  failWith(500);
  await clock.advance(3_600_000);
  for (let call = 0; call < FAILURE_THRESHOLD; call++) await createCandidate();
  await drain(registration);
  await clock.advance(-3_600_000);
  accept();
  receiver.calls.length = 0;
  await subscribe({ resendMissed: true });
  await drain(registration);
  assert.equal(receiver.calls.length, FAILURE_THRESHOLD);
});

test('periods that were final ahead of the clock do not delay calls', async (t) => {
  t.after(() => service.sql('DELETE FROM change_boundary WHERE tenant_id = $1', [tenantId], tenantId));
  const registration = await subscribe();
  await service.sql(
    "INSERT INTO change_boundary (tenant_id, settled_until) VALUES ($1, clock_now() + interval '1 day')",
    [tenantId],
  );
  await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
});

test('a change that is rolled back creates neither a delivery nor a job', async () => {
  await subscribe();
  const db = services.database.tenant(tenantId);
  await assert.rejects(
    db.transaction().execute(async (transaction) => {
      await sql`SELECT record_change(${tenantId}, 'candidate', 1, gen_random_uuid(), 'new', NULL, NULL, NULL, 1401, NULL, NULL)`.execute(
        transaction,
      );
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(await readLog(), []);
  assert.deepEqual(await jobs(), []);
});

test('the metrics count calls, pending deliveries and paused registrations', async () => {
  const registry = new Registry();
  addWebhookBacklogGauges(registry, [
    { name: 'first', observer: { isChosen: async () => true, close() {} }, services },
  ]);
  const counting = new Deliverer(services, { metrics: new WebhookMetrics(registry), random: () => 0 });
  after(() => counting.stop());
  const fresh = await registry.metrics();
  for (const outcome of ['delivered', 'failed'])
    for (const name of ['webhook_calls_total', 'webhook_call_duration_seconds_count'])
      assert.ok(fresh.includes(`${name}{outcome="${outcome}"} 0\n`), `${name} ${outcome}`);
  const registration = await subscribe();
  await createCandidate();
  await counting.drain({ tenantId, registrationId: registration });
  failWith(500);
  await createCandidate();
  await counting.drain({ tenantId, registrationId: registration });
  const text = await registry.metrics();
  assert.match(text, /webhook_calls_total\{outcome="delivered"\} 1/);
  assert.match(text, /webhook_calls_total\{outcome="failed"\} 1/);
  assert.match(text, /webhook_deliveries_pending 1/);
  assert.match(text, /webhook_registrations_paused 0/);
  assert.match(text, /webhook_call_duration_seconds_count\{outcome="failed"\} 1/);
});

test('each call is logged with ids, status and duration, but neither URL nor contents', async () => {
  const registration = await subscribe({ url: `${receiver.url}?key=secret` });
  const lines = () => service.logLines.filter(({ msg }) => msg === 'webhook call');
  const linesBefore = lines().length;
  failWith(500, {}, 'the response of the receiver');
  const entityId = await createCandidate();
  await drain(registration);
  accept();
  await clock.advance(6000);
  await drain(registration);
  receiver.respond = (_call, response) => void response.destroy();
  await createCandidate();
  await drain(registration);
  const logged = lines().slice(linesBefore);
  const [{ id: deliveryId }] = (await readLog()).filter(
    (entry: { entityId: number }) => entry.entityId === entityId,
  );
  assert.deepEqual(
    logged.map(({ level, outcome, status, cause, attempt, retrySeconds }) => ({
      level,
      outcome,
      status,
      cause,
      attempt,
      retrySeconds,
    })),
    [
      { level: 30, outcome: 'failed', status: 500, cause: undefined, attempt: 1, retrySeconds: 5 },
      { level: 30, outcome: 'delivered', status: 200, cause: undefined, attempt: 2, retrySeconds: undefined },
      { level: 30, outcome: 'failed', status: null, cause: 'UND_ERR_SOCKET', attempt: 1, retrySeconds: 5 },
    ],
  );
  for (const line of logged) {
    assert.deepEqual(
      [line.tenantId, line.registrationId, line.event],
      [tenantId, registration, 'candidate.created'],
    );
    assert.equal(typeof line.durationMs, 'number');
    assert.doesNotMatch(JSON.stringify(line), /secret|127\.0\.0\.1|response of/);
  }
  assert.deepEqual(
    logged.slice(0, 2).map((line) => line.deliveryId),
    [deliveryId, deliveryId],
  );
});
