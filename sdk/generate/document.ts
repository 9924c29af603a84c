// The subset of OpenAPI 3.1 and JSON Schema 2020-12 that the document uses.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  contentEncoding?: string;
  format?: string;
  examples?: unknown[];
  [keyword: string]: unknown;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
  /** The permission that a client needs, such as `webhooks:read`. */
  'x-permission'?: string;
}

export interface Document {
  info: { version: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

const SCHEMA_PREFIX = '#/components/schemas/';
const PARAMETER_PREFIX = '#/components/parameters/';

export function schemaName(ref: string): string {
  if (!ref.startsWith(SCHEMA_PREFIX)) throw new Error(`${ref} is not a schema of the document.`);
  return ref.slice(SCHEMA_PREFIX.length);
}

/** The schema that a `$ref` points to, or the schema itself if it has none. */
export function resolveSchema(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[schemaName(schema.$ref)];
  if (found === undefined) throw new Error(`${schema.$ref} is missing from the document.`);
  return resolveSchema(document, found);
}

export function resolveParameter(document: Document, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter;
  const found = document.components.parameters?.[parameter.$ref.slice(PARAMETER_PREFIX.length)];
  if (found === undefined) throw new Error(`${parameter.$ref} is missing from the document.`);
  return found;
}
