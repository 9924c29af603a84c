import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CloudEvent, HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { readWebhookSecrets, rotateWebhookSecret } from '../../tenants/index.ts';

const {
  services,
  clock,
  api,
  tenantId,
  receiver,
  subscribe,
  subscription,
  createCandidate,
  drain,
  protocol,
} = await startWebhookService();

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
