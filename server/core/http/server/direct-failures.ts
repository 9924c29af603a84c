import type { IncomingMessage } from 'node:http';
import type { ClientCaller } from '../context.ts';

/** Why a request of an admitted caller failed before the framework got it. */
interface Failure {
  caller: ClientCaller;
  error: Error;
}

const failures = new WeakMap<IncomingMessage, Failure>();

/** Passes an error on to the framework, which sends it instead of serving the request a second time. */
export function rememberFailure(request: IncomingMessage, failure: Failure): void {
  failures.set(request, failure);
}

export function findFailure(request: IncomingMessage): Failure | undefined {
  return failures.get(request);
}
