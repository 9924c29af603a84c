import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Fault } from './errors.ts';
import { FORMAT_MESSAGES } from './formats.ts';

/** The code of the broken rule, and the predicate of a sentence about the property, such as "must be a string". */
type Finding = [code: Fault['code'], message: string];

/** Maps keywords of JSON Schema to faults. */
const FINDINGS: Record<string, (error: ErrorObject) => Finding> = {
  required: () => ['required', 'is required'],
  type: ({ params, data }) =>
    data === null
      ? ['required', 'must not be null']
      : ['type', `must be ${typeNames(params.type)}${hintAt(data, params.type)}`],
  format: ({ params }) => [
    'format',
    FORMAT_MESSAGES[params.format] ?? `must have the format ${params.format}`,
  ],
  pattern: ({ params, parentSchema }) =>
    params.pattern === '\\S'
      ? ['required', 'must not be blank']
      : ['format', String(parentSchema?.patternMessage ?? `must match ${params.pattern}`)],
  minimum: (error) => ['range', rangeMessage(error)],
  maximum: (error) => ['range', rangeMessage(error)],
  exclusiveMinimum: (error) => ['range', rangeMessage(error)],
  exclusiveMaximum: (error) => ['range', rangeMessage(error)],
  multipleOf: ({ params }) => ['range', `must be a multiple of ${params.multipleOf}`],
  maxLength: ({ params }) => ['length', `must be at most ${params.limit} characters long`],
  minLength: ({ params }) =>
    params.limit === 1
      ? ['required', 'must not be empty']
      : ['length', `must be at least ${params.limit} characters long`],
  maxItems: ({ params }) => ['length', `must have at most ${params.limit} entries`],
  minItems: ({ params }) => ['length', `must have at least ${params.limit} entries`],
  upload: ({ data }) => [data === null ? 'required' : 'type', 'must be a Base64 string'],
  uniqueItems: () => ['duplicate', 'must not contain duplicate entries'],
  enum: ({ params }) => [
    'enum',
    `must be one of: ${params.allowedValues.filter((value: unknown) => value !== null).join(', ')}`,
  ],
  const: ({ params }) => ['enum', `must be ${JSON.stringify(params.allowedValue)}`],
  maxProperties: ({ params }) => ['length', `must have at most ${params.limit} properties`],
  anyOf: () => ['type', 'must match one of the documented forms'],
  oneOf: () => ['type', 'must match one of the documented forms'],
};

export function toFault(error: ErrorObject): Fault {
  const property = pathOf(error);
  const [code, message] = FINDINGS[error.keyword]?.(error) ?? ['format', error.message ?? 'is invalid'];
  return { property, code, message: `${property === '' ? 'The body' : property} ${message}.` };
}

/** The dotted path of the faulty or missing property. */
function pathOf({ keyword, instancePath, params }: ErrorObject): string {
  const path = dottedPath(instancePath);
  if (keyword !== 'required') return path;
  return path === '' ? params.missingProperty : `${path}.${params.missingProperty}`;
}

/** PHP writes an array without entries as a list, also where each other one is an object. */
function hintAt(data: unknown, types: string | string[]): string {
  return Array.isArray(data) && data.length === 0 && [types].flat().includes('object')
    ? ', such as {}. An empty array [] is not one: in PHP, send (object) []'
    : '';
}

const TYPE_NAMES: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function typeNames(types: string | string[]): string {
  return [types]
    .flat()
    .filter((type) => type !== 'null')
    .map((type) => TYPE_NAMES[type] ?? type)
    .join(' or ');
}

const COMPARISONS: Record<string, string> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

function rangeMessage({ params, parentSchema }: ErrorObject): string {
  const { minimum, maximum } = parentSchema as { minimum?: number; maximum?: number };
  if (minimum !== undefined && maximum !== undefined) return `must be between ${minimum} and ${maximum}`;
  return `must be ${COMPARISONS[params.comparison]} ${params.limit}`;
}

/** documents/0/base64File → documents[0].base64File */
function dottedPath(pointer: string): string {
  if (pointer === '') return '';
  let path = '';
  for (const raw of pointer.slice(1).split('/')) {
    const part = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    path += /^\d+$/.test(part) && path !== '' ? `[${part}]` : path === '' ? part : `.${part}`;
  }
  return path;
}
