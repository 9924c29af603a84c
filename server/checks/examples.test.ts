import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { type ApiDocument, type DocumentedOperation, DocumentReader } from './fuzz/document.ts';
import { LiveRecords } from './fuzz/live-records.ts';
import { exampleRequest } from './fuzz/requests.ts';
import { closeConnections, prepare, send } from './fuzz/sender.ts';
import { makeRecords } from './records/tenant-records.ts';

// Sends every example of the OpenAPI document and expects success. Only ids are replaced, by those of records that exist
// in the test.

const service = await startTestService();
const { api } = service.tenant;
const served = await fetch(`${service.baseUrl}/v3/openapi.json`);
const reader = new DocumentReader((await served.json()) as ApiDocument);
const records = await LiveRecords.open(service, service.tenant);
const { body: known } = await api.get('/masterdata/professions');
await makeRecords(service, service.tenant, 'examples', {
  language: 1,
  profession: known.professions[0].id,
  licence: 313,
});
after(() => closeConnections());

for (const operation of reader.operations()) {
  const { parameters, body } = operation;
  const examples = body === undefined ? [undefined] : body.examples;
  for (const [index, example] of examples.entries()) {
    test(`${operation.id}: example ${index + 1}`, () => assertSuccess(operation, example, []));
  }
  const query = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined);
  if (query.length > 0) {
    test(`${operation.id}: with ${query.map(({ name }) => name)} as in the examples`, async () => {
      const values: [string, string][] = [];
      for (const { name, schema, example } of query) {
        const kind = schema['x-references'];
        values.push([
          name,
          String(typeof kind === 'string' ? await records.id(kind, 0, null, example) : example),
        ]);
      }
      await assertSuccess(operation, undefined, values);
    });
  }
}

// A program that imports the document sends every header that it describes, and "string" where there is no example.
test('calls with every header as the document describes it succeed', async () => {
  const headers: Record<string, string> = {};
  for (const { parameters } of reader.operations())
    for (const { in: place, name, schema, example } of parameters)
      if (place === 'header') headers[name.toLowerCase()] = String(example ?? schema.default ?? 'string');
  assert.ok(Object.hasOwn(headers, 'if-match') && Object.hasOwn(headers, 'range'));
  const created = await api.post('/candidates', { firstName: 'New', lastName: 'Here' }, { headers });
  assert.equal(created.status, 200);
  const path = `/candidates/${created.body.id}`;
  assert.equal((await api.put(path, { title: 'Dr.' }, { headers })).status, 204);
  assert.equal((await api.get(path, { headers })).status, 200);
});

async function assertSuccess(
  operation: DocumentedOperation,
  example: unknown,
  query: [string, string][],
): Promise<void> {
  records.refresh();
  // One example reactivates a paused registration; some deactivate records that others refer to.
  await service.sql('UPDATE webhook_registration SET paused_at = clock_now()');
  await service.sql('UPDATE site SET is_active = true');
  await service.sql('UPDATE contact SET is_active = true');
  const shown = exampleRequest(reader, operation, example);
  const given = new Map([...shown.query, ...query]);
  const path = { ...shown.path, ...(await newCandidate(operation)) };
  const request = await prepare(operation, { ...shown, path, query: [...given] }, records, {
    permitted: api.token,
    unpermitted: '',
  });
  const answer = await send(service.baseUrl, request);
  const text = answer.body.toString('utf8');
  assert.ok(answer.status === 200 || answer.status === 204, `${request.path}: ${answer.status} ${text}`);
  assert.equal(operation.answerFaults(answer), '');
}

/** Creates an empty candidate, so that the example adds no duplicate. */
async function newCandidate({ method, path }: DocumentedOperation): Promise<Record<string, string>> {
  const [, name] = /^\/candidates\/\{(\w+)\}(?!.*\{(?!documentCategory))/.exec(path) ?? [];
  if (method === 'GET' || name === undefined) return {};
  const { body } = await api.post('/candidates', { firstName: 'New', lastName: 'Here' });
  return { [name]: String(body.id) };
}
