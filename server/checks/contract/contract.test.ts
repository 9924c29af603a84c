import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiDocument } from '../../api-document.ts';
import { EVENTS } from '../../areas/changes/index.ts';
import type { AnyEndpoint } from '../../core/http/index.ts';
import type { TSchema } from '../../core/http/schema.ts';
import { ENDPOINTS } from '../../endpoints.ts';
import type { ContractOperation, ContractShape } from './notation.ts';
import { AREA_COUNTS, COMMON_STATUSES, EXTENSIONS, OPERATIONS } from './operations.ts';

// Compares the contract with the table of endpoints and the OpenAPI document, in both directions: no operation is
// missing, and none exists that is not agreed.

const document = apiDocument('http://localhost:8080');
const integration = ENDPOINTS.filter(({ audience }) => audience === 'integration');

/** {userId} and {userGuid} are one path in OpenAPI, whose templates have no types. */
const SHARED_PATHS: Record<string, string> = { '/users/{userGuid}': '/users/{userId}' };

function entryOf({ method, path }: ContractOperation): AnyEndpoint | undefined {
  const entry = SHARED_PATHS[path] ?? path;
  return integration.find((endpoint) => endpoint.method === method && endpoint.path === entry);
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function countByArea(areas: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const area of areas) counts[area] = (counts[area] ?? 0) + 1;
  return counts;
}

test('the contract has the 116 operations of the interface, none twice', () => {
  assert.equal(OPERATIONS.length, 116);
  assert.equal(new Set([...OPERATIONS, ...EXTENSIONS].map(nameOf)).size, 116 + EXTENSIONS.length);
});

test('the contract has as many operations in each area as the interface', () => {
  assert.deepEqual(countByArea(OPERATIONS.map(({ area }) => area)), AREA_COUNTS);
});

test('the table has as many operations in each area as the interface', () => {
  const areas = integration
    .filter(({ since }) => since === undefined)
    .flatMap(({ area, operations }) => Array.from({ length: operations ?? 1 }, () => area));
  assert.deepEqual(countByArea(areas), AREA_COUNTS);
});

test('every operation is agreed: add a new one to EXTENSIONS in contract/operations.ts', () => {
  const agreed = new Set([...OPERATIONS, ...EXTENSIONS].map(entryOf));
  assert.deepEqual(integration.filter((endpoint) => !agreed.has(endpoint)).map(nameOf), []);
});

for (const operation of OPERATIONS) {
  test(nameOf(operation), () => {
    const entry = assertAgreed(operation);
    assert.equal(entry.since, undefined, 'an operation of the interface is not an extension');
    const shared = OPERATIONS.filter((other) => entryOf(other) === entry).length;
    assert.equal(entry.operations ?? 1, shared, 'number of operations that this entry serves');
  });
}

for (const operation of EXTENSIONS) {
  test(`${nameOf(operation)}, an extension`, () => {
    assert.equal(assertAgreed(operation).since, '3.5.0');
  });
}

/** The release that added a shared response. */
function sinceOf(response: object | undefined): unknown {
  const name = String((response as { $ref?: string } | undefined)?.$ref)
    .split('/')
    .at(-1)!;
  return (document.components.responses as Record<string, Record<string, unknown>>)[name]?.['x-since'];
}

function assertAgreed(operation: ContractOperation): AnyEndpoint {
  const entry = entryOf(operation);
  assert.ok(entry !== undefined, `the table has no ${nameOf(operation)}`);
  const documented = document.paths[entry.path]![entry.method.toLowerCase()]!;
  const event = Object.values(EVENTS).find(({ name }) => name === operation.event);
  assert.deepEqual(
    {
      area: documented.tags,
      permission: documented['x-permission'],
      statuses: Object.keys(documented.responses).map(Number),
      ifMatchSince: sinceOf(documented.responses[412]),
      event: documented['x-event'],
      since: documented['x-since'],
      hasBody: documented.requestBody !== undefined,
      returnsBytes: entry.success.mediaType !== undefined,
      returnsJson: entry.success.schema !== undefined,
    },
    {
      area: [operation.area],
      permission: operation.permission,
      statuses: [
        ...COMMON_STATUSES,
        ...operation.statuses,
        ...(entry.ifMatch === undefined ? [] : [412]),
      ].sort((a, b) => a - b),
      // If-Match is an extension of every change of a record that has an ETag.
      ifMatchSince: entry.ifMatch === undefined ? undefined : '3.5.0',
      event: event && { id: event.id, name: event.name },
      since: entry.since,
      hasBody: operation.body !== undefined,
      returnsBytes: operation.response === 'bytes',
      returnsJson: operation.response !== undefined && operation.response !== 'bytes',
    },
  );
  assert.equal(operation.event === undefined, event === undefined, `there is no event ${operation.event}`);
  const differences = [
    ...compare(operation.query, entry.query, 'query', true),
    ...compare(operation.body, entry.body, 'body', true),
  ];
  if (operation.response !== 'bytes')
    differences.push(...compare(operation.response, entry.success.schema, 'response', false));
  assert.deepEqual(differences, []);
  return entry;
}

/** Differences between a schema and the contract. A schema may have more properties, but none that requests require. */
function compare(
  shape: ContractShape | undefined,
  schema: TSchema | undefined,
  place: string,
  isRequest: boolean,
): string[] {
  if (shape === undefined) return [];
  const found: string[] = [];
  if (shape.items !== undefined) {
    if (schema?.items === undefined) return [`${place} is not a list`];
    found.push(...compare(shape.items, schema.items, `${place}[]`, isRequest));
  }
  if (shape.properties === undefined || Object.keys(shape.properties).length === 0) return found;
  const properties = (schema?.properties ?? {}) as Record<string, TSchema>;
  const required = new Set((schema?.required ?? []) as string[]);
  for (const [name, expected] of Object.entries(shape.properties)) {
    const property = properties[name];
    if (property === undefined) {
      found.push(`${place}.${name} is missing`);
      continue;
    }
    if (isRequest && expected.isRequired !== required.has(name))
      found.push(`${place}.${name} must be ${expected.isRequired ? 'required' : 'optional'}`);
    if (!isRequest && !required.has(name)) found.push(`${place}.${name} must always be returned`);
    found.push(...compare(expected, property, `${place}.${name}`, isRequest));
  }
  if (isRequest) {
    for (const name of required)
      if (shape.properties[name] === undefined) found.push(`${place}.${name} must not be required`);
  }
  return found;
}
