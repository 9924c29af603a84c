import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandidateDto, ChangesResponse, RecordStream, Stellwerk, StellwerkOptions } from '../index.ts';

// What the compiler must accept and reject. `npm run check` runs this test by compiling it.

async function accepted(client: Stellwerk): Promise<void> {
  const created: number | undefined = (await client.candidates.create({ firstName: 'Ada', lastName: 'M' }))
    .id;
  await client.candidates.change(created!, { contact: { email: null } });
  const stream: RecordStream<CandidateDto> = await client.candidates.export.stream({ officeId: 1 });
  const page: IteratorResult<ChangesResponse, void> = await client.changes.follow().next();
  const status: number = (await client.users.get('6f1c2a34-5b7d-4e8f-9a01-23456789abcd').withResponse())
    .status;
  await client.documents.uploadCv(1, { base64File: Buffer.from('a') });
  assert.ok([stream, page, status]);
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
  // @ts-expect-error An operation without a list of records cannot be streamed.
  client.candidates.get.stream(1);
  // @ts-expect-error One of baseUrl and apiHost is needed.
  const options: StellwerkOptions = { clientId: 'a', clientSecret: 'b', customerName: 'c' };
  assert.ok(options);
}

test('the functions above compile', () => {
  assert.deepEqual([typeof accepted, typeof rejected], ['function', 'function']);
});
