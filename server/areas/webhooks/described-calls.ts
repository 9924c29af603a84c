import type { DescribedWebhook } from '../../core/http/openapi-webhooks.ts';
import { line, record, utc, uuid } from '../../core/http/schema.ts';
import { type DescribedEventType, EVENTS } from '../changes/index.ts';
import { CLOUD_EVENT_FORMAT, STANDARD_FORMAT, toMessage, toReference } from './delivery/index.ts';
import { referenceProperties } from './reference-schema.ts';

// The calls as the OpenAPI document describes them.

const SAMPLE_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const SAMPLE_TIME = '2026-03-02T08:15:30.000Z';
const SAMPLE_ENTITY_ID = 4711;

const Call = record('WebhookCall', referenceProperties, {
  description:
    'The body of a webhook call. It has no data of the record, only a reference: fetch the record from endpoint. A later release can add properties.',
});

const CloudEvent = record(
  'WebhookCloudEvent',
  {
    specversion: line('Version of CloudEvents.', { examples: ['1.0'] }),
    id: uuid('Id of the call, as in data.'),
    type: line('`stellwerk.` and the name of the event type.', { examples: ['stellwerk.candidate.created'] }),
    source: line('Base URL of the API.', { maxLength: 2000, examples: ['http://localhost:8080/v3'] }),
    subject: line('The endpoint, as in data.', { examples: ['/candidates/4711'] }),
    time: utc('Time of the event.'),
    datacontenttype: line('Media type of data.', { examples: ['application/json'] }),
    data: {
      ...Call,
      description: 'The body of the standard format.',
      componentDescription: Call.description,
    },
  },
  { description: 'The body of a webhook call in the format of CloudEvents 1.0, structured mode.' },
);

/** The further ids of the events about these records. */
const ADDITIONAL_DATA: Partial<Record<DescribedEventType['entity'], Record<string, unknown>>> = {
  application: { applicationId: 815, jobAdId: 12 },
  communication: { communicationId: 96 },
  document: { candidateId: 236 },
  site: { customerId: 31 },
  location: { customerId: 31, siteId: 52 },
  contact: { customerId: 31, siteId: 52 },
  request: { kind: 'temporarystaffing' },
};

/** The calls for each event type, sorted by its id. `source` is the base URL of the API. */
export function describeCalls(source: string): DescribedWebhook[] {
  return Object.entries(EVENTS).map(([key, type]) => describeCall(key, type, source));
}

function describeCall(key: string, type: DescribedEventType, source: string): DescribedWebhook {
  const additionalData = ADDITIONAL_DATA[type.entity] ?? null;
  const reference = toReference(SAMPLE_ID, {
    eventTypeId: type.id,
    entityId: SAMPLE_ENTITY_ID,
    occurredAt: SAMPLE_TIME,
    additionalData,
  });
  const example = (dataTypeId: number) => JSON.parse(toMessage(reference, dataTypeId, source).body);
  const further = Object.keys(additionalData ?? {}).map((name) => `\`${name}\``);
  return {
    id: `webhookCall_${key}`,
    area: 'Webhooks',
    event: type,
    summary: `Event ${type.name}`,
    description: [
      type.description,
      'The service sends this call to each address that is registered for the event.',
      further.length === 0 ? '`additionalData` is null.' : `\`additionalData\` has ${further.join(' and ')}.`,
      'A test call also has `isTest` in `additionalData`.',
    ].join(' '),
    bodies: [
      { mediaType: 'application/json', schema: Call, example: example(STANDARD_FORMAT) },
      { mediaType: 'application/cloudevents+json', schema: CloudEvent, example: example(CLOUD_EVENT_FORMAT) },
    ],
    delivered:
      'The call is delivered. Every other status is a failure, also 201 and 204, and the call is repeated later.',
  };
}
