import fc from 'fast-check';
import { namesRecord } from '../records/path-records.ts';
import type { DocumentedOperation, DocumentReader, JsonSchema, Parameter } from './document.ts';
import type { GeneratedRequest } from './generated-request.ts';
import { applyMutation, mutations } from './mutations.ts';
import { valuesOf } from './values.ts';

const BENIGN_HEADERS = fc.record(
  {
    'accept-language': fc.constantFrom('de', 'en', 'de-AT,de;q=0.9,en;q=0.1', 'fr'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', '*'),
    prefer: fc.constantFrom('handling=strict', 'handling=lenient', 'return=minimal'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"x"'),
    'idempotency-key': fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', 'b', '1') }),
    range: fc.constantFrom('bytes=0-3', 'bytes=2-', 'bytes=-2', 'bytes=999999-', 'bytes=0-0,2-3'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Valid requests, and valid requests with mutations. */
export function soundAndBroken(reader: DocumentReader, operation: DocumentedOperation) {
  const sound = soundRequests(reader, operation);
  const broken = fc
    .tuple(sound, fc.array(mutations(operation), { minLength: 1, maxLength: 3 }))
    .map(([request, list]) =>
      list.reduce(applyMutation, { ...request, mutations: list } as GeneratedRequest),
    );
  return { sound, broken };
}

/** Half of the requests are valid; the other half are valid requests with mutations. */
export function requestsOf(
  reader: DocumentReader,
  operation: DocumentedOperation,
): fc.Arbitrary<GeneratedRequest> {
  const { sound, broken } = soundAndBroken(reader, operation);
  return fc.oneof(sound, broken);
}

/** Builds the request that the document shows: an example of the body, and examples of the required parameters. */
export function exampleRequest(
  reader: DocumentReader,
  operation: DocumentedOperation,
  example: unknown,
): GeneratedRequest {
  const { id, parameters, body } = operation;
  const path = parameters
    .filter(({ in: place, name }) => place === 'path' && !namesRecord(name))
    .map(({ name, schema, example: value }): [string, string] => [
      name,
      String(value ?? schema.examples?.[0] ?? schema.enum?.[0] ?? ''),
    ]);
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, example: value }): [string, string] => [name, String(value)]);
  return {
    operation: id,
    pick: 0,
    path: Object.fromEntries(path),
    query,
    rawQuery: [],
    headers: {},
    body: body && withPicks(reader, body.schema, example),
    mutations: [],
  };
}

function soundRequests(
  reader: DocumentReader,
  operation: DocumentedOperation,
): fc.Arbitrary<GeneratedRequest> {
  const path = operation.parameters.filter(({ in: place }) => place === 'path');
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  return fc.record({
    operation: fc.constant(operation.id),
    pick: fc.nat(200),
    path: fc.record(
      Object.fromEntries(path.map((parameter) => [parameter.name, pathValues(reader, parameter)])),
      { noNullPrototype: true },
    ),
    query: queries(reader, query),
    rawQuery: fc.constant([]),
    headers: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: BENIGN_HEADERS, weight: 1 }),
    body: bodies(reader, operation),
    mutations: fc.constant([]),
  }) as fc.Arbitrary<GeneratedRequest>;
}

// Typical values by name of the parameter; the document only limits their length.
const USUAL_PATH_VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.constantFrom('today', '2026-03-02', '2024-02-29', '1999-12-31'),
  hour: fc.nat(23).map(String),
  documentCategory: fc.constantFrom('cv', 'other', 'drivers-license', 'WorkPermit', 'application'),
};

/** Empty for a parameter that names a record: the record is picked when the request is sent. */
function pathValues(reader: DocumentReader, { name, schema, example }: Parameter): fc.Arbitrary<string> {
  if (namesRecord(name)) return fc.constant('');
  const usual = USUAL_PATH_VALUES[name];
  if (usual !== undefined) return usual;
  const fitting = valuesOf(reader, schema, name).map(asText);
  return example === undefined ? fitting : fc.oneof(fc.constant(asText(example)), fitting);
}

function queries(reader: DocumentReader, parameters: Parameter[]): fc.Arbitrary<[string, string][]> {
  const values = parameters.map(({ name, required, schema, example }) => {
    const fitting = valuesOf(reader, schema, name).map((value): [string, unknown][] => [[name, value]]);
    const choices = [{ arbitrary: fitting, weight: 2 }];
    if (example !== undefined) choices.push({ arbitrary: fc.constant([[name, example]]), weight: 2 });
    if (!required) choices.push({ arbitrary: fc.constant([]), weight: 4 });
    return fc.oneof(...choices);
  });
  return fc
    .tuple(...values)
    .map((list) => list.flat().map(([name, value]): [string, string] => [name, asText(value)]));
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function bodies(reader: DocumentReader, { body }: DocumentedOperation): fc.Arbitrary<unknown> {
  if (body === undefined) return fc.constant(undefined);
  const fitting = valuesOf(reader, body.schema);
  if (body.examples.length === 0) return fitting;
  const examples = fc.constantFrom(...body.examples.map((value) => withPicks(reader, body.schema, value)));
  return fc.oneof({ arbitrary: fitting, weight: 5 }, { arbitrary: examples, weight: 1 });
}

/** Replaces every reference in an example by one to a record that exists. */
function withPicks(reader: DocumentReader, given: JsonSchema, value: unknown): unknown {
  const schema = reader.resolve(given);
  const kind = given['x-references'] ?? schema['x-references'];
  if (kind !== undefined && value !== null) return { $record: kind, pick: 0, wanted: value };
  if (Array.isArray(value)) return value.map((item) => withPicks(reader, schema.items ?? {}, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      withPicks(reader, schema.properties?.[name] ?? {}, child),
    ]),
  );
}
