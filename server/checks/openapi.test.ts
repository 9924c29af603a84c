import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { apiDocument, platformDocument } from '../api-document.ts';
import { FORMATS } from '../core/http/formats.ts';
import { type AnyEndpoint, defineEndpoint } from '../core/http/index.ts';
import { buildOpenApiDocument, type OpenApiDocument, type Operation } from '../core/http/openapi.ts';
import { sessionSecurity } from '../core/http/openapi-security.ts';
import { line, record, Type } from '../core/http/schema.ts';
import { findUploads } from '../core/http/schema-walk.ts';
import { readStreamedJson } from '../core/http/streamed-json.ts';
import { compileBody } from '../core/http/validation.ts';
import { ENDPOINTS } from '../endpoints.ts';

const document = apiDocument('https://jobs.example.org');
const ofPlatform = platformDocument('https://jobs.example.org');

const operationsIn = ({ paths }: OpenApiDocument) =>
  Object.values(paths).flatMap((methods) => Object.values(methods));
const operations = [...operationsIn(document), ...operationsIn(ofPlatform)];

test('every operation of the table is in the document of its audience', () => {
  for (const [audience, described] of [
    ['integration', document],
    ['platform', ofPlatform],
  ] as const) {
    const ids = ENDPOINTS.filter((endpoint) => endpoint.audience === audience).map(({ id }) => id);
    assert.deepEqual(
      operationsIn(described)
        .map(({ operationId }) => operationId)
        .sort(),
      ids.sort(),
    );
  }
});

/** A name as generators for Python, Ruby, and Rust write it: operationId becomes operation_id. */
function toSnakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z]+)(?=[A-Z][a-z])/g, '$1$3_$2')
    .replaceAll(/\W/g, '_')
    .toLowerCase();
}

/** The names that are no identifiers in snake case, or that another name of the same scope becomes too. */
function clashes(scope: string, names: readonly string[]): string[] {
  const snakes = names.map(toSnakeCase);
  return names
    .filter((_, index) => {
      const snake = snakes[index]!;
      return !/^[a-z_][a-z0-9_]*$/.test(snake) || snakes.indexOf(snake) !== index;
    })
    .map((name) => `${scope}: ${name}`);
}

function nameClashes(described: OpenApiDocument): string[] {
  const all = operationsIn(described);
  const schemas = described.components.schemas as Record<string, { properties?: Record<string, unknown> }>;
  return [
    ...clashes(
      'operations',
      all.map(({ operationId }) => operationId),
    ),
    ...all.flatMap(({ operationId, parameters }) =>
      clashes(
        operationId,
        (parameters as { name?: string }[]).flatMap(({ name }) => name ?? []),
      ),
    ),
    ...clashes('schemas', Object.keys(schemas)),
    ...Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      clashes(name, Object.keys(properties)),
    ),
  ];
}

for (const described of [document, ofPlatform]) {
  test(`generators that rewrite names find no two equal ones in ${described.info.title}`, () => {
    assert.deepEqual(nameClashes(described), []);
  });
}

test('two names that are equal in snake case are found', () => {
  const schemas = { Sample: { properties: { userId: {}, user_id: {}, '2nd': {} } } };
  assert.deepEqual(nameClashes({ ...document, paths: {}, components: { schemas } }), [
    'Sample: user_id',
    'Sample: 2nd',
  ]);
});

/** Every object schema of the document, with its place. */
function* objects(value: unknown, place: string): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'examples' || key === 'example') continue;
    if (key === 'properties') yield [place, child as Record<string, unknown>];
    yield* objects(child, `${place}/${key}`);
  }
}

test('every property is described', () => {
  const silent: string[] = [];
  for (const [place, properties, { components }] of [document, ofPlatform].flatMap((described) =>
    [...objects(described, '#')].map(([at, found]) => [at, found, described] as const),
  )) {
    for (const [name, schema] of Object.entries(properties as Record<string, Record<string, unknown>>)) {
      const component = String(schema.$ref ?? '')
        .split('/')
        .at(-1)!;
      const referred = components.schemas?.[component] as { description?: string } | undefined;
      if (!schema.description && !referred?.description) silent.push(`${place}/${name}`);
    }
  }
  assert.deepEqual(silent, []);
});

test('no optional text must be filled, because the service reads a blank one as null', () => {
  const filled = [document, ofPlatform].flatMap((described) =>
    [...objects(described, '#')].flatMap(([place, properties]) =>
      Object.entries(properties as Record<string, { type?: unknown; minLength?: number; pattern?: string }>)
        .filter(([, { type }]) => Array.isArray(type) && type.includes('string') && type.includes('null'))
        .filter(([, { minLength, pattern }]) => minLength === 1 || pattern === '\\S')
        .map(([property]) => `${place}/${property}`),
    ),
  );
  assert.deepEqual(filled, []);
});

