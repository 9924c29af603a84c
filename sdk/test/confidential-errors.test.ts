import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { StellwerkError } from '../index.ts';
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
    message: 'GET /branches returned 403.',
    messageGuid: null,
  });
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
