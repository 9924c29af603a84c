import assert from 'node:assert/strict';
import { access } from '../installation.ts';
import { send } from '../raw.ts';
import { rule } from '../rule.ts';

const METHODS = ['get', 'post', 'put', 'delete'];

rule('versions.inPath', 'There is version 3', async () => {
  assert.equal((await send(`${access.host}/v3/branches`)).status, 400, 'fetch does not say who calls');
  for (const version of ['v2', 'v4'])
    assert.equal((await send(`${access.host}/${version}/branches`)).status, 404);
});

rule('versions.document', 'The document of the interface is open to everybody', async () => {
  const json = await send(`${access.host}/v3/openapi.json`);
  assert.deepEqual([json.status, json.body.openapi.slice(0, 3)], [200, '3.1']);
  const yaml = await send(`${access.host}/v3/openapi.yaml`);
  assert.equal(yaml.status, 200);
  const page = await send(`${access.host}/docs`, { redirect: 'follow' });
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /text\/html/);
});

rule('versions.operations', 'It has all operations of the interface', async () => {
  const { body } = await send(`${access.host}/v3/openapi.json`);
  const operations = Object.values(body.paths as Record<string, Record<string, Record<string, unknown>>>)
    .flatMap((path) => METHODS.map((method) => path[method]))
    .filter((operation) => operation !== undefined);
  // GET /users/{userId} stands for two: by id and by rowGuid.
  assert.equal(operations.filter((operation) => operation['x-since'] === undefined).length + 1, 116);
  for (const operation of operations) assert.ok(operation.operationId && operation.summary);
});

rule('versions.health', 'The service says that it is well', async () => {
  for (const aspect of ['live', 'ready'])
    assert.equal((await send(`${access.host}/health/${aspect}`)).status, 200);
});
