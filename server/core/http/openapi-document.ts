import type { ComponentSchemas, JsonSchema } from './openapi-schema.ts';
import type { TSchema } from './schema.ts';

export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, Operation>>;
  /** By the name of their event. */
  webhooks?: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
}

export interface Operation {
  operationId: string;
  responses: Record<string, Response>;
  requestBody?: Response & { required: boolean };
  [key: string]: unknown;
}

export interface Response {
  description?: string;
  content?: Record<string, Content>;
  [key: string]: unknown;
}

interface Content {
  schema: JsonSchema;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

/** The content of a JSON body, with examples. */
export function jsonContent(
  components: ComponentSchemas,
  schema: TSchema,
  examples: readonly { summary: string; value: unknown }[],
): Record<string, Content> {
  const { description: _, ...translated } = components.translate(schema);
  return {
    'application/json': {
      schema: translated,
      examples: Object.fromEntries(examples.map((example, index) => [`example${index + 1}`, example])),
    },
  };
}

/** An object with the property, or an empty object if the value is undefined. */
export function optionally(key: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [key]: value };
}
