import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Integrators generate clients from the OpenAPI documents, and read in them which headers a response has.

/** Of HTTP itself, and of every response of the service. OpenAPI leaves Content-Type to the media types. */
const OF_HTTP = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
];

interface Described {
  $ref?: string;
  headers?: Record<string, unknown>;
}

interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Described> }>>;
  components: { responses: Record<string, Described> };
}

/** The names of the headers, in small letters, by `operation status`. */
const described = new Map<string, Set<string>>();

for (const name of ['v3', 'platform']) {
  const text = readFileSync(join(import.meta.dirname, `../../openapi/${name}.json`), 'utf8');
  const { paths, components } = JSON.parse(text) as Document;
  for (const { operationId, responses } of Object.values(paths).flatMap((methods) =>
    Object.values(methods),
  )) {
    for (const [status, response] of Object.entries(responses)) {
      const { headers = {} } =
        response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1)!]!;
      const names = Object.keys(headers).map((header) => header.toLowerCase());
      described.set(`${operationId} ${status}`, new Set(names));
    }
  }
}

/** Asserts that the OpenAPI document describes every header of the response. */
export function checkHeaders(operationId: string, status: number, names: readonly string[]): void {
  const known = described.get(`${operationId} ${status}`);
  // Any operation can respond so, and none describes it: 405, for one.
  if (known === undefined) return;
  const unknown = names.filter((name) => !OF_HTTP.includes(name) && !known.has(name));
  assert.deepEqual(unknown, [], `${operationId} sends headers with ${status} that it does not describe`);
}
