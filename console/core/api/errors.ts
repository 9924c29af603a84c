import type { SchemaErrorResponse } from '../../generated/types.ts';

export type ErrorRecord = SchemaErrorResponse;
type StoredFault = NonNullable<ErrorRecord['validationErrors']>[number];

/** Also those that a form finds before it sends anything, and those whose message a page has put into words of the user. */
export interface Fault extends Omit<StoredFault, 'code'> {
  code: StoredFault['code'] | 'year' | 'explained';
}

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

/** A form has refused what was entered, and has sent nothing. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('The entries are not valid.');
    this.faults = faults;
  }
}

/** There was no response: no connection, or the service is down. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** There is no connection, so a change was not sent. It never is unless somebody makes it again. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';

  constructor() {
    super('There is no connection.');
  }
}

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof CallError && error.status === status;

/** Whether nobody knows if the service has made a change: it or a proxy before it did not respond in time. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof UnreachableError || isStatus(error, 502) || isStatus(error, 504);

const NO_FAULTS: readonly Fault[] = [];

/** What is wrong with the entries of a form. */
export const faultsIn = (error: unknown): readonly Fault[] =>
  error instanceof CallError || error instanceof EntryError ? error.faults : NO_FAULTS;

/** The faults of a form by the property that they belong to. */
export const faultsOf = (error: unknown): ReadonlyMap<string, Fault> =>
  new Map(faultsIn(error).map((fault) => [fault.property ?? '', fault]));
