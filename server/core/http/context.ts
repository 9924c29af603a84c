import type { Actor } from '../actor.ts';
import type { BatchedWrite } from '../db/batches.ts';
import type { TenantDatabase } from '../db/connection.ts';
import type { SlotKind } from '../load/limits.ts';
import type { Services } from '../services.ts';

/** An application, identified by a verified token and checked against the current state of its API client. */
export interface ClientCaller {
  kind: 'client';
  tenantId: number;
  apiClientId: number;
  clientId: string;
  /** The permissions that the token grants and the client still has. */
  permissions: ReadonlySet<string>;
}

/** A user of the platform, identified by a session. */
export interface UserCaller {
  kind: 'user';
  tenantId: number;
  userId: number;
  /** The permissions that the user's role grants now. */
  permissions: ReadonlySet<string>;
  /** Identifies the session among the user's sessions. */
  sessionSha256: Buffer;
}

/** The operator, who calls operations with commands on the machine of the service. */
interface OperatorCaller {
  kind: 'operator';
  tenantId: number;
  /** Empty. Nothing checks the permissions of the operator. */
  permissions: ReadonlySet<string>;
}

/** The caller of an open operation. It has no permissions and belongs to a tenant that does not exist. */
interface AnonymousCaller {
  kind: 'anonymous';
  tenantId: 0;
  permissions: ReadonlySet<string>;
}

export type Caller = ClientCaller | UserCaller | OperatorCaller | AnonymousCaller;

export const ANONYMOUS_CALLER: AnonymousCaller = { kind: 'anonymous', tenantId: 0, permissions: new Set() };

/** Identifies the application or the user among all. */
export function callerKey(caller: Caller): string {
  // Each server numbers its applications and users itself.
  if (caller.kind === 'client') return `client ${caller.tenantId}.${caller.apiClientId}`;
  return caller.kind === 'user' ? `user ${caller.tenantId}.${caller.userId}` : caller.kind;
}

/** Returns the actor of the changes that the caller makes. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'client') return { kind: 'client', id: caller.apiClientId };
  if (caller.kind === 'user') return { kind: 'user', id: caller.userId };
  return { kind: caller.kind === 'operator' ? 'operator' : 'system' };
}

/** Returns the caller of a platform operation that requires a session. Throws for any other operation. */
export function getUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw new Error('Only platform operations that require a session have a user.');
  return caller;
}

export type Language = 'en' | 'de';

export interface RequestContext<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  tenantId: number;
  /** The language of names in the response. Reading it adds Accept-Language to the header Vary, also of an error. */
  language: Language;
  services: Services;
  /** For reads. Each query can use a different connection, so put reads that must be consistent into one query. */
  db: TenantDatabase;
  /**
   * Runs a write in one transaction, and repeats it after a conflict with another transaction. So `run` must have no effect
   * outside the database. If the request has an Idempotency-Key, the result is stored in the same transaction, and the handler
   * must return exactly this result.
   */
  write<T>(run: (db: TenantDatabase) => Promise<T>): Promise<T>;
  /**
   * Like `write`, for a write of a single statement. Saves the round trips of BEGIN and COMMIT. `run` can be repeated too,
   * so with a second statement a part could be written twice.
   */
  writeStatement<T>(run: (db: TenantDatabase) => Promise<T>): Promise<T>;
  /**
   * Like `writeStatement`, for a write that can share its statement with those of other requests (see Batches). A request with an
   * Idempotency-Key has a transaction of its own. The handler must return what `respond` makes of the result.
   */
  writeBatched<Item, Result, T>(
    write: BatchedWrite<Item, Result>,
    item: Item,
    respond: (result: Result) => T,
  ): Promise<T>;
  /** Gives back the place of the request among those in progress, because it waits for another one (see Batches). */
  leaveTurn(): void;
  /** True for HEAD. Only the headers are sent, so the handler need not produce a body. */
  isHead: boolean;
  /** A request header by its lowercase name, for headers that affect the response and are not in the schemas. */
  requestHeader(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /**
   * Waits for permission to send a response that can take long, and returns the function that gives it back. Call it before
   * anything is opened that the response reads. Rejects beyond the limits of the caller.
   */
  reserve(kind: SlotKind): Promise<() => void>;
  /**
   * The IP address of the caller. X-Forwarded-For counts only if a trusted proxy sends it. Undefined for a command and for an
   * operation with isDirect: see getClientAddress.
   */
  clientAddress: string | undefined;
  /** Sets this ETag on the response, and returns whether If-None-Match matches it. */
  isCurrent(entityTag: string): boolean;
}

/** Returns the address of the client. Throws in an operation that has none. */
export function getClientAddress({
  clientAddress,
}: Pick<RequestContext<unknown, unknown, unknown>, 'clientAddress'>): string {
  if (clientAddress === undefined)
    throw new Error('Commands and operations with isDirect have no address of a client.');
  return clientAddress;
}
