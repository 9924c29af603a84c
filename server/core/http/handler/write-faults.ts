import { ApiError, type Fault, invalid } from '../errors.ts';
import { MAXIMUM_FAULTS } from '../limits.ts';
import { toConstraintFault } from './constraint-fault.ts';
import type { Call } from './operation.ts';
import type { Input } from './read.ts';

/**
 * Finds the faults that the write would find, beside those that have been found. The caller does not have to fix one after the
 * other, and a call without a fault has no further query.
 */
export async function findWriteFaults(
  { operation, db, caller }: Call,
  { params, body }: Input,
  found: readonly Fault[],
): Promise<Fault[]> {
  const { findWriteFaults: find } = operation.endpoint;
  // With so many faults, the list may be cut off. What it does not name could have any type.
  if (find === undefined || !isObject(body) || found.length >= MAXIMUM_FAULTS) return [];
  const faulty = new Set(found.map(({ property }) => property));
  const valid = [...faulty].reduce<unknown>((rest, path) => without(rest, path.split('.')), body) as object;
  const faults = await find({ db, tenantId: caller.tenantId, caller, params, body: valid, faulty });
  return faults.filter(({ property }) => !faulty.has(property));
}

/** Converts what a handler has thrown to what the caller receives: with a fault of the body, all its faults. */
export async function toCallError(call: Call, input: Input, thrown: unknown): Promise<unknown> {
  const { endpoint } = call.operation;
  const error = toConstraintFault(thrown, endpoint);
  if (!(error instanceof ApiError) || error.code !== 'invalidRequest') return error;
  const { faults } = error;
  const isOfBody = ({ property }: Fault) =>
    Object.hasOwn(endpoint.body?.properties ?? {}, firstName(property));
  if (!faults.some(isOfBody)) return error;
  // A constraint says which value is taken, and the query also which record has it.
  const isTaken = error !== thrown;
  const more = await findWriteFaults(call, input, isTaken ? [] : faults);
  if (more.length === 0) return error;
  const found = new Set(more.map(({ property }) => property));
  return invalid(...faults.filter(({ property }) => !found.has(property)), ...more);
}

function firstName(path: string): string {
  return path.split(/[.[]/, 1)[0]!;
}

/** The value without what this path names, and without a list that has it. */
function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (!isObject(value) || name === undefined) return value;
  const property = firstName(name);
  if (!Object.hasOwn(value, property)) return value;
  const { [property]: inner, ...others } = value as Record<string, unknown>;
  return rest.length === 0 || property !== name ? others : { ...others, [property]: without(inner, rest) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
