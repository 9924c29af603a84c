import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document, OperationObject, Schema } from './document.ts';
import { placeOf, toMethods, writeOperations } from './operations.ts';
import { reachableSchemas, toType, typeName, writeSchemas } from './schemas.ts';

const READ = { isSent: false };
const SENT = { isSent: true };

function documentOf(paths: Document['paths'], schemas: Record<string, Schema> = {}): Document {
  return { info: { version: '3.0.0' }, paths, components: { schemas } };
}

function operation(operationId: string, response?: Schema): OperationObject {
  const content = response === undefined ? undefined : { 'application/json': { schema: response } };
  return { operationId, tags: [], summary: operationId, responses: { 200: { content } } };
}

for (const [operationId, place] of [
  ['candidate_addLanguage', 'candidates.addLanguage'],
  ['branch_list', 'branches.list'],
  ['company_setStatus', 'companies.setStatus'],
  ['companyActivity_list', 'companyActivities.list'],
  ['masterdata_languages', 'masterData.languages'],
  ['jobad_get', 'jobAds.get'],
  ['webhookSettings_read', 'webhookSettings.read'],
] as const) {
  test(`${operationId} is ${place}`, () => {
    const { group, name } = placeOf(operationId);
    assert.equal(`${group}.${name}`, place);
  });
}

test('an operation id that is not resource_verb is rejected', () => {
  for (const operationId of ['list', 'a_b_c', '']) assert.throws(() => placeOf(operationId), /resource_verb/);
});

test('two operations with the same method name are rejected', () => {
  const paths = { '/a': { get: operation('a_list') }, '/b': { get: operation('a_list') } };
  assert.throws(() => toMethods(documentOf(paths)), /as\.list/);
});

test('two schemas with the same type name are rejected', () => {
  const schemas = { a_b: { type: 'string' }, aB: { type: 'string' }, AB: { type: 'string' } };
  assert.throws(() => writeSchemas(documentOf({}, schemas), new Set()), /AB/);
});

for (const [schema, type] of [
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ enum: ['a', 2, null] }, '"a" | 2 | null'],
  [{ type: 'string', 'x-extensible-enum': ['a.b', 'c'] }, '"a.b" | "c"'],
  [{ type: ['string', 'null'], 'x-extensible-enum': ['a'] }, '"a" | null'],
  [{ type: 'string', 'x-comma-separated': ['a', 'b'] }, 'readonly ("a" | "b")[]'],
  [{ const: true }, 'true'],
  [{ anyOf: [{ $ref: '#/components/schemas/data_b' }, { type: 'null' }] }, 'DataB | null'],
  [{ allOf: [{ type: 'string' }, { type: ['string', 'null'] }] }, 'string & (string | null)'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{}, 'unknown'],
] as const) {
  test(`${JSON.stringify(schema)} has the type ${type}`, () => {
    assert.equal(toType(schema as unknown as Schema, READ, ''), type);
  });
}

test('Base64 can be sent as bytes and is read as a string', () => {
  const schema = { type: 'string', contentEncoding: 'base64' };
  assert.equal(toType(schema, SENT, ''), 'string | ByteSource');
  assert.equal(toType(schema, READ, ''), 'string');
});

test('an unsupported keyword is an error', () => {
  for (const schema of [{ prefixItems: [] }, { type: 'object', patternProperties: {} }, { not: {} }])
    assert.throws(() => toType(schema as Schema, READ, ''), /does not support/);
});

test('a description cannot end the comment it stands in', () => {
  const text = writeSchemas(documentOf({}, { a: { type: 'string', description: '*/ evil' } }), new Set());
  assert.ok(!text.includes('*/ evil'));
});

test('only texts that are sent have an example in their comment', () => {
  const properties = {
    id: { type: 'integer', description: 'Id.', examples: [4711] },
    name: { type: 'string', description: 'Name.', examples: ['Ada'] },
  };
  const schemas = { sent: { type: 'object', properties }, read: { type: 'object', properties } };
  const text = writeSchemas(documentOf({}, schemas), new Set(['sent']));
  assert.deepEqual(
    [...text.matchAll(/\/\*\* (.*) \*\//g)].map(([, comment]) => comment),
    ['Id.', 'Name. Example: "Ada".', 'Id.', 'Name.'],
  );
});

test('reachable schemas include indirect and circular references, once each', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = { a: { type: 'array', items: ref('b') }, b: { properties: { a: ref('a') } }, c: {} };
  assert.deepEqual([...reachableSchemas(documentOf({}, schemas), [ref('a')])], ['a', 'b']);
});

test('lists of records can be read record by record, and records that contain lists cannot', () => {
  const list = { type: 'array', items: { type: 'object' } };
  const methods = toMethods(
    documentOf({
      '/a': { get: operation('a_list', { type: 'object', properties: { as: list } }) },
      '/b': { get: operation('b_list', list) },
      '/c': { get: operation('c_changes', { type: 'object', properties: { new: list, deleted: list } }) },
      '/d': {
        get: operation('d_get', { type: 'object', properties: { id: { type: 'integer' }, ds: list } }),
      },
      '/e': { get: operation('e_list', { properties: { data: list, validationErrors: list, message: {} } }) },
    }),
  );
  assert.deepEqual(
    methods.map(({ runtime }) => runtime.lists),
    [['as'], [''], ['new', 'deleted'], undefined, ['data']],
  );
});

test('a POST that needs only a read permission can be repeated, and a success with JSON always has a body', () => {
  const post = (permission: string, response?: Schema) => ({
    post: { ...operation('x_list', response), 'x-permission': permission },
  });
  for (const [methods, reads, json] of [
    [post('webhooks:read', { type: 'object' }), true, true],
    [post('webhooks:write'), undefined, undefined],
    [{ get: operation('x_list', { type: 'object' }) }, undefined, true],
  ] as const) {
    const [method] = toMethods(documentOf({ '/x': methods }));
    assert.deepEqual([method!.runtime.reads, method!.runtime.json], [reads, json]);
  }
});

test('an integer id is a number, and a string id can also be a number', () => {
  const parameters = [
    { name: 'a', in: 'path' as const, schema: { type: 'integer' } },
    { name: 'b', in: 'path' as const, schema: { type: 'string' } },
    { name: 'c', in: 'path' as const, schema: { type: 'string', format: 'date' } },
  ];
  const document = documentOf({ '/x/{c}/{a}/{b}': { get: { ...operation('x_get'), parameters } } });
  assert.match(
    writeOperations(document, toMethods(document)),
    /get\(c: string, a: number, b: string \| number, options\?: CallOptions\)/,
  );
});

test('schema names become type names', () => {
  assert.deepEqual(['candidate_changes', 'companyChanges', 'a-b.c'].map(typeName), [
    'CandidateChanges',
    'CompanyChanges',
    'ABC',
  ]);
});
