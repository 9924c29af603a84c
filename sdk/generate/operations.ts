import type { Operation } from '../core/operation.ts';
import {
  type Document,
  type OperationObject,
  type Parameter,
  resolveParameter,
  resolveSchema,
  type Schema,
} from './document.ts';
import { jsdoc, toType, typeName } from './schemas.ts';

/** An operation as a method of the client. */
interface Method {
  group: string;
  name: string;
  runtime: Operation;
  /** The member of the group's interface. */
  declaration: string;
}

const HEADER_OPTIONS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'idempotencyKey',
  Prefer: 'strict',
  'If-Match': 'ifMatch',
  'If-None-Match': 'ifNoneMatch',
  'Accept-Language': 'language',
  Range: 'range',
  'If-Range': 'ifRange',
};

// Resources whose group name does not follow the rule.
const GROUPS: Readonly<Record<string, string>> = {
  masterdata: 'masterData',
  usage: 'usage',
  jobad: 'jobAds',
  jobAd: 'jobAds',
  webhookProtocol: 'webhookProtocol',
};

/** The group is the plural of the resource: `candidate_addLanguage` becomes `candidates.addLanguage`. */
export function placeOf(operationId: string): { group: string; name: string } {
  const [resource, name, ...rest] = operationId.split('_');
  if (resource === undefined || name === undefined || rest.length > 0)
    throw new Error(`${operationId} must have the form resource_verb.`);
  return { group: GROUPS[resource] ?? plural(resource), name };
}

function plural(word: string): string {
  if (/s$/.test(word)) return word;
  if (/(ch|sh|x)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** The schemas of all request bodies. */
export function sentSchemas(document: Document): Schema[] {
  return operationsOf(document)
    .map(({ operation }) => bodySchema(operation))
    .filter((schema) => schema !== undefined);
}

/** All operations in the order of the document. */
export function toMethods(document: Document): Method[] {
  const methods = operationsOf(document).map((entry) => toMethod(document, entry));
  const places = methods.map(({ group, name }) => `${group}.${name}`);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice !== undefined) throw new Error(`Two operations would both be ${twice}.`);
  return methods;
}

interface Entry {
  path: string;
  method: string;
  operation: OperationObject;
}

function operationsOf(document: Document): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function toMethod(document: Document, { path, method, operation }: Entry): Method {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(document, parameter));
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const body = bodySchema(operation);
  const response = responseOf(operation);
  const lists = method === 'get' && response.schema !== undefined ? listsOf(document, response.schema) : [];
  const returned = method === 'get' ? [] : requiredOf(document, response.schema);
  const { group, name } = placeOf(operation.operationId);

  const runtime: Operation = { method: method.toUpperCase() as Operation['method'], path };
  if (body !== undefined) runtime.body = true;
  if (query.length > 0) runtime.query = true;
  if (headers.includes('Idempotency-Key')) runtime.creates = true;
  else if (method === 'post' && operation['x-permission']?.endsWith(':read')) runtime.reads = true;
  if (response.schema !== undefined) runtime.json = true;
  if (returned.length > 0) runtime.returns = returned;
  if (headers.includes('Prefer')) runtime.strict = true;
  if (headers.includes('Accept-Language')) runtime.language = true;
  if (lists.length > 0) runtime.lists = lists.map((list) => list.name);
  if (response.isBytes) runtime.bytes = true;

  const signature = [
    ...pathArguments(path, parameters),
    ...(body === undefined ? [] : [`body: ${toType(body, { isSent: true }, '    ')}`]),
    ...queryArgument(query),
    `options?: ${optionsType(headers)}`,
  ].join(', ');
  const data = response.schema === undefined ? 'void' : toType(response.schema, { isSent: false }, '    ');
  const comment = jsdoc(describe(operation, parameters), '  ');
  const declaration = response.isBytes
    ? `${comment}  ${name}(${signature}): Promise<Content>;\n`
    : lists.length === 0
      ? `${comment}  ${name}(${signature}): Call<${data}>;\n`
      : `${comment}  ${name}: {\n    (${signature}): Call<${data}>;\n` +
        `    /** Reads the same response record by record, with bounded memory. */\n` +
        `    stream(${signature}): StreamCall<${recordType(lists)}>;\n  };\n`;
  return { group, name, runtime, declaration };
}

function bodySchema(operation: OperationObject): Schema | undefined {
  return operation.requestBody?.content?.['application/json']?.schema;
}

function responseOf(operation: OperationObject): { schema?: Schema; isBytes: boolean } {
  const success = Object.keys(operation.responses).find((status) => /^2/.test(status));
  const content = success === undefined ? undefined : operation.responses[success]!.content;
  if (content === undefined) return { isBytes: false };
  const json = content['application/json'];
  return json === undefined ? { isBytes: true } : { schema: json.schema, isBytes: false };
}

function requiredOf(document: Document, schema: Schema | undefined): string[] {
  return (schema && resolveSchema(document, schema).required) ?? [];
}

interface List {
  name: string;
  items: Schema;
}

