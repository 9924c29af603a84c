import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiDocument, platformDocument } from '../api-document.ts';

// The types that generators of clients derive from the document.

type Schema = Record<string, unknown>;

const document = apiDocument('https://jobs.example.org');
const { schemas } = document.components as { schemas: Record<string, Schema> };

/** The schemas of the path parameters with this name, with references resolved. */
function pathParameters(name: string): Schema[] {
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters }) => parameters as { name: string; in: string; schema: Schema }[])
    .filter((parameter) => parameter.in === 'path' && parameter.name === name)
    .map(({ schema }) => (typeof schema.$ref === 'string' ? referred(schema.$ref) : schema));
}

function referred($ref: string): Schema {
  return schemas[$ref.split('/').at(-1)!]!;
}

test('hours are integers from 0 to 23', () => {
  const hours = pathParameters('hour');
  assert.equal(hours.length, 4);
  for (const { type, minimum, maximum } of hours)
    assert.deepEqual([type, minimum, maximum], ['integer', 0, 23]);
});

test('the id of a user is an integer or the rowGuid', () => {
  const ids = pathParameters('userId');
  assert.deepEqual(JSON.parse(JSON.stringify(ids)), [
    {
      oneOf: [
        { type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 },
        { type: 'string', format: 'uuid' },
      ],
    },
  ]);
});

test('the call format of webhooks is one of two integers', () => {
  const expected = { type: 'integer', enum: [1482, 1483] };
  const [{ type, enum: values } = {}] = pathParameters('webhookEventDataType');
  assert.deepEqual({ type, enum: values }, expected);
  const { type: named, enum: namedValues } = schemas.WebhookEventDataType ?? {};
  assert.deepEqual({ type: named, enum: namedValues }, expected);
});

test('the event types of webhooks are a schema that the bodies use', () => {
  assert.equal(schemas.WebhookEventType?.type, 'integer');
  const $ref = '#/components/schemas/WebhookEventType';
  for (const name of ['WebhookSubscribe', 'WebhookUnsubscribe']) {
    const { event } = schemas[name]!.properties as Record<string, Schema>;
    assert.equal(event!.$ref, $ref);
  }
  const { eventTypes } = schemas.WebhookProtocolRequest!.properties as Record<string, { items: Schema }>;
  assert.equal(eventTypes!.items.$ref, $ref);
});

test('the description of every date-time states the accepted forms', () => {
  const silent: string[] = [];
  const visit = (value: unknown, place: string) => {
    if (typeof value !== 'object' || value === null) return;
    const { format, description } = value as Schema;
    if (format === 'date-time' && !/ISO 8601.*offset.*UTC.*seconds.*decimals.*Z/.test(String(description)))
      silent.push(place);
    for (const [key, child] of Object.entries(value)) visit(child, `${place}/${key}`);
  };
  visit(document, '#');
  visit(platformDocument('https://jobs.example.org'), '#platform');
  assert.deepEqual(silent, []);
});

test('contents can have any media type, because their own one is sent', () => {
  for (const [documented, path] of [
    [document, '/candidates/export/documents/{documentId}/content'],
    [platformDocument('https://jobs.example.org'), '/candidates/{candidateId}/picture'],
    [
      platformDocument('https://jobs.example.org'),
      '/communications/{communicationId}/attachments/{attachmentId}/content',
    ],
  ] as const) {
    const { responses } = documented.paths[path]!.get as { responses: Record<string, { content: object }> };
    for (const status of ['200', '206'])
      assert.deepEqual(Object.keys(responses[status]!.content), ['*/*'], `${path} ${status}`);
  }
});

test('the operations of work locations say what came with release 3.4.0', () => {
  const path = '/customers/{customerId}/offices/{officeId}/locations/{locationId}';
  const { put, delete: remove } = document.paths[path]!;
  for (const operation of [put, remove])
    assert.match(String(operation!.description), /Available since release 3\.4\.0\./);
  const { get } = document.paths['/customers/locations/{locationId}']!;
  assert.match(String(get!.description), /Since release 3\.4\.0,.* 404.* importExternalId and importedAtUtc/);
});

test('no name of a schema differs from that of an operation, or of its response, only in its case', () => {
  // Generators derive names of types, and of files, from both.
  const toWord = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
  const toType = (name: string) =>
    name
      .split(/[^A-Za-z0-9]+/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('');
  for (const { paths, components } of [document, platformDocument('https://jobs.example.org')]) {
    const names = Object.keys(components.schemas as object);
    assert.deepEqual(
      names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name)),
      [],
    );
    const schemaOf = new Map(names.map((name) => [toWord(name), name]));
    assert.equal(schemaOf.size, names.length);
    for (const { operationId } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      for (const derived of [operationId, `${operationId}Response`, `${operationId}Request`]) {
        const schema = schemaOf.get(toWord(derived));
        assert.ok(schema === undefined || schema === toType(derived), `${schema} beside ${operationId}`);
      }
    }
  }
});
