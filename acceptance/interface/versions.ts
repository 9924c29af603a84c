import assert from 'node:assert/strict';
import { access } from '../installation.ts';
import { send } from '../raw.ts';
import { rule } from '../rule.ts';

const METHODS = ['get', 'post', 'put', 'delete'];

rule('versions.inPath', 'Only version 3 exists', async () => {
  assert.equal((await send(`${access.host}/v3/branches`)).status, 400, 'fetch sends no valid User-Agent');
  for (const version of ['v2', 'v4'])
    assert.equal((await send(`${access.host}/${version}/branches`)).status, 404);
});

rule('versions.document', 'The OpenAPI document can be read without a token', async () => {
  const json = await send(`${access.host}/v3/openapi.json`);
  assert.deepEqual([json.status, json.body.openapi.slice(0, 3)], [200, '3.1']);
  const yaml = await send(`${access.host}/v3/openapi.yaml`);
  assert.equal(yaml.status, 200);
  const page = await send(`${access.host}/docs`, { redirect: 'follow' });
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /text\/html/);
});

rule('versions.operations', 'The document has all operations of the interface', async () => {
  const { body } = await send(`${access.host}/v3/openapi.json`);
  const operations = Object.values(body.paths as Record<string, Record<string, Record<string, unknown>>>)
    .flatMap((path) => METHODS.map((method) => path[method]))
    .filter((operation) => operation !== undefined);
  // GET /users/{userId} counts as two operations: by id and by rowGuid.
  assert.equal(operations.filter((operation) => operation['x-since'] === undefined).length + 1, 116);
  for (const operation of operations) assert.ok(operation.operationId && operation.summary);
});

rule('versions.health', 'The health endpoints return 200', async () => {
  for (const aspect of ['live', 'ready'])
    assert.equal((await send(`${access.host}/health/${aspect}`)).status, 200);
});
