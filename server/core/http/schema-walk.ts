import type { TSchema } from '@sinclair/typebox';
import { toPath } from './errors.ts';
import { INT32_MAXIMUM } from './schema.ts';
import { ANY_INDEX, type PathPattern } from './streamed-json-path.ts';

export interface ReferenceUse {
  property: string;
  kind: string;
  id: number;
}

/** Adds to `found` what it finds in a value at `path`. */
type Collect<Found> = (value: unknown, path: string, found: Found[]) => void;

/** Looked up in place of an integer that no record can have as its id, and of an id that the caller must not find. */
export const ID_OF_NO_RECORD = 0;

/**
 * Compiles a schema to a function that collects the references to other records in a value: each integer, also one outside the range of
 * ids, which refers to a record that does not exist. Undefined if the schema has none. Compiled, because every body and query is walked,
 * and most of a schema has no references, so it needs no paths.
 */
export function compileReferences(schema: TSchema): Collect<ReferenceUse> | undefined {
  const kind = schema.reference as string | undefined;
  if (kind === undefined) return compileBelow(schema, compileReferences);
  return (value, property, found) => {
    if (Number.isInteger(value)) found.push({ property, kind, id: isId(value) ? value : ID_OF_NO_RECORD });
  };
}

function isId(value: unknown): value is number {
  return (value as number) >= 1 && (value as number) <= INT32_MAXIMUM;
}

/**
 * Compiles a schema to a function that collects the dotted paths of properties that are unknown or read-only. Undefined if a value cannot
 * have any.
 */
export function compileUnknown(schema: TSchema): Collect<string> | undefined {
  if (schema.reference !== undefined) return undefined;
  return compileBelow(schema, compileUnknown, (path, found) => found.push(path));
}

/** Applies what `compile` makes of the schemas of items and properties. `unknown` is called for a property that has no schema. */
function compileBelow<Found>(
  schema: TSchema,
  compile: (schema: TSchema) => Collect<Found> | undefined,
  unknown?: (path: string, found: Found[]) => void,
): Collect<Found> | undefined {
  const ofItem = schema.items === undefined ? undefined : compile(schema.items as TSchema);
  const known = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
    .filter(([, { readOnly }]) => readOnly !== true)
    .map(([name, property]) => [name, compile(property)] as const);
  const properties = new Map(known);
  const isVisited =
    schema.properties !== undefined && (unknown !== undefined || known.some(([, collect]) => collect));
  if (ofItem === undefined && !isVisited) return undefined;
  return (value, path, found) => {
    if (Array.isArray(value)) {
      if (ofItem === undefined) return;
      for (const [index, item] of value.entries()) ofItem(item, `${path}[${index}]`, found);
    } else if (isVisited && typeof value === 'object' && value !== null) {
      for (const name in value) {
        const collect = properties.get(name);
        if (collect !== undefined)
          collect((value as Record<string, unknown>)[name], toPath(path, name), found);
        else if (unknown !== undefined && !properties.has(name)) unknown(toPath(path, name), found);
      }
    }
  };
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
