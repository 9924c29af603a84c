import { type Document, type Schema, schemaName } from './document.ts';

// Keywords that the generator does not support. Ignoring them would produce wrong types.
const UNSUPPORTED = new Set([
  'patternProperties',
  'prefixItems',
  'if',
  'not',
  'dependentSchemas',
  'unevaluatedProperties',
  '$dynamicRef',
]);

/** Base64 is a string in a response. In a request it can also be a source of bytes. */
interface Direction {
  isSent: boolean;
}

/** The name of a schema's type: `candidate_changes` becomes `CandidateChanges`. */
export function typeName(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}

/** The source of the file with a type for every schema of the document. */
export function writeSchemas(document: Document, sent: ReadonlySet<string>): string {
  const names = Object.keys(document.components.schemas);
  const types = names.map(typeName);
  const twice = types.find((name, index) => types.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two schemas would both have the type ${twice}.`);
  const bodies = names.map((name, index) => {
    const schema = document.components.schemas[name]!;
    return declaration(types[index]!, schema, { isSent: sent.has(name) });
  });
  return `import type { ByteSource } from '../core/request-body.ts';\n\n${bodies.join('\n')}`;
}

function declaration(name: string, schema: Schema, direction: Direction): string {
  const comment = jsdoc(schema.description, '');
  const type = toType(schema, direction, '');
  const isPlainObject = type.startsWith('{') && schema.anyOf === undefined && schema.oneOf === undefined;
  return isPlainObject && schema.type === 'object' && schema.properties !== undefined
    ? `${comment}export interface ${name} ${type}\n`
    : `${comment}export type ${name} = ${type};\n`;
}

/** The TypeScript type of a schema. */
export function toType(schema: Schema, direction: Direction, indent: string): string {
  const unsupported = Object.keys(schema).find((keyword) => UNSUPPORTED.has(keyword));
  if (unsupported !== undefined)
    throw new Error(`The generator does not support the keyword ${unsupported}.`);
  if (schema.$ref !== undefined) return typeName(schemaName(schema.$ref));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return literals(schema.enum);
  if (schema['x-comma-separated'] !== undefined)
    return `readonly (${literals(schema['x-comma-separated'] as unknown[])})[]`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => toType(choice, direction, indent)));
  if (schema.allOf !== undefined)
    return schema.allOf.map((part) => parenthesized(toType(part, direction, indent))).join(' & ');
  if (schema.type === undefined) {
    if (schema.properties !== undefined) return objectType(schema, direction, indent);
    return 'unknown';
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(types.map((type) => simpleType(type, schema, direction, indent)));
}

function simpleType(type: string, schema: Schema, direction: Direction, indent: string): string {
  switch (type) {
    case 'null':
    case 'boolean':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      if (schema['x-extensible-enum'] !== undefined)
        return literals(schema['x-extensible-enum'] as unknown[]);
      return schema.contentEncoding === 'base64' && direction.isSent ? 'string | ByteSource' : 'string';
    case 'array':
      return schema.items === undefined
        ? 'unknown[]'
        : `${parenthesized(toType(schema.items, direction, indent))}[]`;
    case 'object':
      return objectType(schema, direction, indent);
    default:
      throw new Error(`The generator does not support the type ${type}.`);
  }
}

function objectType(schema: Schema, direction: Direction, indent: string): string {
  const { properties, additionalProperties } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) {
    const value =
      typeof additionalProperties === 'object' ? toType(additionalProperties, direction, indent) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${jsdoc(describeProperty(property, direction), inner)}${inner}${key}${optional}: ${toType(property, direction, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

/** The description. A text to be sent has an example, because its form may not be obvious. */
function describeProperty(schema: Schema, { isSent }: Direction): string | undefined {
  const example = schema.examples?.[0];
  const notes = [schema.description];
  if (isSent && typeof example === 'string') notes.push(`Example: ${JSON.stringify(example)}.`);
  const text = notes.filter((note) => note !== undefined).join(' ');
  return text === '' ? undefined : text;
}

function literals(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ');
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function parenthesized(type: string): string {
  return / [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type;
}

/** A JSDoc comment, or nothing if there is no text. */
export function jsdoc(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** The names of all schemas that these schemas refer to, directly or indirectly. */
export function reachableSchemas(document: Document, roots: readonly Schema[]): Set<string> {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const ref = (value as Schema).$ref;
    if (typeof ref === 'string') {
      const name = schemaName(ref);
      if (reached.has(name)) return;
      reached.add(name);
      visit(document.components.schemas[name]);
      return;
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const root of roots) visit(root);
  return reached;
}
