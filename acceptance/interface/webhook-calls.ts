import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import type { WebhookEventProtocolDto } from '../../sdk/index.ts';
import { eventually, shows } from '../expect.ts';
import { candidate, NOBODY, PDF, recruiterId, unique } from '../given.ts';
import { access, client } from '../installation.ts';
import { call } from '../raw.ts';
import { deliveryFor, protocolOf, register, registrationsOf, ruleOfCalls } from './webhook-receivers.ts';

const CANDIDATE_CREATED = 1401;
const CANDIDATE_CHANGED = 1402;
const STATUS_CHANGED = 1404;
const APPLICATION_RECEIVED = 1405;
const DOCUMENT_CREATED = 1406;
const COMMUNICATION_CREATED = 1408;

const TRANSFERRED = 130;
const FAILED = 131;
const SKIPPED = 132;

const STANDARD = 1482;
const CLOUD_EVENTS = 1483;

const { subscribe, unsubscribe } = client.webhooks;

ruleOfCalls(
  'webhooks.onlyReference',
  'A call refers to the record and contains none of its data',
  async (receiver) => {
    await register(receiver.url, CANDIDATE_CREATED);
    const lastName = unique();
    const id = await candidate({ lastName });
    const { body, text, headers } = await deliveryFor(receiver, id);
    assert.deepEqual(Object.keys(body).sort(), [
      ...['additionalData', 'endpoint', 'endpointMethod', 'entityId', 'event'],
      ...['eventDateUtc', 'eventId', 'id'],
    ]);
    assert.equal(headers['content-type'], 'application/json');
    assert.ok(!text.includes(lastName));
    shows(body, { eventId: CANDIDATE_CREATED, event: 'candidate.created', entityId: id });
    const record = await call(body.endpointMethod, body.endpoint);
    assert.equal(record.body.lastName, lastName);
  },
);

ruleOfCalls('webhooks.signed', 'A call can be verified with the secret', async (receiver, t) => {
  if (access.webhookSecret === undefined)
    return t.skip('the webhook secret of this installation is not known');
  await register(receiver.url, CANDIDATE_CREATED);
  const { text, headers } = await deliveryFor(receiver, await candidate());
  const webhook = new Webhook(access.webhookSecret);
  webhook.verify(text, headers as Record<string, string>);
  assert.throws(() => webhook.verify(`${text} `, headers as Record<string, string>));
});

ruleOfCalls('webhooks.formats', 'A call can have the CloudEvents format', async (receiver, t) => {
  const { subscriptions } = await client.webhookSubscriptions.list();
  if (subscriptions.length > 0)
    return t.skip('this installation has other receivers, which expect the current format');
  const { settings } = await client.webhookSettings.read();
  try {
    await client.webhookSettings.setEventDataType(CLOUD_EVENTS);
    await register(receiver.url, CANDIDATE_CREATED);
    const id = await candidate();
    const { body, headers } = await deliveryFor(receiver, id);
    assert.equal(headers['content-type'], 'application/cloudevents+json');
    shows(body, {
      specversion: '1.0',
      type: 'stellwerk.candidate.created',
      source: `${access.host}/v3`,
      subject: `/candidates/${id}`,
      data: { entityId: id, endpoint: `/candidates/${id}` },
    });
    await client.webhookSettings.setEventDataType(STANDARD);
    const other = await candidate();
    shows((await deliveryFor(receiver, other)).body, { entityId: other });
  } finally {
    await client.webhookSettings.setEventDataType(settings.eventDataTypeId);
  }
});

ruleOfCalls('webhooks.mostSpecific', 'Six operations trigger six events', async ({ url }) => {
  await register(url, CANDIDATE_CREATED, CANDIDATE_CHANGED, STATUS_CHANGED);
  await register(url, APPLICATION_RECEIVED, DOCUMENT_CREATED, COMMUNICATION_CREATED);
  const id = await candidate();
  await client.candidates.addKeyword(id, { keyword: 'Stapler' });
  await client.candidates.setStatus(id, { statusId: 2005 });
  await client.candidates.apply(id, { recruiterId: await recruiterId() });
  const document = await client.documents.uploadOther(id, { filename: 'a.pdf', base64File: PDF });
  await client.communications.create(id, { communicationTypeId: 1 });
  const eventsOf = async (entityId: number) =>
    (await protocolOf(url, entityId)).map(({ eventId }) => eventId);
  const triggered = await eventually('the events', async () => {
    const all = [...(await eventsOf(id)), ...(document.id === id ? [] : await eventsOf(document.id))];
    return all.length >= 6 && all;
  });
  assert.deepEqual(triggered.sort(), [
    ...[CANDIDATE_CREATED, CANDIDATE_CHANGED, STATUS_CHANGED],
    ...[APPLICATION_RECEIVED, DOCUMENT_CREATED, COMMUNICATION_CREATED],
  ]);
});

ruleOfCalls(
  'webhooks.communicationNamed',
  'The event of a telephone call refers to the candidate',
  async (receiver) => {
    await register(receiver.url, COMMUNICATION_CREATED);
    const id = await candidate();
    const { id: communicationId } = await client.communications.create(id, { communicationTypeId: 1 });
    const { body } = await deliveryFor(receiver, id);
    shows(body, { endpoint: `/candidates/${id}`, additionalData: { communicationId } });
  },
);

