import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { StellwerkError, UnexpectedResponseError } from '../index.ts';
import { dropConnection, respond, SECRET, startFaultyService, TOKEN } from './faulty-service.ts';

test('a redirect is not followed, because it would receive the token', async () => {
  const other = await startFaultyService([respond(200)]);
  const { client } = await startFaultyService([
    respond(307, {}, { location: `${other.origin}/v3/branches` }),
  ]);
  await assert.rejects(client.branches.list(), { name: 'ApiError', status: 307 });
  assert.equal(other.calls.length, 0);
});

test("the text of a proxy's page is not in the error", async () => {
  const { client } = await startFaultyService([
    (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Blocked</html>'),
  ]);
  await assert.rejects(client.branches.list(), {
    name: 'PermissionError',
    message:
      'GET /branches returned 403 with a text/html body. A proxy may have responded instead of the service.',
    messageGuid: null,
  });
});

test("a proxy's page with status 200 is an error that names the operation", async () => {
  const page: Parameters<typeof startFaultyService>[0][number] = (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-request-id': 'r-1' })
      .end('<html>Sign in</html>');
  const { client } = await startFaultyService([page]);
  const expected = (operation: string) => (error: unknown) => {
    assert.ok(error instanceof UnexpectedResponseError, inspect(error));
    assert.equal(
      error.message,
      `${operation} returned 200 with a text/html body instead of the expected JSON. A proxy may have responded instead of the service. Check the address and the proxy.`,
    );
    assert.deepEqual([error.operation, error.status, error.requestId], [operation, 200, 'r-1']);
    return true;
  };
  await assert.rejects(client.candidates.get(7), expected('GET /candidates/{candidateId}'));
  await assert.rejects(async () => {
    for await (const _ of client.candidates.export.stream());
  }, expected('GET /candidates/export/candidates'));
});

test('the text of a response that is not JSON is not in the error', async () => {
  const { client } = await startFaultyService([(response) => response.end('<html>Welcome, Jana</html>')]);
  await assert.rejects(client.branches.list(), (error) => {
    assert.ok(error instanceof StellwerkError);
    assert.doesNotMatch(inspect(error, { depth: 10 }), /Jana/);
    return true;
  });
});

test('no error contains the secret or the token, however it is printed', async () => {
  const cases = [
    await startFaultyService([dropConnection]),
    await startFaultyService([respond(401, { message: 'No.' })]),
    await startFaultyService([respond(500)]),
    await startFaultyService([respond(200)], [dropConnection]),
    await startFaultyService([respond(200)], [respond(401, { error: 'invalid_client' })]),
    await startFaultyService([respond(200)], [respond(200, { access_token: TOKEN })]),
  ];
  for (const { client } of cases) {
    const error = await client.branches.list({ maxRetries: 0 }).then(
      () => assert.fail('The call should have failed.'),
      (caught: unknown) => caught,
    );
    const shown = inspect(error, { depth: 20, showHidden: true });
    assert.ok(!shown.includes(SECRET) && !shown.includes(TOKEN), shown);
  }
});
