import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { TenantDatabase } from '../db/connection.ts';
import type { RequestContext } from './context.ts';
import type { Fault } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who an operation is made for: applications with a token, or users with a session. */
export type Audience = 'integration' | 'platform';

export interface EventType {
  id: number;
  name: string;
}

export interface Example {
  /** What the example shows. */
  summary: string;
  body?: unknown;
}

/** Everything a request's input is checked against beyond its schemas; pure. */
export type Check<P, Q, B> = (input: { params: P; query: Q; body: B; now: Date }) => Fault[];

/**
 * One operation as data. The server, the OpenAPI document, the sweeps over permissions and tenants, the typed
 * client and the reference page all read it; nothing about an operation is said anywhere else.
 */
export interface Endpoint<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
> {
  /** resource_verb: the operationId. */
  id: string;
  method: Method;
  /** With {name} parameters, below the prefix of its audience. */
  path: string;
  audience: Audience;
  /** Needs no session: signing in. Only of the platform. */
  isOpen?: boolean;
  /** Tag and area of the interface. */
  area: string;
  /** area:read or area:write; null where any caller may call and the answer depends on what it may read. */
  permission: string | null;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Base64 properties of the body that go to the blob store as they arrive; see streamed-json.ts. */
  streams?: {
    properties: readonly string[];
    maximumBodyBytes: number;
    maximumBytes: number;
    maximumCount: number;
  };
  check?: Check<Static<P>, Static<Q>, Static<B>>;
  /**
   * Faults that only the database can tell; reported together with all others. In `body` a property at fault already
   * stands as null. It runs before the write, so what it finds must also be held by a constraint or under the write's
   * locks. A record of the path that does not exist is no fault: the handler answers 404.
   */
  findFaults?(input: {
    db: TenantDatabase;
    tenantId: number;
    params: Static<P>;
    body: Static<B>;
  }): Promise<Fault[]>;
  success: {
    status: 200 | 204;
    description: string;
    schema?: TSchema;
    /** Of an answer that is not JSON (ByteStream). */
    mediaType?: string;
    headers?: Record<string, string>;
    example?: unknown;
  };
  /** What a 404 means here; the operation declares one exactly when this is set. */
  notFound?: string;
  /** Further statuses beyond those every operation has. */
  errors?: Record<number, string>;
  /**
   * The record as it is stored, in the shape of the body: a partial change that sends back a reference it already
   * has is no fault, even if the record referred to can no longer be chosen. Asked only then.
   */
  stored?(input: { db: TenantDatabase; tenantId: number; params: Static<P> }): Promise<unknown>;
  /** Creates something: takes an Idempotency-Key from applications. */
  creates?: boolean;
  /** The webhook event a success triggers. */
  event?: EventType;
  /** Answers a single Range with 206 and one behind the end with 416; the handler does it, with parseRange. */
  ranges?: boolean;
  /** Carries an ETag and answers If-None-Match. */
  etag?: 'content' | 'handler';
  cacheControl?: string;
  /** Release of version 3 that brought it, where it is an extension of the 116 operations. */
  since?: string;
  /** How many operations of the interface this entry serves; 2 where two templates differ only in a name. */
  operations?: number;
  examples?: Example[];
  handle(context: RequestContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: the table holds endpoints of every shape; each is typed where it is defined.
export type AnyEndpoint = Endpoint<any, any, any>;

export function defineEndpoint<
  P extends TSchema = TObject,
  Q extends TSchema = TObject,
  B extends TSchema = TSchema,
>(endpoint: Endpoint<P, Q, B>): Endpoint<P, Q, B> {
  return endpoint;
}

/** JSON text that PostgreSQL has built already; sent as it is. */
export class RawJson {
  readonly text: string | Buffer;
  constructor(text: string | Buffer) {
    this.text = text;
  }
}

/** JSON sent as it is produced. The producer is destroyed when the caller goes away. */
export class JsonStream {
  readonly source: Readable;
  constructor(source: Readable) {
    this.source = source;
  }
}

/** Bytes that are not JSON, with headers of their own; never compressed, so that their size and ranges stay true. */
export class ByteStream {
  readonly source: Readable;
  readonly status: number;
  constructor(source: Readable, status = 200) {
    this.source = source;
    this.status = status;
  }
}

/** The caller's copy is current: 304 with no body. */
export const NOT_MODIFIED = Symbol('not modified');
