import { type ApiError, callLocally, RawJson } from '../core/http/index.ts';
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
 * change log as a page. Throws a CommandError that names the options instead of the properties.
 */
export async function callOperation<Result>(
  services: Services,
  id: string,
  { optionOf = {}, ...input }: OperationInput,
): Promise<Result> {
  const endpoint = ENDPOINTS.find((candidate) => candidate.id === id)!;
  try {
    const result = await callLocally(services, REFERENCES, endpoint, input);
    return (result instanceof RawJson ? JSON.parse(String(result.text)) : result) as Result;
  } catch (error) {
    const { faults = [] } = error as ApiError;
    if (faults.length === 0) throw error;
    throw new CommandError(faults.map(({ message }) => withOptions(message, optionOf)).join(' '));
  }
}

function withOptions(message: string, optionOf: Readonly<Record<string, string>>): string {
  // The longest property first: salary.to is not location.city, but city is part of it.
  const properties = Object.keys(optionOf).sort((a, b) => b.length - a.length);
  const pattern = properties.map((property) => property.replaceAll('.', '\\.')).join('|');
  if (pattern === '') return message;
  return message.replaceAll(
    new RegExp(`(?<![\\w.-])(?:${pattern})(?![\\w-])`, 'g'),
    (property) => `--${optionOf[property]}`,
  );
}
