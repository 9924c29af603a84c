import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { TenantDatabase } from '../db/connection.ts';
import type { Services } from '../services.ts';
import type { Caller, Language, RequestContext } from './context.ts';
import type { Fault } from './errors.ts';
import type { StaticText } from './static-text.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The callers that an operation is for: applications with a token, or users with a session. */
export type Audience = 'integration' | 'platform';

export interface EventType {
  id: number;
  name: string;
}

interface Example {
  /** A short description of the example. */
  summary: string;
  body?: unknown;
}

/** What the lock of a record needs. */
export interface LockInput<P> {
  db: TenantDatabase;
  tenantId: number;
  caller: Caller;
  params: P;
  /** As it was sent, if the operation has one. Its schema has been checked. */
  body?: unknown;
}

/** What a read of a record needs that has nothing but an id. Without a parameter in its path, the id is 0. */
export interface ReadInput {
  services: Services;
  db: TenantDatabase;
  tenantId: number;
  id: number;
  language: Language;
  /** See RequestContext. */
  leaveTurn(): void;
}

/** The record that a change refers to with If-Match. */
interface IfMatch<P> {
  /**
   * The id of the operation whose ETag the callers send. If the kind of the record decides which operation reads it, all of
   * them: those that do not find the record do not count.
   */
  read: string | readonly string[];
  /** The path parameters of that operation. By default, they have the same names. */
  params?(params: P): Record<string, unknown>;
  /**
   * Locks the record until the transaction ends, with the locks that every write of it takes first, in the same order.
   * Returns undefined, or throws a 404, if there is no such record.
   */
  lock(input: LockInput<P>): Promise<unknown>;
}

/**
 * The rules for an input that its schemas cannot express. Pure. If the body breaks its schema, they get it without what is too long in
 * it, and can throw.
 */
type Check<P, Q, B> = (input: { params: P; query: Q; body: B; now: Date }) => Fault[];

/**
 * One operation as data. The server, the OpenAPI document, the tests of permissions and tenant isolation, the typed client and
 * the reference page all use it. It is the only place that defines an operation.
 */
