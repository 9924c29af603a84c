import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { apiDocument, platformDocument } from '../api-document.ts';
import { EVENT_TYPES } from '../areas/webhooks/index.ts';
import { FORMATS } from '../core/http/formats.ts';
import { startWebhookService } from '../testing/webhook-service.ts';
import { makeRecords } from './records/tenant-records.ts';

// The calls of webhooks as the OpenAPI document describes them, compared with those that the service makes.

const { service, services, api, receiver, subscribe, createCandidate, drain, readLog } =
  await startWebhookService();
const document = apiDocument(services.settings.publicUrl);
const webhooks = document.webhooks!;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });

interface Parameter {
  name: string;
  description: string;
  schema: object;
  example: string;
}

const FORMAT_TYPES = { 1482: 'application/json', 1483: 'application/cloudevents+json' } as const;
const contentOf = (event: string, type: string) => webhooks[event]!.post!.requestBody!.content![type]!;
const examplesOf = (event: string, type: string) =>
  Object.values(contentOf(event, type).examples!).map(({ value }) => value as Record<string, unknown>);

/** The headers of a call, with references resolved. */
function headersOf(event: string): Parameter[] {
  const shared = document.components.parameters as Record<string, Parameter>;
  const parameters = webhooks[event]!.post!.parameters as { $ref: string }[];
  return parameters.map(({ $ref }) => shared[$ref.split('/').at(-1)!]!);
}

function assertFits(schema: object, value: unknown, place: string): void {
  const validate = ajv.compile({ ...schema, components: document.components });
  assert.ok(validate(value), `${place}: ${ajv.errorsText(validate.errors)}`);
}

test('every event type has a webhook, and the platform has none of its own', () => {
  const events = Object.values(webhooks).map(({ post }) => post!['x-event']);
  assert.deepEqual(
    events,
    EVENT_TYPES.map(({ id, name }) => ({ id, name })),
  );
  assert.deepEqual(
    Object.keys(webhooks),
    EVENT_TYPES.map(({ name }) => name),
  );
  assert.equal(platformDocument('http://localhost:8080').webhooks, undefined);
});

for (const { id, name } of EVENT_TYPES) {
  test(`the examples of ${name} are calls of this event`, () => {
    for (const type of Object.values(FORMAT_TYPES)) {
      const [example] = examplesOf(name, type);
      assertFits(contentOf(name, type).schema, example, type);
      const { eventId, event } = (example!.data ?? example) as Record<string, unknown>;
      assert.deepEqual([eventId, event], [id, name]);
    }
    for (const { name: header, schema, example } of headersOf(name)) assertFits(schema, example, header);
  });
}

for (const [format, type] of Object.entries(FORMAT_TYPES)) {
  test(`a call of format ${format} is as described, and so are its headers`, async () => {
    assert.equal((await api.put(`/webhooks/settings/eventdatatype/${format}`)).status, 200);
    const registration = await subscribe();
    await createCandidate();
    await drain(registration);
    const { headers, body } = receiver.calls[0]!;
    assertFits(contentOf('candidate.created', type).schema, body, type);
    assert.deepEqual(Object.keys(body), Object.keys(examplesOf('candidate.created', type)[0]!));
    assert.equal(String(headers['content-type']).split(';')[0], type);
    const described = headersOf('candidate.created');
    assert.deepEqual(
      described.map(({ name }) => name),
      Object.keys(headers).filter((name) => name.startsWith('webhook-')),
    );
    for (const { name, schema } of described) assertFits(schema, headers[name], name);
  });
}

test('the further ids of events are those of the examples', async () => {
  for (const { id } of EVENT_TYPES) await subscribe({ event: id });
  const { professions } = (await api.get('/masterdata/professions')).body;
  await makeRecords(service, service.tenant, 'hooks', {
    language: 1,
    profession: professions[0].id,
    licence: 313,
  });
  const seen = new Set<string>();
  for (const { event, additionalData } of await readLog()) {
    seen.add(event);
    const [example] = examplesOf(event, FORMAT_TYPES[1482]);
    assert.deepEqual(
      Object.keys(additionalData ?? {}).sort(),
      Object.keys((example!.additionalData ?? {}) as object).sort(),
      event,
    );
  }
  // Each kind of record that has further ids.
  for (const entity of ['application', 'communication', 'document', 'site', 'location', 'contact', 'request'])
    assert.ok(
      [...seen].some((event) => event.startsWith(`${entity}.`)),
      entity,
    );
});
