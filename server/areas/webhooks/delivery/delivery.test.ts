import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { type CloudEvent, HTTP } from 'cloudevents';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { startTestService } from '../../../testing/harness.ts';
import { startReceiver } from '../../../testing/webhook-receiver.ts';
import { readWebhookSecrets, rotateWebhookSecret } from '../../tenants/index.ts';
import { Deliverer, WebhookMetrics } from './index.ts';
import { wakeOverdue } from './queries.ts';

const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true', TOKEN_SECONDS: '604800' });
const { services, clock } = service;
const { api, id: tenantId } = service.tenant;
const deliverer = new Deliverer(services, { random: () => 0, timeoutMs: 500 });
after(() => deliverer.stop());
const receiver = await startReceiver();

beforeEach(async () => {
  await clock.set(new Date());
  receiver.calls.length = 0;
  receiver.answer = (_call, response) => void response.end();
  await service.sql('DELETE FROM webhook_delivery WHERE tenant_id = $1', [tenantId]);
  await service.sql('DELETE FROM webhook_registration WHERE tenant_id = $1', [tenantId]);
  await service.sql('DELETE FROM webhook_setting WHERE tenant_id = $1', [tenantId]);
  await service.sql('DELETE FROM graphile_worker._private_jobs');
});

async function subscribe(event = 1401, body: object = {}): Promise<number> {
  const answer = await api.post('/webhooks/subscribe', { event, url: receiver.url, ...body });
  assert.equal(answer.status, 200, answer.text);
  const rows = await service.sql<{ id: number }>(
    'SELECT id FROM webhook_registration WHERE tenant_id = $1 AND event_type_id = $2',
    [tenantId, event],
  );
  return rows[0]!.id;
}

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

const drain = (registrationId: number) => deliverer.drain({ tenantId, registrationId });

async function protocol() {
  const answer = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2000-01-01T00:00:00Z',
    eventDateToUtc: '2100-01-01T00:00:00Z',
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.events;
}

async function subscription() {
  return (await api.get('/webhooks/subscriptions')).body.subscriptions[0];
}

const jobs = () =>
  service.sql<{ key: string; seconds: number }>(
    'SELECT key, extract(epoch FROM run_at - clock_timestamp())::float8 AS seconds FROM graphile_worker._private_jobs ORDER BY key',
  );

function failWith(status: number, headers: Record<string, string> = {}, body = ''): void {
  receiver.answer = (_call, response) => void response.writeHead(status, headers).end(body);
}

test('a call names the event and where its record is fetched', async () => {
  const registration = await subscribe();
  const candidate = await createCandidate();
  await drain(registration);
  const { id, eventDateUtc, ...body } = receiver.calls[0]!.body;
  assert.deepEqual(body, {
    eventId: 1401,
    event: 'candidate.created',
    entityId: candidate,
    endpoint: `/candidates/${candidate}`,
    endpointMethod: 'GET',
    additionalData: null,
  });
  assert.equal((await api.get(body.endpoint)).status, 200);
  assert.equal(receiver.calls[0]!.headers['content-type'], 'application/json');
  const [entry] = await protocol();
  assert.equal(entry.id, id);
  assert.equal(entry.eventDateUtc, eventDateUtc);
});

test('a delivered call is transferred in the protocol', async () => {
  const registration = await subscribe();
  await createCandidate();
  assert.equal((await protocol())[0].sendStatusId, null);
  await drain(registration);
  const [entry] = await protocol();
  assert.deepEqual(
    [entry.sendStatusId, entry.sendStatus, entry.sendStatusReason, entry.webhookUrl, entry.attempts],
    [130, 'Transfered', null, receiver.url, 1],
  );
  assert.equal(typeof entry.latencyMs, 'number');
  assert.notEqual((await subscription()).lastSuccessAtUtc, null);
});

test('the signature is one that the Standard Webhooks library accepts, and breaks with the body', async () => {
  const registration = await subscribe();
  await createCandidate();
  await drain(registration);
  const [secret] = await readWebhookSecrets(services, tenantId);
  const { text, headers, body } = receiver.calls[0]!;
  const webhook = new Webhook(secret!);
  assert.deepEqual(webhook.verify(text, headers as Record<string, string>), body);
  assert.equal(headers['webhook-id'], body.id);
  assert.throws(() => webhook.verify(`${text} `, headers as Record<string, string>));
});

test('after a rotation both secrets verify a call, after a week the new one only', async () => {
  const registration = await subscribe();
  const [old] = await readWebhookSecrets(services, tenantId);
  const fresh = await rotateWebhookSecret(services, tenantId);
  await createCandidate();
  await drain(registration);
  const { text, headers } = receiver.calls[0]!;
  for (const secret of [old!, fresh]) new Webhook(secret).verify(text, headers as Record<string, string>);
  await clock.advance(7 * 86_400_000 + 1000);
  assert.deepEqual(await readWebhookSecrets(services, tenantId), [fresh]);
});

