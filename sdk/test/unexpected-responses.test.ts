import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationGroups } from '../generated/operations.ts';
import { Stellwerk, UnexpectedResponseError } from '../index.ts';
import { respond, respondEmpty, SECRET, startFaultyService } from './faulty-service.ts';

// A status of success from something other than the service, such as a proxy during maintenance.

const BODY = { firstName: 'Ada', lastName: 'Muster' };

for (const status of [200, 204])
  test(`an empty ${status} is an error if the service always sends a body`, async () => {
    const { client, calls } = await startFaultyService([respondEmpty(status)]);
    for (const [operation, call] of [
      ['POST /candidates', () => client.candidates.create(BODY)],
      ['GET /candidates/{candidateId}', () => client.candidates.get(7)],
      ['GET /branches', () => client.branches.list()],
      ['GET /changes', () => client.changes.list()],
    ] as const)
      await assert.rejects(async () => call(), {
        name: 'UnexpectedResponseError',
        message: `${operation} returned ${status}, but the response is empty. A proxy may have responded instead of the service.`,
        operation,
        status,
      });
    // The creation is repeated.
    assert.equal(calls.length, 7);
  });

for (const [operation, missing, call] of [
  ['POST /candidates', 'id', (client) => client.candidates.create(BODY)],
  [
    'POST /candidates/{id}/pictures',
    'success',
    (client) => client.candidates.setPicture(7, { picture: 'AA==' }),
  ],
  [
    'POST /candidates/applies/external',
    'id, applicationId, isNewCandidate',
    (client) => client.applications.receive(BODY as never),
  ],
] satisfies [string, string, (client: OperationGroups) => Promise<unknown>][])
  test(`${operation}: JSON without ${missing} is not a success, and is waited out with the same key`, async () => {
    const foreign = [respond(200, { status: 'maintenance' }), respond(201, null), respond(200, [])];
    const failing = await startFaultyService(foreign);
    await assert.rejects(async () => call(failing.client), {
      name: 'UnexpectedResponseError',
      message: `${operation} returned 200, but the response has no ${missing}. A proxy may have responded instead of the service.`,
    });
    const result = Object.fromEntries(missing.split(', ').map((name) => [name, 7]));
    const { client, calls } = await startFaultyService([...foreign, respond(200, result)]);
    assert.deepEqual(await call(client), result);
    assert.equal(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size, 1);
  });

test('a change without a key that gets JSON of a proxy is an error, and is not repeated', async () => {
  const { client, calls } = await startFaultyService([respond(200, { status: 'maintenance' })]);
  await assert.rejects(async () => client.candidates.setStatus(7, { statusId: 20 }), UnexpectedResponseError);
  assert.equal(calls.length, 1);
});

test('an empty response is a success if the service sends no body', async () => {
  const { client } = await startFaultyService([respondEmpty(204), respondEmpty(200)]);
  assert.equal(await client.candidates.change(7, { firstName: 'Ada' }), undefined);
  assert.equal(await client.webhooks.unsubscribe({ event: 1401, url: 'https://example.org' }), undefined);
});

test('JSON that is not a page of the feed is an error', async () => {
  const page = { changes: [], nextCursor: 'b', hasMore: false };
  const { origin, calls } = await startFaultyService([
    respond(200, { status: 'maintenance' }),
    respond(200, null),
    respond(200, { ...page, nextCursor: undefined }),
    respond(200, page),
  ]);
  const client = new Stellwerk({
    apiHost: origin,
    clientId: 'client',
    clientSecret: SECRET,
    customerName: 'Test',
  });
  for (let count = 0; count < 3; count++)
    await assert.rejects(async () => client.changes.list({ cursor: 'a' }), UnexpectedResponseError);
  assert.deepEqual(await client.changes.list({ cursor: 'a' }), page);
  assert.equal((await client.changes.list({ cursor: 'a' }).withResponse()).status, 200);
  assert.equal(calls.length, 5);
});