interface Endpoint<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema> {
  /** The operationId, of the form resource_verb. */
  id: string;
  method: Method;
  /** The path without the prefix of its audience, with {name} parameters. */
  path: string;
  audience: Audience;
  /** True if the operation requires no session, such as signing in. Only for the platform. */
  isOpen?: boolean;
  /** The area of the interface. It becomes the tag in the OpenAPI document. */
  area: string;
  /**
   * area:read or area:write. Null if any caller can call the operation and the response depends on the caller's permissions.
   */
  permission: string | null;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Limits of a body with files, which go to the blob store while they arrive. `upload` in the schema of the body says where
   * they are. See streamed-json.ts.
   */
  streams?: {
    maximumBodyBytes: number;
    maximumBytes: number;
    maximumCount: number;
    /** Properties with any structure, whose numbers keep all digits that were sent. */
    exactNumbers?: readonly string[];
  };
  check?: Check<Static<P>, Static<Q>, Static<B>>;
  /**
   * The properties of the body that refer to records which the caller cannot read. Each id in them gets the fault of one that does not
   * exist, so that ids cannot be probed.
   */
  hiddenReferences?(caller: Caller): readonly string[];
  /**
   * Finds faults that only the database can detect. They are reported together with all others. In `body`, null replaces every
   * property that is already faulty. `sent` is the body as sent, in which any value can have any type, but without what is too
   * long. This runs before the write, so a constraint or the locks of the write must enforce the same rules. If the record in the
   * path does not exist, return no faults: the handler responds with 404.
   */
  findFaults?(input: {
    services: Services;
    db: TenantDatabase;
    tenantId: number;
    params: Static<P>;
    body: Static<B>;
    sent: Record<string, unknown>;
  }): Promise<Fault[]>;
  /**
   * Finds the faults that only the write finds, one per call: a value that another record has already, or one that does not fit
   * what is stored. Called only if the call fails anyway, so that its response has all faults, and a call without a fault has no
   * further query. The write must enforce the same rules. `body` is without what is faulty, so properties that its schema requires
   * can be missing. `faulty` has the paths of the faults that were found.
   */
  findWriteFaults?(input: {
    db: TenantDatabase;
    tenantId: number;
    caller: Caller;
    params: Static<P>;
    body: Partial<Static<B>>;
    faulty: ReadonlySet<string>;
  }): Promise<Fault[]>;
  /**
   * Returns the properties whose values the operation cannot use and keeps only as text. They are listed in
   * Ignored-Properties, even under strict handling. The body can break its schema.
   */
  unusable?(body: Static<B>): string[];
  success: {
    status: 200 | 204;
    description: string;
    schema?: TSchema;
    /** The media type of a response that is not JSON (ByteStream). */
    mediaType?: string;
    headers?: Record<string, string>;
    example?: unknown;
  };
  /** The record that a 404 refers to. The OpenAPI document has a 404 only if this is set. */
  notFound?: string;
  /** Error statuses in addition to those of every operation, with their descriptions. */
  errors?: Record<number, string>;
  /**
   * Reads the stored record in the shape of the body. A partial change can send back a reference that the record already
   * has, even if that reference is no longer valid, in a list at any position. A list in place of an id stands for each of its
   * items. Called only if the body has an invalid reference.
   */
  stored?(input: { db: TenantDatabase; tenantId: number; params: Static<P> }): Promise<unknown>;
  /**
   * True if the operation creates a record. It then accepts an Idempotency-Key, and must write with `write` or
   * `writeStatement`.
   */
  creates?: boolean;
  /**
   * True if usual calls are served without the framework (direct.ts), because the operation is called often enough. Only
   * for a POST without parameters whose response is short JSON and whose handler does not need the address of the client.
   */
  isDirect?: boolean;
  /** The webhook event that a successful call triggers. */
  event?: EventType;
  /** True if the handler supports Range with parseRange: 206 for a single range, 416 for a range that starts past the end. */
  ranges?: boolean;
  /**
   * Set if responses have an ETag and support If-None-Match. `content`: the server computes it. `handler`: the handler sets
   * it.
   */
  etag?: 'content' | 'handler';
  /**
   * Set if the operation supports If-Match. The server compares the ETag within the transaction of `write` or
   * `writeStatement`, before it runs the function passed. So the handler must write with one of them.
   */
  ifMatch?: IfMatch<Static<P>>;
  /** True if the response has names or texts in the language of Accept-Language (`language` of the context). */
  isLocalized?: boolean;
  cacheControl?: string;
  /** The release of version 3 that added the operation, if it is not one of the original 116 operations. */
  since?: string;
  /** How many operations of the interface this entry serves: 2 if two path templates differ only in a parameter name. */
  operations?: number;
  examples?: Example[];
  /**
   * The response to a call without a query, if it lies in memory and is current. It is the same for every caller who has the
   * permission, and has `cacheControl`. Otherwise undefined: the handler is then called, and must return the same. Only for a
   * GET without path parameters. No other endpoint has this text, because its headers are kept with it.
   */
  ready?(services: Services, language: Language): StaticText | undefined;
  /**
   * Returns the JSON text of the record with this id, or throws. The handler must return the same. Usual calls are served with
   * it, without the framework (direct.ts). Only for a GET with the ETag of its content whose only parameter is an
   * integer, at the end of the path, or that has no parameter and is called without a query.
   */
  readText?(input: ReadInput): Promise<RecordText>;
  /**
   * Returns what reads a list with this query, without its question mark, if the query is usual and has no fault. Usual calls of
   * applications are served with it, without the framework (direct.ts). Only for a GET without path parameters whose
   * response is the same in all languages.
   */
  readShort?(query: string): ShortRead | undefined;
  handle(context: RequestContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>;
}

interface ShortReadInput {
  services: Services;
  tenantId: number;
  /** Whether the caller has the list with this tag already. Undefined if the caller has none. */
  isCurrent: ((entityTag: string) => boolean) | undefined;
}

/**
 * Returns the JSON text and the tag that the handler would return, without the text if the caller has it. Undefined if the list
 * is not short: the handler is then called.
 */
export type ShortRead = (input: ShortReadInput) => Promise<{ entityTag: string; text?: string } | undefined>;

// biome-ignore lint/suspicious/noExplicitAny: the table holds endpoints of every type. Each is typed where it is defined.
export type AnyEndpoint = Endpoint<any, any, any>;

export function defineEndpoint<
  P extends TSchema = TObject,
  Q extends TSchema = TObject,
  B extends TSchema = TSchema,
>(endpoint: Endpoint<P, Q, B>): Endpoint<P, Q, B> {
  return endpoint;
}

/** The JSON text of a record. `entityTag` is that of the text (contentTag), if it is known already. */
export interface RecordText {
  text: string;
  entityTag?: string | undefined;
}

/** JSON text that PostgreSQL has built. It is sent unchanged. `entityTag` is that of the text, if it is known already. */
export class RawJson {
  readonly text: string | Buffer;
  readonly entityTag: string | undefined;
  constructor(text: string | Buffer, entityTag?: string) {
    this.text = text;
    this.entityTag = entityTag;
  }
}

/** JSON that is sent while it is produced. The source is destroyed if the caller disconnects. */
export class JsonStream {
  readonly source: Readable;
  constructor(source: Readable) {
    this.source = source;
  }
}

/**
 * Bytes that are not JSON. The handler sets their headers. They are never compressed, so that sizes and ranges are correct.
 */
export class ByteStream {
  readonly source: Readable;
  readonly status: number;
  constructor(source: Readable, status = 200) {
    this.source = source;
    this.status = status;
  }
}

/** The caller's copy is current. The response is 304 without a body. */
export const NOT_MODIFIED = Symbol('not modified');
