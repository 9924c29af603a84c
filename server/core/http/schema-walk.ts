import type { TSchema } from '@sinclair/typebox';
import { INT32_MAXIMUM } from './schema.ts';
import { ANY_INDEX, type PathPattern } from './streamed-json-path.ts';

export interface ReferenceUse {
  property: string;
  kind: string;
  id: number;
}

interface Visitor {
  unknown?: (path: string) => void;
  reference?: (path: string, kind: string, id: number) => void;
}

/** Visits a value along its schema, which limits the depth. */
export function walkSchema(schema: TSchema, value: unknown, path: string, visitor: Visitor): void {
  if (value === null || value === undefined) return;
  if (schema.reference !== undefined) {
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= INT32_MAXIMUM) {
      visitor.reference?.(path, schema.reference, value as number);
    }
    return;
  }
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [index, item] of value.entries()) walkSchema(schema.items, item, `${path}[${index}]`, visitor);
    return;
  }
  if (typeof value !== 'object' || schema.properties === undefined) return;
  for (const [key, child] of Object.entries(value)) {
    const below = path === '' ? key : `${path}.${key}`;
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (property === undefined || property.readOnly === true) visitor.unknown?.(below);
    else walkSchema(property, child, below, visitor);
  }
}

/** The value without the properties that its schema does not have, for a body that is stored as a whole. */
export function withoutUnknown(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value))
    return schema.items === undefined ? value : value.map((item) => withoutUnknown(schema.items, item));
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value;
  const properties = Object.entries(schema.properties as Record<string, TSchema>);
  return Object.fromEntries(
    properties
      .filter(([name, { readOnly }]) => Object.hasOwn(value, name) && readOnly !== true)
      .map(([name, property]) => [name, withoutUnknown(property, (value as Record<string, unknown>)[name])]),
  );
}

/** The places of the files in a body, from its schema. */
export function findUploads(schema: TSchema): PathPattern[] {
  if (schema.upload === true) return [[]];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const inItems = schema.items === undefined ? [] : findUploads(schema.items as TSchema);
  return [
    ...inItems.map((pattern): PathPattern => [ANY_INDEX, ...pattern]),
    ...properties.flatMap(([name, property]) =>
      findUploads(property).map((pattern): PathPattern => [name, ...pattern]),
    ),
  ];
}
