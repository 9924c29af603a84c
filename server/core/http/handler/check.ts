import { type Fault, invalid, toShownPath } from '../errors.ts';
import { MAXIMUM_FAULTS } from '../limits.ts';
import type { ReferenceCheck } from '../references.ts';
import { ID_OF_NO_RECORD } from '../schema-walk.ts';
import type { BodyValidator } from '../validation.ts';
import { asksForStrictHandling, ignoredNames, unknownPropertyFaults } from './ignored-properties.ts';
import type { Call } from './operation.ts';
import type { Input } from './read.ts';
import { findWriteFaults } from './write-faults.ts';

/** Checks the entire input. Throws one error that lists every fault. */
export async function checkInput(call: Call, input: Input, findMissing: ReferenceCheck): Promise<void> {
  const { body: validator } = call.operation;
  const faults = [...input.faults, ...(await queryReferenceFaults(call, input, findMissing))];
  if (validator !== undefined) {
    if (input.body === undefined) {
      throw invalid({ property: '', code: 'required', message: 'A JSON body is required.' });
    }
    faults.push(...validator.faults(input.body));
    faults.push(...ignoredPropertyFaults(call, validator, input.body));
    faults.push(...(await bodyReferenceFaults(call, input, validator, findMissing)));
  }
  // Without a fault, no text or list is too long.
  const body = faults.length === 0 ? input.body : validator?.withinLimits(input.body);
  if (validator === undefined || isObject(body)) faults.push(...ruleFaults(call, { ...input, body }, faults));
  if (isObject(body)) faults.push(...(await databaseFaults(call, input, body, faults)));
  if (faults.length === 0) return;
  const all = withoutDuplicates([...faults, ...(await findWriteFaults(call, input, faults))]);
  throw invalid(...all.slice(0, MAXIMUM_FAULTS));
}

async function queryReferenceFaults(
  { services, db, caller }: Call,
  { queryReferences }: Input,
  findMissing: ReferenceCheck,
): Promise<Fault[]> {
  if (queryReferences.length === 0) return [];
  return findMissing(services, db, caller.tenantId, queryReferences);
}

/** Returns faults for unknown properties under strict handling. Lists all other ignored properties in a response header. */
function ignoredPropertyFaults(
  { operation, request, reply }: Call,
  validator: BodyValidator,
  body: unknown,
): Fault[] {
  const unknown = validator.unknownProperties(body);
  const isStrict = asksForStrictHandling(request.headers.prefer);
  const unusable = isObject(body) ? (operation.endpoint.unusable?.(body) ?? []) : [];
  const ignored = isStrict ? unusable : [...unknown, ...unusable];
  if (ignored.length > 0) reply.header('ignored-properties', ignoredNames(ignored));
  return isStrict ? unknownPropertyFaults(unknown) : [];
}

async function bodyReferenceFaults(
  { services, operation, db, caller }: Call,
  { params, body }: Input,
  validator: BodyValidator,
  findMissing: ReferenceCheck,
): Promise<Fault[]> {
  const { tenantId } = caller;
  const { endpoint } = operation;
  // An id that the caller cannot read leads to the same queries and the same fault as one that does not exist.
  const hidden = new Set(endpoint.hiddenReferences?.(caller));
  const uses = validator
    .references(body)
    .map((use) => (hidden.has(use.property) ? { ...use, id: ID_OF_NO_RECORD } : use));
  const missing = await findMissing(services, db, tenantId, uses);
  if (missing.length === 0 || endpoint.stored === undefined) return missing;
  const stored = await endpoint.stored({ db, tenantId, params });
  const sent = new Map(uses.map(({ property, id }) => [property, id]));
  return missing.filter(({ property }) => !valuesAt(stored, property).includes(sent.get(property)));
}

/**
 * The values at a path, such as location.countryId. The items of a list have no order: assignedOffices[1].officeId are those of
 * all items.
 */
function valuesAt(value: unknown, path: string): unknown[] {
  return path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .reduce<unknown[]>(
      (values, name) => values.flatMap((at) => (at as Record<string, unknown> | null | undefined)?.[name]),
      [value],
    );
}

/**
 * The faults that the endpoint's own rules find. Rules can assume that the input matches its schema. Their faults are
 * dropped for properties that break it. Only the lengths are sure: what is too long is cut off before.
 */
function ruleFaults({ services, operation }: Call, { params, query, body }: Input, found: Fault[]): Fault[] {
  const { check } = operation.endpoint;
  if (check === undefined) return [];
  try {
    const faulty = new Set(found.map(({ property }) => property));
    return check({ params, query, body, now: services.now() }).filter(
      ({ property }) => !faulty.has(property),
    );
  } catch (error) {
    // A value that breaks its schema can make a rule throw. Its fault is already in the list.
    if (found.length === 0) throw error;
    return [];
  }
}

async function databaseFaults(
  { services, operation, db, caller }: Call,
  { params }: Input,
  body: object,
  found: Fault[],
): Promise<Fault[]> {
  const { findFaults } = operation.endpoint;
  if (findFaults === undefined) return [];
  return findFaults({
    services,
    db,
    tenantId: caller.tenantId,
    params,
    body: withoutFaulty(body, found),
    sent: body as Record<string, unknown>,
  });
}

/** The body, with null in place of every property that is faulty or contains a faulty property. */
function withoutFaulty(body: object, found: Fault[]): Record<string, unknown> {
  const faulty = new Set(found.map(({ property }) => property.split(/[.[]/)[0]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, faulty.has(name) ? null : value]),
  );
}

function withoutDuplicates(faults: Fault[]): Fault[] {
  const seen = new Set<string>();
  return faults.map(withShortPath).filter(({ property, code }) => {
    const key = `${property} ${code}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function withShortPath(fault: Fault): Fault {
  const property = toShownPath(fault.property);
  if (property === fault.property) return fault;
  return { ...fault, property, message: fault.message.replace(fault.property, () => property) };
}

/** A list is none: its faults would be those of properties that it cannot have. */
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
