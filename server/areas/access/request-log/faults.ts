import type { AnyEndpoint, Fault } from '../../../core/http/index.ts';

export interface LoggedFault {
  /** Empty if the caller chose the name. */
  property: string;
  code: string;
}

const MAXIMUM_FAULTS = 10;

/** The faults of a call without their messages, and without names that the caller chose: those can be those of people. */
export function loggedFaults(endpoint: AnyEndpoint, faults: readonly Fault[]): LoggedFault[] | null {
  if (faults.length === 0) return null;
  const known = namesOf(endpoint);
  return faults.slice(0, MAXIMUM_FAULTS).map(({ property, code }) => {
    const names = property.replaceAll(/\[\d+\]/g, '').split('.');
    return { property: names.every((name) => known.has(name)) ? property : '', code };
  });
}

const namesOfEndpoints = new WeakMap<AnyEndpoint, ReadonlySet<string>>();

/** The names of all properties in the schemas of what the operation takes. */
function namesOf(endpoint: AnyEndpoint): ReadonlySet<string> {
  let names = namesOfEndpoints.get(endpoint);
  if (names === undefined) {
    const found = new Set<string>();
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) collectNames(schema, found);
    names = found;
    namesOfEndpoints.set(endpoint, names);
  }
  return names;
}

function collectNames(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    collectNames(value, names);
  }
}