test('a cloud event is one that the CloudEvents library accepts', async () => {
  const registration = await subscribe();
  await api.put('/webhooks/settings/eventdatatype/1483');
  const candidate = await createCandidate();
  await drain(registration);
  const { headers, text, body } = receiver.calls[0]!;
  const event = HTTP.toEvent({ headers, body: text }) as CloudEvent<Record<string, unknown>>;
  assert.ok(event.validate());
  assert.equal(event.type, 'stellwerk.candidate.created');
  assert.equal(event.source, `${services.settings.publicUrl}/v3`);
  assert.equal(event.subject, `/candidates/${candidate}`);
  assert.equal(event.data!.entityId, candidate);
  assert.equal(body.data.id, body.id);
  assert.match(String(headers['content-type']), /^application\/cloudevents\+json/);
});

for (const status of [201, 204, 301, 400, 500]) {
  test(`an answer with status ${status} is a failure, and a redirect is not followed`, async () => {
    const registration = await subscribe();
    failWith(
      status,
      status === 301 ? { location: `${receiver.url}/elsewhere` } : {},
      status === 204 ? '' : 'no',
    );
    await createCandidate();
    await drain(registration);
    const [entry] = await protocol();
    assert.equal(entry.sendStatusId, 131);
    assert.match(entry.sendStatusReason, new RegExp(`${status}`));
    assert.equal((await subscription()).errorCount, 1);
    assert.equal(receiver.calls.length, 1);
  });
}

test('a receiver that does not answer in time has failed', async () => {
  const registration = await subscribe();
  receiver.answer = () => {};
  await createCandidate();
  await drain(registration);
  const [entry] = await protocol();
  assert.equal(entry.sendStatusId, 131);
  assert.match(entry.sendStatusReason, /No answer within/);
});

test('a receiver that drips its headers has failed at the deadline', async () => {
  const registration = await subscribe();
  receiver.answer = (_call, response, request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => request.socket.write('x: y\r\n'), 50);
    request.socket.once('close', () => clearInterval(timer));
    request.socket.on('error', () => {});
    response.on('error', () => {});
  };
  await createCandidate();
  await drain(registration);
  assert.equal((await protocol())[0].sendStatusId, 131);
});

