import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { apiDocument } from '../api-document.ts';
import { FORMATS } from '../core/http/formats.ts';
import { ENDPOINTS } from '../endpoints.ts';

// What readers of the OpenAPI document find for every operation. openapi.test.ts tests that every property is described
// and that examples of bodies pass the service's own validation.

type Node = Record<string, unknown>;

const document = JSON.parse(JSON.stringify(apiDocument('http://localhost:8080'))) as Node;
const operations = Object.entries(document.paths as Record<string, Record<string, Node>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
);

function resolve(node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  return resolve(
    node.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Node)[key], document) as Node,
  );
}

/** Every parameter, response, header and content of the document, with its place. */
function* parts(): Generator<{
  place: string;
  kind: 'parameter' | 'response' | 'header' | 'content';
  node: Node;
}> {
  for (const { name, operation } of operations) {
    for (const parameter of (operation.parameters as Node[]).map(resolve))
      yield { place: `${name} ${parameter.in} ${parameter.name}`, kind: 'parameter', node: parameter };
    const body = operation.requestBody as Node | undefined;
    for (const [type, node] of Object.entries((body?.content ?? {}) as Record<string, Node>))
      yield { place: `${name} ${type}`, kind: 'content', node };
    for (const [status, referred] of Object.entries(operation.responses as Record<string, Node>)) {
      const response = resolve(referred);
      const place = `${name} ${status}`;
      yield { place, kind: 'response', node: response };
      for (const [header, node] of Object.entries((response.headers ?? {}) as Record<string, Node>))
        yield { place: `${place} ${header}`, kind: 'header', node: resolve(node) };
      for (const [type, node] of Object.entries((response.content ?? {}) as Record<string, Node>))
        yield { place: `${place} ${type}`, kind: 'content', node };
    }
  }
}

function placesWhere(kind: string, isWrong: (node: Node) => boolean): string[] {
  return [...parts()].filter((part) => part.kind === kind && isWrong(part.node)).map(({ place }) => place);
}

const isSilent = (text: unknown) => typeof text !== 'string' || text.trim().length < 3;

test('every operation has a summary, a description, an area and its security requirements', () => {
  const areas = new Set((document.tags as Node[]).map(({ name }) => name));
  const flows = (document.components as { securitySchemes: Record<string, { flows?: Node }> })
    .securitySchemes;
  const scopes = (flows.ClientCredentials!.flows!.clientCredentials as { scopes: Node }).scopes;
  for (const { name, operation } of operations) {
    assert.match(String(operation.operationId), /^[a-zA-Z]+_[a-zA-Z]+$/, name);
    assert.ok(!isSilent(operation.summary) && !isSilent(operation.description), name);
    assert.ok(
      (operation.tags as unknown[]).length === 1 && areas.has((operation.tags as unknown[])[0]),
      name,
    );
    const permission = operation['x-permission'] as string | undefined;
    assert.ok(permission === undefined || Object.hasOwn(scopes, permission), name);
    assert.deepEqual(
      operation.security,
      [{ BearerAuth: [] }, { ClientCredentials: permission === undefined ? [] : [permission] }],
      name,
    );
  }
});

test('no two operations share a summary', () => {
  const summaries = operations.map(({ operation }) => operation.summary);
  assert.deepEqual(
    summaries.filter((summary, index) => summaries.indexOf(summary) !== index),
    [],
  );
});

test('every parameter is described and has a schema', () => {
  assert.deepEqual(
    placesWhere('parameter', ({ description, schema }) => isSilent(description) || schema === undefined),
    [],
  );
});

test('the parameters of a path are those in its template', () => {
  for (const { name, path, operation } of operations) {
    const declared = (operation.parameters as Node[])
      .map(resolve)
      .filter((parameter) => parameter.in === 'path');
    assert.deepEqual(
      declared.map((parameter) => `{${parameter.name}}`).sort(),
      (path.match(/\{\w+\}/g) ?? []).sort(),
      name,
    );
    assert.ok(
      declared.every(({ required }) => required === true),
      name,
    );
  }
});

test('every response and every header is described', () => {
  assert.deepEqual(
    placesWhere('response', ({ description }) => isSilent(description)),
    [],
  );
  assert.deepEqual(
    placesWhere('header', ({ description, schema }) => isSilent(description) || schema === undefined),
    [],
  );
});

test('every response names the request, and every error has the error record', () => {
  for (const { name, operation } of operations) {
    for (const [status, referred] of Object.entries(operation.responses as Record<string, Node>)) {
      const { headers, content } = resolve(referred);
      assert.ok(Object.hasOwn((headers ?? {}) as Node, 'X-Request-Id'), `${name} ${status}`);
      if (Number(status) < 400) continue;
      const schema = (content as Record<string, Node>)['application/json']!.schema;
      assert.deepEqual(schema, { $ref: '#/components/schemas/ErrorResponse' }, `${name} ${status}`);
    }
  }
});

test('every JSON body of a request or response has an example, and every example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  for (const { place, kind, node } of parts()) {
    if (kind !== 'content' || !place.endsWith('application/json')) continue;
    const examples = Object.values((node.examples ?? {}) as Record<string, Node>);
    assert.ok(examples.length > 0, `${place} has no example`);
    const validate = ajv.compile({ ...(node.schema as Node), components: document.components });
    for (const { summary, value } of examples) {
      assert.ok(!isSilent(summary), `${place} has an example without a summary`);
      assert.ok(validate(value), `${place}: ${ajv.errorsText(validate.errors)}`);
    }
  }
});

test('the example of every parameter fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  for (const { place, kind, node } of parts()) {
    if (kind !== 'parameter') continue;
    const named = Object.values((node.examples ?? {}) as Record<string, Node>).map(({ value }) => value);
    const examples = node.example === undefined ? named : [node.example, ...named];
    const validate = ajv.compile({ ...(node.schema as Node), components: document.components });
    for (const example of examples)
      assert.ok(validate(example), `${place}: ${ajv.errorsText(validate.errors)}`);
  }
});

test('examples of bodies are written by hand, not generated from their schemas', () => {
  const bare = ENDPOINTS.filter(({ audience }) => audience === 'integration').filter(
    ({ body, examples }) => body !== undefined && !examples?.some((one) => one.body),
  );
  assert.deepEqual(
    bare.map(({ id }) => id),
    [],
  );
});
