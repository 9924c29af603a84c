import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    assert.equal(calls.length, 4);
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
