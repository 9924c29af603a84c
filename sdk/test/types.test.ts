import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  CandidateDto,
  ChangesResponse,
  RecordStream,
  Stellwerk,
  StellwerkOptions,
  WebhookEvent,
  WebhookEventName,
} from '../index.ts';

// What the compiler must accept and reject. `npm run check` runs this test by compiling it.

async function accepted(client: Stellwerk): Promise<void> {
  const created: number = (await client.candidates.create({ firstName: 'Ada', lastName: 'M' })).id;
  await client.candidates.change(created, { contact: { email: null } });
  const stream: RecordStream<CandidateDto> = await client.candidates.export.stream({ officeId: 1 });
  const page: IteratorResult<ChangesResponse, void> = await client.changes.follow().next();
  const status: number = (await client.users.get('6f1c2a34-5b7d-4e8f-9a01-23456789abcd').withResponse())
    .status;
  await client.documents.uploadCv(1, { base64File: Buffer.from('a') });
  const { etag } = await client.masterData.languages().withResponse();
  await client.masterData.languages({ ifNoneMatch: etag });
  for await (const candidate of client.candidates.stream({ officeId: 1 })) candidate.id.toFixed();
  for await (const { entity } of client.changes.inventory.stream({ entities: ['candidate', 'document'] }))
    entity.at(0);
  await client.changes.list({ entities: ['candidate'] });
  assert.ok([stream, page, status]);
}

const PERIOD = { eventDateFromUtc: '2026-03-01T00:00:00Z', eventDateToUtc: '2026-03-02T00:00:00Z' };

async function acceptedEvents(client: Stellwerk, { event }: WebhookEvent): Promise<void> {
  const name: WebhookEventName = event;
  const [logged] = (await client.webhookProtocol.list(PERIOD)).events;
  const isNew: boolean = logged!.event === 'candidate.created';
  const [type] = (await client.webhookEventTypes.list()).eventTypes;
  const [subscription] = (await client.webhookSubscriptions.list()).subscriptions;
  const names: WebhookEventName[] = [type!.name, subscription!.eventName];
  assert.ok([name, isNew, names]);
}

async function rejected(client: Stellwerk): Promise<void> {
  // @ts-expect-error A candidate has a last name.
  await client.candidates.create({ firstName: 'Ada' });
  // @ts-expect-error Misspelt.
  await client.candidates.create({ firstName: 'Ada', lastName: 'M', birthdate: '2000-01-01' });
  // @ts-expect-error The id is missing.
  await client.candidates.get();
  // @ts-expect-error Reading creates nothing, so no key protects it.
  await client.candidates.get(1, { idempotencyKey: 'a' });
  // @ts-expect-error No such record type.
  client.changes.follow({ entities: ['applicant'] });
  // @ts-expect-error A list of names, not a text with commas.
  await client.changes.list({ entities: 'candidate,document' });
  // @ts-expect-error No such record type.
  client.changes.inventory.stream({ entities: ['applicant'] });
  // @ts-expect-error An operation without a list of records cannot be streamed.
  client.candidates.get.stream(1);
  // @ts-expect-error One of baseUrl and apiHost is needed.
  const options: StellwerkOptions = { clientId: 'a', clientSecret: 'b', customerName: 'c' };
  assert.ok(options);
}

function rejectedEvents({ event }: WebhookEvent): void {
  // @ts-expect-error No such event.
  assert.ok(event === 'candidate.create');
}

test('the functions above compile', () => {
  const compiled = [accepted, acceptedEvents, rejected, rejectedEvents];
  assert.ok(compiled.every((one) => typeof one === 'function'));
});
