import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes a change. The id is that of the user or of the API client. */
export type Actor =
  | { kind: 'user' | 'client'; id: number }
  /** A visitor of the job portal, the service itself, or the operator with a command. */
  | { kind: 'portal' | 'system' | 'operator' };

const SYSTEM: Actor = { kind: 'system' };

const storage = new AsyncLocalStorage<Actor>();

/** Runs the function, and all that it starts, for this actor. */
export function runAs<T>(actor: Actor, run: () => T): T {
  return storage.run(actor, run);
}

/** Returns the actor of the current work: the service itself, unless a caller runs it. */
export function currentActor(): Actor {
  return storage.getStore() ?? SYSTEM;
}