/** The body as the operation receives it: files are removed while it is read. */
async function received({ streams, body: schema }: AnyEndpoint, body: unknown): Promise<unknown> {
  if (streams === undefined || schema === undefined) return body;
  const { value } = await readStreamedJson(Readable.from([Buffer.from(JSON.stringify(body))]), {
    spill: findUploads(schema),
    openSink: async () => ({ write() {}, end: async () => ({}), async abort() {} }),
    maximumBodyBytes: streams.maximumBodyBytes,
    maximumSkeletonBytes: streams.maximumBodyBytes,
    maximumSpilledBytes: streams.maximumBytes,
    maximumSpills: streams.maximumCount,
    maximumDepth: 64,
  });
  return value;
}

// Examples of requests must pass the validation of requests; examples of responses must fit the declared schema.
for (const endpoint of ENDPOINTS) {
  const operation = operations.find(({ operationId }) => operationId === endpoint.id) as Operation;
  if (endpoint.body !== undefined) {
    test(`${endpoint.id}: the examples of its body are valid`, async () => {
      const validator = compileBody(endpoint.body);
      const examples = Object.values(operation.requestBody!.content!['application/json']!.examples!);
      assert.ok(examples.length > 0);
      for (const { value } of examples) {
        const body = await received(endpoint, value);
        assert.deepEqual(validator.faults(body), []);
        assert.deepEqual(validator.unknownProperties(body), []);
        const check = endpoint.check?.({ params: {}, query: {}, body, now: new Date() });
        assert.deepEqual(check ?? [], []);
      }
    });
  }
  if (endpoint.success.schema !== undefined) {
    test(`${endpoint.id}: the example of its response fits the schema`, () => {
      const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
      const validate = ajv.compile(endpoint.success.schema!);
      const examples = operation.responses[endpoint.success.status]!.content!['application/json']!.examples!;
      for (const { value } of Object.values(examples))
        assert.ok(validate(value), ajv.errorsText(validate.errors));
    });
  }
}

const common = {
  method: 'GET',
  audience: 'integration',
  area: 'Users',
  permission: null,
  summary: 'Read',
  handle: async () => ({}),
} as const;

function build(...endpoints: Parameters<typeof buildOpenApiDocument>[0]['endpoints']) {
  return buildOpenApiDocument({
    info: { title: 'T', version: '1', description: 'D', license: { name: 'MIT', identifier: 'MIT' } },
    serverUrl: 'http://localhost/v3',
    serverDescription: 'D',
    security: sessionSecurity('session'),
    areas: { Users: 'Users.' },
    endpoints,
  });
}

test('two different schemas with one title are an error that names the title', () => {
  const answer = (text: string) => ({
    status: 200 as const,
    description: 'D',
    schema: record('Same', { [text]: line('A line.') }),
  });
  const first = defineEndpoint({ ...common, id: 'a_get', path: '/a', success: answer('one') });
  const second = defineEndpoint({ ...common, id: 'b_get', path: '/b', success: answer('two') });
  assert.throws(() => build(first, second), /have the title Same/);
});

test('a schema with two descriptions is an error, unless it has one that fits everywhere', () => {
  const endpoints = (options: Record<string, unknown>) =>
    ['a', 'b'].map((name) => {
      const owner = record(
        'Owner',
        { name: line('Name.') },
        { description: `Owner of ${name}.`, ...options },
      );
      const schema = record(`Response_${name}`, { owner });
      return defineEndpoint({
        ...common,
        id: `${name}_get`,
        path: `/${name}`,
        success: { status: 200, description: 'D', schema },
      });
    });
  assert.throws(() => build(...endpoints({})), /Owner has different descriptions/);
  const { schemas } = build(...endpoints({ componentDescription: 'A person.' })).components;
  const { Owner, Response_b: response } = schemas as Record<string, Record<string, unknown>>;
  assert.equal(Owner!.description, 'A person.');
  assert.deepEqual(response!.properties, {
    owner: { $ref: '#/components/schemas/Owner', description: 'Owner of b.' },
  });
});

test('one path with two parameter names is an error that names both', () => {
  const success = { status: 204 as const, description: 'D' };
  const first = defineEndpoint({ ...common, id: 'a_get', path: '/a/{id}', params: Type.Object({}), success });
  const second = defineEndpoint({
    ...common,
    id: 'a_put',
    path: '/a/{aId}',
    params: Type.Object({}),
    success,
  });
  assert.throws(() => build(first, second), /\/a\/\{aId\} and \/a\/\{id\}/);
});
