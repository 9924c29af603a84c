import { createContext, Script } from 'node:vm';

// Some hundred times what a linear function needs for a megabyte. A quadratic one needs minutes, and would stop the test run.
const LIMIT_MS = 20_000;

/** Calls a function without I/O and returns its result. Throws if it does not finish, which a timeout of a test cannot do. */
export function runBounded<T>(call: () => T): T {
  return new Script('call()').runInContext(createContext({ call }), { timeout: LIMIT_MS }) as T;
}