/** The protocol entry of a new candidate after its first call. */
async function entryOfNewCandidate(url: string): Promise<WebhookEventProtocolDto> {
  const id = await candidate();
  return eventually('the outcome', async () =>
    (await protocolOf(url, id)).find(({ sendStatusId }) => sendStatusId !== null),
  );
}

ruleOfCalls(
  ['webhooks.transferred', 'webhooks.onlyOk'],
  'The protocol distinguishes a 200 from any other response',
  async (receiver) => {
    await register(receiver.url, CANDIDATE_CREATED);
    shows(await entryOfNewCandidate(receiver.url), {
      sendStatusId: TRANSFERRED,
      sendStatus: 'Transfered',
      attempts: 1,
    });
    for (const status of [204, 302, 500]) {
      receiver.response = { status, headers: { location: '/elsewhere' } };
      const calls = receiver.deliveries.length;
      const { sendStatusId, sendStatusReason } = await entryOfNewCandidate(receiver.url);
      assert.equal(sendStatusId, FAILED);
      assert.match(sendStatusReason!, new RegExp(String(status)));
      assert.equal(receiver.deliveries.length, calls + 1, 'a redirect is not followed');
    }
  },
);

ruleOfCalls(
  'webhooks.countedFailures',
  'Failures are counted, and a success resets the counter',
  async (receiver) => {
    const { url } = receiver;
    await register(url, CANDIDATE_CREATED);
    const counter = async () => (await registrationsOf(url))[0]!.errorCount;
    receiver.response = { status: 500 };
    await entryOfNewCandidate(url);
    assert.equal(await counter(), 1);
    await entryOfNewCandidate(url);
    assert.equal(await counter(), 2);
    receiver.response = { status: 200 };
    await entryOfNewCandidate(url);
    assert.equal(await counter(), 0);
  },
);

ruleOfCalls(
  'webhooks.unsubscribeDropsCalls',
  'A removed registration gets no further attempts',
  async (receiver) => {
    const { url } = receiver;
    await register(url, CANDIDATE_CREATED);
    receiver.response = { status: 500 };
    const { entityId, nextAttemptAtUtc } = await entryOfNewCandidate(url);
    assert.ok(nextAttemptAtUtc, 'a failed call is retried');
    await unsubscribe({ event: CANDIDATE_CREATED, url });
    shows(await protocolOf(url, entityId), [{ sendStatusId: FAILED, nextAttemptAtUtc: null }]);
  },
);

ruleOfCalls(
  ['webhooks.paused', 'webhooks.reactivated', 'webhooks.missedSentAgain'],
  'After ten failures a registration is paused until it is reactivated and the missed events are requested',
  async (receiver) => {
    const { url } = receiver;
    await register(url, CANDIDATE_CREATED);
    receiver.response = { status: 500 };
    const isPaused = async () => (await registrationsOf(url))[0]!.isPaused;
    const missed: number[] = [];
    while (!(await isPaused())) missed.push((await entryOfNewCandidate(url)).entityId);
    assert.equal(receiver.deliveries.length, 10);

    const skipped = await entryOfNewCandidate(url);
    assert.equal(skipped.sendStatusId, SKIPPED);
    assert.equal(receiver.deliveries.length, 10, 'no call is made while it is paused');

    receiver.response = { status: 200 };
    await subscribe({ event: CANDIDATE_CREATED, url, resendMissed: true });
    shows(await registrationsOf(url), [{ isPaused: false, errorCount: 0 }]);
    const expected = [...missed, skipped.entityId];
    const received = () => receiver.deliveries.slice(10).map(({ body }) => body.entityId);
    await eventually('what was missed', async () => received().length >= expected.length);
    assert.deepEqual(received(), expected);
  },
);

ruleOfCalls(
  ['webhooks.protocolFilters', 'webhooks.protocolDefaultPeriod'],
  'The protocol can be filtered by time, record and events',
  async ({ url }) => {
    await register(url, CANDIDATE_CREATED, STATUS_CHANGED);
    const { entityId, eventDateUtc } = await entryOfNewCandidate(url);
    await client.candidates.setStatus(entityId, { statusId: 2005 });
    const minute = (offset: number) => new Date(Date.parse(eventDateUtc) + offset * 60_000).toISOString();
    const found = async (filter: { entityId?: number; eventTypes?: number[] }, from = minute(-1)) => {
      const { events } = await client.webhookProtocol.list({
        ...{ eventDateFromUtc: from, eventDateToUtc: minute(5) },
        ...filter,
      });
      return events.filter((event) => event.webhookUrl === url).map(({ eventId }) => eventId);
    };
    await eventually('both events', async () => (await found({ entityId })).length === 2);
    const { events } = await client.webhookProtocol.list({ entityId });
    assert.ok(events.some((event) => event.webhookUrl === url));
    assert.deepEqual(await found({ entityId, eventTypes: [STATUS_CHANGED] }), [STATUS_CHANGED]);
    assert.deepEqual(await found({ entityId: NOBODY }), []);
    assert.deepEqual(await found({ entityId }, minute(4)), []);
  },
);