test('a receiver that sends a megabyte of headers has failed', async () => {
  const registration = await subscribe();
  receiver.answer = (_call, _response, request) => {
    request.socket.on('error', () => {});
    request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`);
  };
  await createCandidate();
  await drain(registration);
  const [entry] = await protocol();
  assert.equal(entry.sendStatusId, 131);
  assert.match(entry.sendStatusReason, /headers/);
});

test('of an endless answer only the beginning is read', async () => {
  const registration = await subscribe();
  let written = 0;
  receiver.answer = (_call, response) => {
    const write = () => {
      while (!response.destroyed) {
        written += 16_384;
        if (!response.write('z'.repeat(16_384))) break;
      }
    };
    response.writeHead(500);
    response.on('drain', write);
    write();
  };
  await createCandidate();
  await drain(registration);
  const [entry] = await protocol();
  assert.equal(entry.answerExcerpt, 'z'.repeat(500));
  // What the sockets' buffers took beside the 64 KiB.
  assert.ok(written < 20_000_000, String(written));
});

test('the tenth failure in a row is the last call, and pauses the registration', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 14; index++) await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length, 10);
  const { isPaused, errorCount, pausedAtUtc } = await subscription();
  assert.deepEqual([isPaused, errorCount], [true, 10]);
  assert.notEqual(pausedAtUtc, null);
  const statuses = (await protocol()).map((entry: { sendStatusId: number }) => entry.sendStatusId);
  assert.deepEqual(statuses.filter((status: number) => status === 131).length, 10);
  assert.deepEqual(statuses.filter((status: number) => status === 132).length, 4);
});

test('while a registration is paused its events are skipped and no call is made', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 10; index++) await createCandidate();
  await drain(registration);
  await createCandidate();
  await clock.advance(86_400_000);
  await drain(registration);
  assert.equal(receiver.calls.length, 10);
  assert.equal((await protocol()).at(-1).sendStatusId, 132);
});

test('a success sets the error counter to zero', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 9; index++) await createCandidate();
  await drain(registration);
  assert.equal((await subscription()).errorCount, 9);
  receiver.answer = (_call, response) => void response.end();
  await createCandidate();
  await drain(registration);
  assert.equal((await subscription()).errorCount, 0);
});

test('a failed delivery is called again with the same id when its pause is over', async () => {
  const registration = await subscribe();
  failWith(503);
  await createCandidate();
  await drain(registration);
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
  receiver.answer = (_call, response) => void response.end();
  await clock.advance(5000);
  await drain(registration);
  assert.equal(receiver.calls.length, 2);
  assert.equal(receiver.calls[0]!.headers['webhook-id'], receiver.calls[1]!.headers['webhook-id']);
  const [entry] = await protocol();
  assert.deepEqual([entry.sendStatusId, entry.attempts], [130, 2]);
});

test('each failed call of one delivery counts, and the schedule ends with the pause of the registration', async () => {
  const registration = await subscribe();
  failWith(500);
  await createCandidate();
  const pauses = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, seconds] of pauses.entries()) {
    await clock.advance(seconds * 1000);
    await drain(registration);
    assert.equal(receiver.calls.length, index + 1);
  }
  const [entry] = await protocol();
  assert.deepEqual([entry.attempts, entry.nextAttemptAtUtc], [10, null]);
  assert.equal((await subscription()).isPaused, true);
});

test('Retry-After puts the next call off', async () => {
  const registration = await subscribe();
  failWith(429, { 'retry-after': '120' });
  await createCandidate();
  await drain(registration);
  await clock.advance(60_000);
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
  await clock.advance(61_000);
  await drain(registration);
  assert.equal(receiver.calls.length, 2);
});

test('a change adds a job with its event, however many changes a transaction makes', async () => {
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

test('a retry planned for later does not put off a new event', async () => {
  const registration = await subscribe();
  failWith(500);
  await createCandidate();
  await drain(registration);
  await service.sql("DELETE FROM graphile_worker._private_jobs WHERE key LIKE '%:new'");
  await createCandidate();
  const planned = await jobs();
  assert.deepEqual(
    planned.map(({ key }) => key.split(':')[3]),
    ['new', 'retry'],
  );
  assert.ok(planned[0]!.seconds <= 0 && planned[1]!.seconds > 3);
});

test('whoever finds another at work leaves word, and the other looks again', async () => {
  const registration = await subscribe();
  receiver.answer = async (_call, response) => {
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

test('calls of a process that died are found and made', async () => {
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
  await service.sql('DELETE FROM graphile_worker._private_jobs');
  assert.equal(await wakeOverdue(services.database.tenant(tenantId), tenantId), 1);
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
});

test('a change that is rolled back leaves neither delivery nor job', async () => {
  await subscribe();
  const db = services.database.tenant(tenantId);
  await assert.rejects(
    db.transaction().execute(async (transaction) => {
      await sql`SELECT record_change(${tenantId}, 'candidate', 1, NULL, 'new', NULL, NULL, NULL, 1401, NULL, NULL)`.execute(
        transaction,
      );
      throw new Error('undone');
    }),
  );
  assert.deepEqual(await protocol(), []);
  assert.deepEqual(await jobs(), []);
});

test('receivers that never answer delay no other, however many there are', async () => {
  const slow = await startReceiver();
  slow.answer = () => {};
  for (let index = 0; index < 40; index++) {
    const answer = await api.post('/webhooks/subscribe', { event: 1401, url: `${slow.url}/${index}` });
    assert.equal(answer.status, 200, answer.text);
  }
  await api.post('/webhooks/subscribe', { event: 1401, url: receiver.url });
  const patient = new Deliverer(services);
  const task = patient.task();
  await createCandidate();
  const rows = await service.sql<{ id: number }>(
    'SELECT id FROM webhook_registration WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  );
  // As a queue with one place for jobs would run them.
  for (const { id } of rows) await task.run({ tenantId, registrationId: id });
  await receiver.received(1);
  await slow.received(40);
  // Calls broken off by an end stay to be made.
  await task.stop!();
  const statuses = (await protocol()).map((entry: Record<string, unknown>) => entry.sendStatusId);
  assert.equal(statuses.filter((status: unknown) => status === 130).length, 1);
  assert.equal(statuses.filter((status: unknown) => status === null).length, 40);
});

test('a reactivated registration receives what it missed, oldest first', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 10; index++) await createCandidate();
  await drain(registration);
  await createCandidate();
  const calls = receiver.calls.length;
  receiver.answer = (_call, response) => void response.end();
  await subscribe(1401, { resendMissed: true });
  await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length - calls, 12);
  assert.ok((await protocol()).every((entry: Record<string, unknown>) => entry.sendStatusId === 130));
  const order = (await protocol()).map((entry: Record<string, unknown>) => entry.id);
  // Eight run at a time: among those any may arrive first.
  const arrived = receiver.calls.slice(calls).map(({ body }) => order.indexOf(body.id));
  assert.ok(
    arrived.every((position, index) => Math.abs(position - index) < 8),
    arrived.join(),
  );
});

test('the metrics tell of calls, of what is waiting and of pauses', async () => {
  const metrics = new WebhookMetrics(services);
  const counting = new Deliverer(services, { metrics, random: () => 0 });
  after(() => counting.stop());
  const registration = await subscribe();
  await createCandidate();
  await counting.drain({ tenantId, registrationId: registration });
  failWith(500);
  await createCandidate();
  await counting.drain({ tenantId, registrationId: registration });
  const text = await metrics.registry.metrics();
  assert.match(text, /webhook_calls_total\{outcome="delivered"\} 1/);
  assert.match(text, /webhook_calls_total\{outcome="failed"\} 1/);
  assert.match(text, /webhook_deliveries_pending 1/);
  assert.match(text, /webhook_registrations_paused 0/);
});