/** The lists of records in a response. In an envelope this is `data`; its other lists describe the call. */
function listsOf(document: Document, schema: Schema): List[] {
  const resolved = resolveSchema(document, schema);
  if (resolved.type === 'array') return [{ name: '', items: resolved.items ?? {} }];
  const lists = Object.entries(resolved.properties ?? {})
    .map(([name, property]) => ({ name, schema: resolveSchema(document, property) }))
    .filter((property) => property.schema.type === 'array')
    .map(({ name, schema: { items } }): List => ({ name, items: items ?? {} }));
  const data = lists.find(({ name }) => name === 'data');
  if (data !== undefined) return [data];
  // A record may have lists among its properties without being a list of records.
  const isOnlyLists = lists.length === Object.keys(resolved.properties ?? {}).length;
  return isOnlyLists ? lists : [];
}

function recordType(lists: readonly List[]): string {
  const types = lists.map(({ items }) => toType(items, { isSent: false }, '    '));
  if (lists.length === 1) return types[0]!;
  return lists.map(({ name }, index) => `Listed<${JSON.stringify(name)}, ${types[index]}>`).join(' | ');
}

function pathArguments(path: string, parameters: readonly Parameter[]): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
    const type = schema === undefined ? 'string' : toType(schema, { isSent: true }, '');
    // A parameter that takes any string also takes an integer id.
    const takesIds = type === 'string' && schema?.format === undefined;
    return `${name}: ${takesIds ? 'string | number' : type}`;
  });
}

function queryArgument(query: readonly Parameter[]): string[] {
  if (query.length === 0) return [];
  const members = query.map(
    ({ name, required, description, schema }) =>
      `${jsdoc(description, '      ')}      ${name}${required ? '' : '?'}: ${toType(schema, { isSent: true }, '      ')}${required ? '' : ' | undefined'};\n`,
  );
  const isOptional = query.every(({ required }) => !required);
  return [`query${isOptional ? '?' : ''}: {\n${members.join('')}    }`];
}

function optionsType(headers: readonly string[]): string {
  const known = headers.flatMap((header) => HEADER_OPTIONS[header] ?? []);
  return known.length === 0 ? 'CallOptions' : `CallOptions<${known.map((name) => `'${name}'`).join(' | ')}>`;
}

function describe(operation: OperationObject, parameters: readonly Parameter[]): string {
  const paths = parameters
    .filter((parameter) => parameter.in === 'path' && parameter.description !== undefined)
    .map(({ name, description }) => `@param ${name} ${description}`);
  return [
    `${operation.summary}.`,
    ...(operation.description === undefined ? [] : ['', operation.description]),
    ...(paths.length === 0 && !operation.deprecated ? [] : ['', ...paths]),
    ...(operation.deprecated ? ['@deprecated'] : []),
  ].join('\n');
}

/** The source of the file with the types of all groups. */
export function writeOperations(document: Document, methods: readonly Method[]): string {
  const groups = Map.groupBy(methods, ({ group }) => group);
  const text = methods.map(({ declaration }) => declaration).join('');
  const schemas = Object.keys(document.components.schemas).map(typeName);
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const imports = [
    ["'../core/call.ts'", ['Call']],
    ["'../core/content.ts'", ['Content']],
    ["'../core/operation.ts'", ['CallOptions']],
    ["'../core/record-stream.ts'", ['Listed']],
    ["'../core/request-body.ts'", ['ByteSource']],
    ["'../core/stream-call.ts'", ['StreamCall']],
    ["'./schemas.ts'", schemas],
  ] as const;
  const interfaces = [...groups].map(
    ([group, members]) =>
      `export interface ${groupType(group)} {\n${members.map(({ declaration }) => declaration).join('\n')}}\n`,
  );
  const fields = [...groups.keys()].map((group) => `  declare readonly ${group}: ${groupType(group)};\n`);
  return [
    ...imports
      .map(([from, names]) => ({ from, used: names.filter(uses).sort() }))
      .filter(({ used }) => used.length > 0)
      .map(
        ({ from, used }) => `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from ${from};\n`,
      ),
    '\n',
    interfaces.join('\n'),
    '\n/** The groups of all operations. The client creates them from the table. */\n',
    `export abstract class OperationGroups {\n${fields.join('')}}\n`,
  ].join('');
}

/** The source of the file with what the client needs at run time. */
export function writeTable(methods: readonly Method[]): string {
  const groups = [...Map.groupBy(methods, ({ group }) => group)].map(([group, members]) => {
    const lines = members.map(({ name, runtime }) => `    ${name}: ${JSON.stringify(runtime)},\n`);
    return `  ${group}: {\n${lines.join('')}  },\n`;
  });
  return [
    "import type { OperationTable } from '../core/operation.ts';\n\n",
    `export const OPERATIONS: OperationTable = {\n${groups.join('')}};\n`,
  ].join('');
}

function groupType(group: string): string {
  return `${group[0]!.toUpperCase()}${group.slice(1)}Api`;
}
