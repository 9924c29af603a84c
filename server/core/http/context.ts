import type { TenantDatabase } from '../db/connection.ts';
import type { Services } from '../services.ts';

/** An application, taken from a verified token and the client's present state. */
export interface ClientCaller {
  kind: 'client';
  tenantId: number;
  apiClientId: number;
  clientId: string;
  /** Granted by the token and still held by the client. */
  permissions: ReadonlySet<string>;
}

/** A user of the platform, taken from its session. */
export interface UserCaller {
  kind: 'user';
  tenantId: number;
  userId: number;
  /** What the user's role allows now. */
  permissions: ReadonlySet<string>;
  /** Names the session among those of the user. */
  sessionSha256: Buffer;
}

/** Who calls an open operation: may do nothing, and belongs to a tenant that does not exist. */
export interface UnknownCaller {
  kind: 'unknown';
  tenantId: 0;
  permissions: ReadonlySet<string>;
}

export type Caller = ClientCaller | UserCaller | UnknownCaller;

export const UNKNOWN_CALLER: UnknownCaller = { kind: 'unknown', tenantId: 0, permissions: new Set() };

/** The caller of an operation that only users have. */
export function userOf(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw new Error('This operation is not one of the platform, or it is open.');
  return caller;
}

export type Language = 'en' | 'de';

export interface RequestContext<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  tenantId: number;
  language: Language;
  services: Services;
  /** For reads. Each query may use another connection: reads that must agree go into one query. */
  db: TenantDatabase;
  /**
   * Runs a write in one transaction; repeats it when it lost against another one, so `run` must have no effect
   * outside the database. With an Idempotency-Key the result is stored with it and must be what the handler
   * returns.
   */
  write<T>(run: (db: TenantDatabase) => Promise<T>): Promise<T>;
  /**
   * As `write`, for a write that is a single statement: saves the round trips of BEGIN and COMMIT. `run` is repeated
   * too, and what it had committed would be written twice.
   */
  writeStatement<T>(run: (db: TenantDatabase) => Promise<T>): Promise<T>;
  /** HEAD: the headers are wanted and the body is thrown away, so it need not be read. */
  isHead: boolean;
  /** A header of the request, by its lower-case name; for what changes the answer beyond the schemas. */
  requestHeader(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /** Where the call comes from: a proxy in front is believed only when it is a trusted one. */
  clientAddress: string;
  /** The value of If-None-Match matches this entity tag. */
  isCurrent(entityTag: string): boolean;
}
