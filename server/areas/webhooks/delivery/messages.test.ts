import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { type CloudEvent, HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { readWebhookSecrets, rotateWebhookSecret } from '../../tenants/index.ts';

const {
  service,
  services,
  clock,
  api,
  tenantId,
  receiver,
  subscribe,
  subscription,
  createCandidate,
  drain,
  readLog,
} = await startWebhookService();

test('a call has the event and the endpoint of its record', async () => {
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
  const [entry] = await readLog();
  assert.equal(entry.id, id);
  assert.equal(entry.eventDateUtc, eventDateUtc);
});

test('the log entry of a delivered call is transferred', async () => {
  const registration = await subscribe();
  await createCandidate();
  assert.equal((await readLog())[0].sendStatusId, null);
  await drain(registration);
  const [entry] = await readLog();
  assert.deepEqual(
    [entry.sendStatusId, entry.sendStatus, entry.sendStatusReason, entry.webhookUrl, entry.attempts],
    [130, 'Transfered', null, receiver.url, 1],
  );
  assert.equal(typeof entry.latencyMs, 'number');
  assert.notEqual((await subscription()).lastSuccessAtUtc, null);
});

test('the Standard Webhooks library accepts the signature and rejects a changed body', async () => {
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

test('after a rotation both secrets verify calls, and after a week only the new one', async () => {
  const registration = await subscribe();
  const [previous] = await readWebhookSecrets(services, tenantId);
  const current = await rotateWebhookSecret(services, tenantId);
  await createCandidate();
  await drain(registration);
  const { text, headers } = receiver.calls[0]!;
  for (const secret of [previous!, current])
    new Webhook(secret).verify(text, headers as Record<string, string>);
  await clock.advance(7 * 86_400_000 + 1000);
  assert.deepEqual(await readWebhookSecrets(services, tenantId), [current]);
});

test('the CloudEvents library accepts a call in the CloudEvents format', async () => {
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
  assert.equal(headers['content-type'], 'application/cloudevents+json');
});

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

async function createWith(headers: Record<string, string>): Promise<void> {
  const response = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' }, { headers });
  assert.equal(response.status, 200);
}

test('a call passes on the traceparent of the request that caused it, although no traces are exported', async () => {
  const registration = await subscribe();
  const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-00`;
  await createWith({ traceparent, 'idempotency-key': 'traced' });
  await createWith({});
  await drain(registration);
  // Calls of different candidates have no order.
  const parents = receiver.calls.map(({ headers }) => headers.traceparent ?? 'none');
  assert.deepEqual(parents.sort(), [traceparent, 'none']);
  const [line, following] = service.logLines
    .filter(({ operation, status }) => operation === 'candidate_create' && status === 200)
    .slice(-2);
  assert.deepEqual([line!.traceId, following!.traceId], [TRACE_ID, undefined]);
});

for (const [rule, traceparent] of [
  ['an id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['version ff', `ff-${TRACE_ID}-00f067aa0ba902b7-01`],
  ['uppercase letters', `00-${TRACE_ID.toUpperCase()}-00f067aa0ba902b7-01`],
  ['something after the flags', `00-${TRACE_ID}-00f067aa0ba902b7-01-x`],
] as const) {
  test(`a traceparent with ${rule} is ignored`, async () => {
    const registration = await subscribe();
    await createWith({ traceparent });
    await drain(registration);
    assert.equal(receiver.calls[0]!.headers.traceparent, undefined);
  });
}

// prom-client loads the API of OpenTelemetry, which does nothing by itself.
test('without an endpoint for traces, nothing of OpenTelemetry that makes or exports traces is loaded', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  assert.ok(loaded.some((path) => path.includes('/node_modules/pino/')));
  assert.deepEqual(
    loaded.filter((path) => /@opentelemetry\/(?!api\/)/.test(path)),
    [],
  );
});
