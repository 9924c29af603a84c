import type { IncomingMessage } from 'node:http';
import type { ClientCaller } from '../context.ts';

/** Why a request of an admitted caller failed before the framework got it. */
export interface Failure {
  caller: ClientCaller;
  error: Error;
  /** What the operation had set before it failed. */
  headers: Readonly<Record<string, string>>;
}

const failures = new WeakMap<IncomingMessage, Failure>();

/** Passes an error on to the framework, which sends it instead of serving the request a second time. */
export function rememberFailure(request: IncomingMessage, failure: Failure): void {
  failures.set(request, failure);
}

export function findFailure(request: IncomingMessage): Failure | undefined {
  return failures.get(request);
}

/** Thrown to pass the request on to the framework after all. Nothing has been done for it. */
export class NotUsual extends Error {}

/** Why an operation failed, and the headers that it had set. */
export class FailedOperation extends Error {
  readonly error: Error;
  readonly headers: Readonly<Record<string, string>>;
  constructor(error: Error, headers: Readonly<Record<string, string>>) {
    super('operation failed', { cause: error });
    this.error = error;
    this.headers = headers;
  }
}
