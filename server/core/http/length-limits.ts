import type { TSchema } from '@sinclair/typebox';
import { truncate } from '../text/truncate.ts';

type Limiter = (value: unknown) => unknown;

/**
 * Compiles a schema to a function that returns a value without what its texts and lists have beyond their maximum lengths. For
 * rules, which also run if the schema has found a fault, and can take far more time than it for each character or entry.
 * Undefined if the schema has no such limit.
 */
export function compileLengthLimits(schema: TSchema): Limiter | undefined {
  const { maxLength, maxItems } = schema as { maxLength?: number; maxItems?: number };
  const limitItem = schema.items === undefined ? undefined : compileLengthLimits(schema.items as TSchema);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(
    ([name, property]) => {
      const limit = compileLengthLimits(property);
      return limit === undefined ? [] : [[name, limit] as const];
    },
  );
  const isList = maxItems !== undefined || limitItem !== undefined;
  if (maxLength === undefined && !isList && properties.length === 0) return undefined;
  return (value) => {
    if (typeof value === 'string') return maxLength === undefined ? value : truncate(value, maxLength);
    if (Array.isArray(value)) {
      const items = value.slice(0, maxItems);
      return limitItem === undefined ? items : items.map(limitItem);
    }
    if (typeof value !== 'object' || value === null || properties.length === 0) return value;
    return limitProperties(value as Record<string, unknown>, properties);
  };
}

function limitProperties(
  value: Record<string, unknown>,
  properties: readonly (readonly [string, Limiter])[],
): Record<string, unknown> {
  const limited = { ...value };
  for (const [name, limit] of properties) {
    if (Object.hasOwn(value, name)) limited[name] = limit(value[name]);
  }
  return limited;
}
