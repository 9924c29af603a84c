import type { TSchema } from '@sinclair/typebox';
import { INT32_MAXIMUM } from './schema.ts';

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
