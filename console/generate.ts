import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Generates the types, the table of operations, and the limits of what is sent, from the documents of the platform and of the
// integration API: node console/generate.ts [--documents openapi] [--into console/generated]

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  responses: Record<string, object>;
  requestBody?: { content?: { 'application/json'?: { schema: Schema } } };
}

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  'x-references'?: string;
  type?: string | string[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

const ROOT = join(import.meta.dirname, '..');
const GENERATOR = 'examples/generated-clients/node_modules/openapi-typescript/bin/cli.js';
const HEADER =
  '// Generated from openapi/platform.json and openapi/v3.json by npm run gen. Change those, not this file.\n\n';
const METHODS = ['get', 'put', 'post', 'delete'];
/** Texts for readers. Their changes would make every change of a description one of these files. */
const TEXTS = new Set(['description', 'examples', 'example', 'tags']);

/** Larger ids do not exist, which is no limit for people. */
const MAXIMUM_ID = 2 ** 31 - 1;

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: join(ROOT, 'openapi') },
    into: { type: 'string', default: join(ROOT, 'console/generated') },
  },
});
const read = async (name: string): Promise<Document> =>
  JSON.parse(await readFile(join(values.documents, name), 'utf8'));
const document = withoutTexts(merge(await read('v3.json'), await read('platform.json')));
await mkdir(values.into, { recursive: true });
await writeFile(join(values.into, 'types.ts'), HEADER + (await typesOf(document)));
await writeFile(join(values.into, 'operations.ts'), HEADER + tableOf(document));
await writeFile(join(values.into, 'limits.ts'), HEADER + limitsOf(document));

/** What a session can call: the operations of the platform, and those of the integration API that it does not replace. */
function merge(integration: Document, platform: Document): Document {
  const own = withOwnNames(platform, integration);
  const paths: Document['paths'] = structuredClone(integration.paths);
  for (const [path, methods] of Object.entries(own.paths)) paths[path] = { ...paths[path], ...methods };
  const components: Document['components'] = {};
  for (const kind of new Set([...Object.keys(integration.components), ...Object.keys(own.components)]))
    components[kind] = { ...integration.components[kind], ...own.components[kind] };
  return { ...platform, paths, components };
}

/** A schema of the platform that differs from that of the same name in the integration API is named Platform…. */
function withOwnNames(platform: Document, integration: Document): Document {
  const differing = Object.entries(platform.components.schemas!)
    .filter(([name, schema]) => {
      const other = integration.components.schemas![name];
      return other !== undefined && JSON.stringify(other) !== JSON.stringify(schema);
    })
    .map(([name]) => name);
  let text = JSON.stringify(platform);
  for (const name of differing)
    text = text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/Platform${name}"`);
  const renamed: Document = JSON.parse(text);
  for (const name of differing) {
    const { [name]: schema, ...others } = renamed.components.schemas!;
    renamed.components.schemas = { ...others, [`Platform${name}`]: schema! };
  }
  return renamed;
}

/** Also leaves out the responses to errors, which are all ErrorResponse, and the headers. */
function withoutTexts(document: Document): Document {
  const clean = (value: unknown, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => clean(item, false));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => isMap || !TEXTS.has(name));
    return Object.fromEntries(entries.map(([name, item]) => [name, clean(item, name === 'properties')]));
  };
  const cleaned = clean(document, false) as Document;
  for (const { operation } of operationsOf(cleaned)) {
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => [status, { ...response, description: '', headers: undefined }]),
    );
  }
  const { schemas, parameters, securitySchemes } = cleaned.components;
  cleaned.components = { schemas: schemas!, parameters: parameters!, securitySchemes: securitySchemes! };
  return cleaned;
}

function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method] !== undefined).map((method) => ({
      path,
      method: method.toUpperCase(),
      operation: methods[method]!,
    })),
  );
}

function nameOf(operationId: string): string {
  return operationId.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** One constant for each operation, so that a bundle has only those that it calls. */
function tableOf(document: Document): string {
  const names = new Set<string>();
  const lines = operationsOf(document).map(({ path, method, operation: { operationId } }) => {
    const name = nameOf(operationId);
    if (names.has(name)) throw new Error(`Two operations are named ${name}.`);
    names.add(name);
    return `export const ${name}: Operation<'${operationId}'> = { method: '${method}', path: '${path}' };`;
  });
  return `import type { Operation } from '../core/api/operation.ts';\n\n${lines.sort().join('\n')}\n`;
}

/** One constant for each operation with a body that has limits, as for the operations. */
function limitsOf(document: Document): string {
  const lines = operationsOf(document).flatMap(({ operation: { operationId, requestBody } }) => {
    const schema = requestBody?.content?.['application/json']?.schema;
    const limits = schema === undefined ? {} : limitsIn(document, schema);
    if (Object.keys(limits).length === 0) return [];
    return [`export const ${nameOf(operationId)}Limits: Limits = ${JSON.stringify(limits)};`];
  });
  return `import type { Limits } from '../core/forms/limits.ts';\n\n${lines.sort().join('\n')}\n`;
}

/** The limits of the properties by their dotted paths, without those of ids and of the entries of arrays. */
function limitsIn(document: Document, schema: Schema, path = ''): Record<string, object> {
  const { $ref, anyOf = [], properties = {}, type, 'x-references': references, ...own } = schema;
  const { maxLength, minimum, maximum } = own;
  const found: Record<string, object> = {};
  const limits = {
    maxLength,
    ...(references === undefined && maximum !== MAXIMUM_ID && { minimum, maximum }),
    ...(references === undefined && [type].flat().includes('integer') && { isInteger: true }),
  };
  if (Object.values(limits).some((limit) => limit !== undefined)) found[path] = limits;
  const referred =
    $ref === undefined ? [] : [document.components.schemas![$ref.split('/').at(-1)!] as Schema];
  for (const part of [...anyOf, ...referred]) Object.assign(found, limitsIn(document, part, path));
  for (const [name, part] of Object.entries(properties))
    Object.assign(found, limitsIn(document, part, path === '' ? name : `${path}.${name}`));
  return found;
}

async function typesOf(document: Document): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-types-'));
  try {
    const [source, target] = [join(directory, 'openapi.json'), join(directory, 'types.ts')];
    await writeFile(source, JSON.stringify(document));
    const words = [join(ROOT, GENERATOR), source, '-o', target, '--root-types', '--alphabetize'];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openapi-typescript failed:\n${stderr}`);
    return await readFile(target, 'utf8');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
