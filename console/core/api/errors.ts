import type { SchemaErrorResponse } from '../../generated/types.ts';

export type ErrorRecord = SchemaErrorResponse;
export type Fault = NonNullable<ErrorRecord['validationErrors']>[number];

/** The service rejected a call. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** Finds the call in the log of the service. */
  readonly messageGuid: string | undefined;
  readonly faults: readonly Fault[];

  constructor(status: number, record: ErrorRecord | undefined, requestId: string | null) {
    super(record?.message ?? `The service responded with status ${status}.`);
    this.status = status;
    this.messageGuid = record?.messageGuid ?? requestId ?? undefined;
    this.faults = record?.validationErrors ?? [];
  }
}

/** There was no response: no connection, or the service is down. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof CallError && error.status === status;

/** The faults of a form by the property that they belong to. */
export function faultsOf(error: unknown): ReadonlyMap<string, Fault> {
  return new Map(
    error instanceof CallError ? error.faults.map((fault) => [fault.property ?? '', fault]) : [],
  );
}
