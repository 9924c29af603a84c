import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENTITIES, RECORD_FORM } from '../areas/changes/index.ts';
import type { TSchema } from '../core/http/schema.ts';
import { ENDPOINTS } from '../endpoints.ts';

// RECORD_FORM is the number of the form of the records that the change streams announce. Somebody who adds a property can forget to raise
// it, and every copy would lack the property for good. So this list has the hash of what the records had with each number.

const ROOT = join(import.meta.dirname, '../..');

/** A line for each number: the number and the hash. */
export const RECORD_FORMS = 'openapi/record-forms.txt';

const CONSTANT = 'RECORD_FORM in server/areas/changes/record-form.ts';

/** Lists of such records that a copy is made from, besides the operation that reads a single one. */
const LISTS = ['/candidates/export/candidates', '/candidates/export/candidates/{candidateId}/documents'];

// Of descriptions, limits, and permitted values, a record shows nothing.
const SHAPE = ['type', 'format', 'contentEncoding', 'items', 'anyOf', 'oneOf', 'allOf'] as const;

/** Returns the committed list with a line for the present number. Existing lines stay unchanged. */
export async function extendRecordForms(): Promise<string> {
  return addForm(await readForms(), RECORD_FORM, hashOf(recordSchemas()));
}

/** Returns the differences between the records and the committed list, one line each. */
export async function findRecordFormFaults(): Promise<string[]> {
  return compareForm(await readForms(), RECORD_FORM, hashOf(recordSchemas()));
}

export function addForm(forms: string, form: number, hash: string): string {
  return parse(forms).has(form) ? forms : `${forms}${form} ${hash}\n`;
}

export function compareForm(forms: string, form: number, hash: string): string[] {
  const listed = parse(forms);
  const last = Math.max(0, ...listed.keys());
  if (form < last)
    return [`${CONSTANT} is ${form}, but ${RECORD_FORMS} has ${last}; set it to ${last} or more`];
  if (!listed.has(form)) return [`${form} is not in ${RECORD_FORMS}; run npm run gen`];
  if (listed.get(form) === hash) return [];
  return [
    `the records that the change streams announce have other properties than with form ${form}; raise ${CONSTANT} to ${form + 1}, so that ` +
      'every copy is loaded again, and run npm run gen',
  ];
}

/** The hash of the names and types of all properties, at any depth. */
export function hashOf(schemas: Readonly<Record<string, TSchema>>): string {
  const shapes = Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)]);
  return createHash('sha256')
    .update(JSON.stringify(shapes.sort(byName)))
    .digest('hex');
}

/** The schemas of the responses that have the records, by the path of the operation. */
function recordSchemas(): Record<string, TSchema> {
  const reads = ENDPOINTS.filter(({ audience, method }) => audience === 'integration' && method === 'GET');
  const paths = Object.values(ENTITIES).flatMap(({ endpoint }) => {
    const pattern = new RegExp(`^${endpoint.replace('{kind}', '[a-z]+').replace('{id}', '\\{\\w+\\}')}$`);
    const found = reads.filter(({ path }) => pattern.test(path)).map(({ path }) => path);
    if (found.length === 0) throw new Error(`No operation reads ${endpoint}.`);
    return found;
  });
  return Object.fromEntries(
    [...paths, ...LISTS].map((path) => [path, reads.find((read) => read.path === path)!.success.schema!]),
  );
}

function shapeOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shapeOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, required } = schema as TSchema;
  const shape: unknown[] = SHAPE.map((key) => shapeOf((schema as TSchema)[key]) ?? null);
  if (properties === undefined) return shape;
  const always = new Set(required as string[] | undefined);
  const entries = Object.entries(properties as Record<string, TSchema>);
  return [
    ...shape,
    entries.map(([name, property]) => [name, always.has(name), shapeOf(property)]).sort(byName),
  ];
}

function byName([a]: unknown[], [b]: unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

function readForms(): Promise<string> {
  return readFile(join(ROOT, RECORD_FORMS), 'utf8');
}

function parse(forms: string): Map<number, string> {
  const lines = forms.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [Number(line.split(' ')[0]), line.split(' ')[1]!]));
}
