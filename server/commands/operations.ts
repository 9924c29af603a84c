import type { Readable } from 'node:stream';
import type { TenantDatabase } from '../core/db/connection.ts';
import { type ApiError, invalid, type PreparedCall, prepareLocally, RawJson } from '../core/http/index.ts';
import type { Services } from '../core/services.ts';
import { ENDPOINTS, REFERENCES } from '../endpoints.ts';
import { CommandError } from './command.ts';

interface OperationInput {
  tenantId: number;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The option for each property of the body, for messages about faults. */
  optionOf?: Readonly<Record<string, string>>;
}

/**
 * Calls an operation of the service for the operator, so that a command has the same checks and the same entry in the
 * change log as a page. With `db`, it becomes part of that transaction. Throws a CommandError that names the options instead
 * of the properties.
 */
export async function callOperation<Result>(
  services: Services,
  id: string,
  { optionOf = {}, ...input }: OperationInput,
  db?: TenantDatabase,
): Promise<Result> {
  try {
    const call = await prepareOperation(services, id, input);
    if (call.faults.length > 0) throw invalid(...call.faults);
    const result = await call.run(db === undefined ? {} : { db });
    return (result instanceof RawJson ? JSON.parse(String(result.text)) : result) as Result;
  } catch (error) {
    const { faults = [] } = error as ApiError;
    if (faults.length === 0) throw error;
    const names = Object.fromEntries(
      Object.entries(optionOf).map(([property, option]) => [property, `--${option}`]),
    );
    throw new CommandError(faults.map(({ message }) => withNames(message, names)).join(' '));
  }
}

/** Reads and checks the input of an operation, and runs it later. `bodyStream` is the body of an upload. */
export function prepareOperation(
  services: Services,
  id: string,
  input: Omit<OperationInput, 'optionOf'> & { bodyStream?: Readable },
): Promise<PreparedCall> {
  const endpoint = ENDPOINTS.find((candidate) => candidate.id === id)!;
  return prepareLocally(services, REFERENCES, endpoint, input);
}

/** The message of a fault with other names in place of properties. */
export function withNames(message: string, names: Readonly<Record<string, string>>): string {
  // The longest property first: salary.to is not location.city, but city is part of it.
  const properties = Object.keys(names).sort((a, b) => b.length - a.length);
  const pattern = properties.map((property) => property.replaceAll('.', '\\.')).join('|');
  if (pattern === '') return message;
  return message.replaceAll(
    new RegExp(`(?<![\\w.-])(?:${pattern})(?![\\w-])`, 'g'),
    (property) => names[property]!,
  );
}
