import type { TenantDatabase } from '../db/connection.ts';
import type { Services } from '../services.ts';

/** Who calls, taken from a verified token and the client's present state. */
export interface Caller {
  tenantId: number;
  apiClientId: number;
  clientId: string;
  /** Granted by the token and still held by the client. */
  permissions: ReadonlySet<string>;
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
  /** As `write`, for a write that is one statement: spares the round trips of BEGIN and COMMIT. */
  writeStatement<T>(run: (db: TenantDatabase) => Promise<T>): Promise<T>;
  /** HEAD: the headers are wanted and the body is thrown away, so it need not be read. */
  isHead: boolean;
  /** A header of the request, by its lower-case name; for what changes the answer beyond the schemas. */
  requestHeader(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /** The value of If-None-Match matches this entity tag. */
  isCurrent(entityTag: string): boolean;
}
