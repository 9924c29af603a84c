import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthenticationError, TokenError } from '../index.ts';
import { dropConnection, respond, startFaultyService, TOKEN } from './faulty-service.ts';

test('a token request is retried while the token endpoint is unavailable', async () => {
  const { client, tokenRequests } = await startFaultyService(
    [respond(200)],
    [
      dropConnection,
      respond(503, { error: 'temporarily_unavailable' }, { 'retry-after': '2' }),
      respond(200, { access_token: TOKEN, expires_in: 60 }),
    ],
  );
  await client.branches.list();
  assert.equal(tokenRequests.length, 3);
});

test('a token request with rejected credentials is not retried', async () => {
  const { client, calls, tokenRequests } = await startFaultyService(
    [respond(200)],
    [respond(401, { error: 'invalid_client', error_description: 'Unknown client or wrong secret.' })],
  );
  await assert.rejects(client.branches.list(), (error) => {
    assert.ok(error instanceof TokenError);
    assert.deepEqual(
      [error.status, error.error, error.errorDescription],
      [401, 'invalid_client', 'Unknown client or wrong secret.'],
    );
    return true;
  });
  assert.equal(tokenRequests.length, 1);
  assert.equal(calls.length, 0);
});

test('after rejected tokens, a call requests one new token at most, and later calls none for a while', async () => {
  const { client, calls, tokenRequests, clock } = await startFaultyService([respond(401)]);
  await assert.rejects(client.branches.list(), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [2, 2]);
  await assert.rejects(client.branches.list(), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [3, 2]);
  clock.ms += 61_000;
  await assert.rejects(client.branches.list(), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [5, 3]);
});

test('a token that was rejected in an upload of a stream is replaced by the next one', async () => {
  const { client, calls, tokenRequests, clock } = await startFaultyService(
    [respond(401), respond(200, { id: 7 }), respond(401)],
    [
      respond(200, { access_token: 'first', expires_in: 86_400 }),
      respond(200, { access_token: 'second', expires_in: 86_400 }),
      respond(200, { access_token: 'third', expires_in: 86_400 }),
      respond(200, { access_token: 'fourth', expires_in: 86_400 }),
    ],
  );
  const upload = () => client.documents.uploadOther(7, { base64File: new Blob(['once']).stream() });
  const sent = () => calls.map(({ headers }) => headers.authorization!.replace('Bearer ', ''));
  await assert.rejects(upload(), AuthenticationError);
  assert.deepEqual(await upload(), { id: 7 });
  assert.deepEqual(sent(), ['first', 'second']);
  // If the service rejects the new token too, the next one has to wait, as in other calls.
  for (let round = 0; round < 4; round++) await assert.rejects(upload(), AuthenticationError);
  assert.deepEqual(sent().slice(2), ['second', 'third', 'third', 'third']);
  assert.equal(tokenRequests.length, 3);
  clock.ms += 61_000;
  await assert.rejects(upload(), AuthenticationError);
  assert.equal(sent().at(-1), 'fourth');
});
