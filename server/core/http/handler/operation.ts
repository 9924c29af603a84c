import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fastJson from 'fast-json-stringify';
import type { TenantDatabase } from '../../db/connection.ts';
import type { Services } from '../../services.ts';
import type { BodyLimits } from '../body-stream.ts';
import type { Caller } from '../context.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { INT32_MAXIMUM, type TSchema } from '../schema.ts';
import { findUploads } from '../schema-walk.ts';
import { type BodyValidator, compileBody, compileQuery, type QueryValidator } from '../validation.ts';

/** An endpoint with its schemas compiled. */
export interface Operation {
  endpoint: AnyEndpoint;
  params: readonly PathParameter[];
  query: QueryValidator;
  /** Undefined for an operation without a body. */
  body: BodyValidator | undefined;
  /** Undefined for an operation that does not stream its body. */
  streams: BodyLimits | undefined;
  /** Undefined for an operation without a response schema. */
  serialize: ((value: unknown) => string) | undefined;
}

interface PathParameter {
  name: string;
  kind: 'integer' | 'uuid' | 'text';
  /** The uuid of the record is accepted instead of its integer id. */
  acceptsUuid: boolean;
  minimum: number;
  maximum: number;
}

/** What an operation uses of the framework's request. A request that is served without the framework has it too. */
export interface HandledRequest extends CallRequest {
  url: string;
  params: unknown;
  query: unknown;
  body: unknown;
  caller: Caller | undefined;
  raw: IncomingMessage;
}

/** What an operation uses of the framework's reply. */
export interface HandledReply extends CallReply {
  raw: ServerResponse;
  header(name: string, value: string): HandledReply;
  getHeader(name: string): unknown;
  hasHeader(name: string): boolean;
  type(type: string): HandledReply;
  serializer(serialize: (payload: unknown) => string): HandledReply;
  status(status: number): HandledReply;
  send(body?: string | Buffer | Readable): HandledReply;
}

/** What the checks and the endpoint's handler use of a request. A command makes it up (prepareLocally). */
interface CallRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** Undefined without the framework, which knows the trusted proxies. */
  ip?: string;
  leaveTurn?: (() => void) | undefined;
}

interface CallReply {
  /** Undefined if the result of the operation is not sent. */
  raw?: ServerResponse;
  header(name: string, value: string): unknown;
  getHeaders(): Readonly<Record<string, unknown>>;
}

/** For an operation whose result is not sent. */
export const NO_REPLY: CallReply = { header: () => {}, getHeaders: () => ({}) };

/** A call of an operation, from an authorized caller. */
export interface Call {
  services: Services;
  operation: Operation;
  caller: Caller;
  db: TenantDatabase;
  request: CallRequest;
  reply: CallReply;
}

/** A call that came as a request, and whose result is sent. */
export interface RequestCall extends Call {
  request: HandledRequest;
  reply: HandledReply;
}

const operations = new WeakMap<AnyEndpoint, Operation>();

/** Returns the endpoint with the schemas of its requests compiled. The first call compiles them, which takes a few milliseconds. */
export function getOperation(endpoint: AnyEndpoint): Operation {
  let operation = operations.get(endpoint);
  if (operation === undefined) {
    operation = compileOperation(endpoint);
    operations.set(endpoint, operation);
  }
  return operation;
}

/** Compiles the schemas of all requests, one endpoint per turn of the event loop. All of them take half a second of CPU. */
export async function compileOperations(endpoints: readonly AnyEndpoint[]): Promise<void> {
  for (const endpoint of endpoints) {
    getOperation(endpoint);
    await setImmediate();
  }
}

function compileOperation(endpoint: AnyEndpoint): Operation {
  const { params, query, body, streams, success } = endpoint;
  const parameters = Object.entries((params?.properties ?? {}) as Record<string, TSchema>);
  return {
    endpoint,
    params: parameters.map(([name, { type, format, acceptsUuid, minimum, maximum }]) => ({
      name,
      kind: type === 'integer' ? 'integer' : format === 'uuid' ? 'uuid' : 'text',
      acceptsUuid: acceptsUuid === true,
      minimum: minimum ?? 0,
      maximum: maximum ?? INT32_MAXIMUM,
    })),
    query: compileQuery(query),
    body: body === undefined ? undefined : compileBody(body),
    streams:
      body === undefined || streams === undefined ? undefined : { ...streams, files: findUploads(body) },
    serialize: success.schema === undefined ? undefined : compileSerializer(success.schema),
  };
}

/** Compiles at the first call. Those of all operations would take 3 MB of heap in each process, and an installation uses few. */
function compileSerializer(schema: TSchema): (value: unknown) => string {
  let serialize: ((value: unknown) => string) | undefined;
  return (value) => {
    serialize ??= fastJson(schema as never, { rounding: 'round' });
    return serialize(value);
  };
}
