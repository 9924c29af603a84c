import type { Readable } from 'node:stream';
import type { TenantDatabase } from '../core/db/connection.ts';
import {
  type ApiError,
  type Fault,
  invalid,
  type PreparedCall,
  prepareLocally,
  RawJson,
} from '../core/http/index.ts';
import type { Services } from '../core/services.ts';
import { ENDPOINTS, REFERENCES } from '../endpoints.ts';
import { CommandError, UsageError } from './command.ts';

interface OperationInput {
  tenantId: number;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The option for each property of the body, for messages about faults. */
  optionOf?: Readonly<Record<string, string>>;
  /** False if no value refers to a record, so that every fault is one of the command line. */
  hasReferences?: boolean;
  /** The command that lists the ids, such as "branch list --tenant acme", for properties that refer to a record. */
  listedBy?: Readonly<Record<string, string>>;
}

/**
 * Calls an operation of the service for the operator, so that a command has the same checks and the same entry in the
 * change log as a page. With `db`, it becomes part of that transaction. Throws a CommandError or UsageError that names the
 * options instead of the properties.
 */
export async function callOperation<Result>(
  services: Services,
  id: string,
  { optionOf = {}, listedBy, ...input }: Omit<OperationInput, 'hasReferences'>,
  db?: TenantDatabase,
): Promise<Result> {
  try {
    const call = await prepareOperation(services, id, input);
    if (call.faults.length > 0) throw invalid(...call.faults);
    const result = await call.run(db === undefined ? {} : { db });
    return (result instanceof RawJson ? JSON.parse(String(result.text)) : result) as Result;
  } catch (error) {
    const { faults = [] } = error as Partial<ApiError>;
    if (faults.length === 0) throw error;
    // Without a body, the faults are those of the record, such as a draft that is incomplete.
    throw input.body === undefined
      ? new CommandError(describeFaults(faults, optionOf, listedBy), { cause: error })
      : toOptionError(faults, optionOf, listedBy);
  }
}

// They depend on what is stored, so the same command can succeed later.
const STATE_FAULTS: readonly Fault['code'][] = ['unknownReference', 'duplicate', 'notAllowed'];

/**
 * The error for values of options that an operation rejects. It names the options instead of the properties. A UsageError if a
 * value breaks a rule, because the command then always fails. Otherwise a CommandError with the faults as its cause.
 */
export function toOptionError(
  faults: readonly Fault[],
  optionOf: Readonly<Record<string, string>>,
  listedBy?: Readonly<Record<string, string>>,
): Error {
  const message = describeFaults(faults, optionOf, listedBy);
  return faults.every(({ code }) => STATE_FAULTS.includes(code))
    ? new CommandError(message, { cause: invalid(...faults) })
    : new UsageError(message);
}

// The end of a message about a reference: the operation of the API that lists the ids.
const LISTING_OPERATION = /(?<=\.) GET \/.*$/s;

function describeFaults(
  faults: readonly Fault[],
  optionOf: Readonly<Record<string, string>>,
  listedBy: Readonly<Record<string, string>> = {},
): string {
  const names = Object.fromEntries(
    Object.entries(optionOf).map(([property, option]) => [property, `--${option}`]),
  );
  return faults
    .map(({ property, message }) => {
      const command = listedBy[property];
      const text = withNames(message, names);
      return command === undefined ? text : text.replace(LISTING_OPERATION, ` See: npx stellwerk ${command}`);
    })
    .join(' ');
}

/** Whether an operation was rejected only because another record has a value that must be unique. */
export function isDuplicate(error: unknown): boolean {
  const { faults = [] } = ((error as CommandError).cause ?? {}) as Partial<ApiError>;
  return faults.length === 1 && faults[0]!.code === 'duplicate';
}

/** Operations that were checked together, and run in one transaction. */
export interface CheckedCalls {
  run(db: TenantDatabase): Promise<void>;
  /** Their bodies, in the form that is stored. */
  bodies: unknown[];
}

/** Checks several operations before any of them runs. Throws a CommandError or UsageError with the faults of all. */
export async function checkOperations(
  services: Services,
  inputs: readonly ({ id: string } & OperationInput)[],
): Promise<CheckedCalls> {
  const calls: PreparedCall[] = [];
  const errors: Error[] = [];
  for (const { id, optionOf = {}, listedBy, hasReferences = true, ...input } of inputs) {
    const call = await prepareOperation(services, id, input);
    calls.push(call);
    if (call.faults.length === 0) continue;
    const error = toOptionError(call.faults, optionOf, listedBy);
    errors.push(hasReferences ? error : new UsageError(error.message));
  }
  if (errors.length > 0) {
    const isUsage = errors.some((error) => error instanceof UsageError);
    throw new (isUsage ? UsageError : CommandError)(errors.map(({ message }) => message).join(' '));
  }
  return {
    bodies: calls.map(({ body }) => body),
    async run(db) {
      for (const call of calls) await call.run({ db });
    },
  };
}

/** Reads and checks the input of an operation, and runs it later. `bodyStream` is the body of an upload. */
export function prepareOperation(
  services: Services,
  id: string,
  input: Omit<OperationInput, 'optionOf' | 'listedBy' | 'hasReferences'> & { bodyStream?: Readable },
): Promise<PreparedCall> {
  const endpoint = ENDPOINTS.find((candidate) => candidate.id === id)!;
  return prepareLocally(services, REFERENCES, endpoint, input);
}

/**
 * The message of a fault with other names in place of properties. Some properties are also words: "phone must be a phone number"
 * mentions neither `phone` twice nor `number`. If a message begins with a property, that mention is replaced, and further ones only
 * if they have a dot or a capital letter. Otherwise, the first mention of each property is. The operation that lists the ids of a
 * reference keeps its properties, which are not those of the caller.
 */
export function withNames(message: string, names: Readonly<Record<string, string>>): string {
  // The longest property first: salary.to is not location.city, but city is part of it.
  const properties = Object.keys(names).sort((a, b) => b.length - a.length);
  const pattern = properties.map((property) => property.replaceAll('.', '\\.')).join('|');
  if (pattern === '') return message;
  const mention = new RegExp(`(?<![\\w.-])(?:${pattern})(?![\\w-])`, 'g');
  const hasSubject = message.search(mention) === 0;
  const end = LISTING_OPERATION.exec(message)?.index ?? message.length;
  const seen = new Set<string>();
  return message.replaceAll(mention, (property, offset: number) => {
    if (offset >= end) return property;
    const isProperty = hasSubject ? offset === 0 || /[.A-Z]/.test(property) : !seen.has(property);
    seen.add(property);
    return isProperty ? names[property]! : property;
  });
}
