import { setImmediate } from 'node:timers/promises';
import fastJson from 'fast-json-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** A request for an operation, from an authorized caller. */
export interface Call {
  services: Services;
  operation: Operation;
  caller: Caller;
  db: TenantDatabase;
  request: FastifyRequest;
  reply: FastifyReply;
}

const operations = new WeakMap<AnyEndpoint, Operation>();

/** Returns the endpoint with its schemas compiled. The first call compiles them, which takes a few milliseconds. */
export function getOperation(endpoint: AnyEndpoint): Operation {
  let operation = operations.get(endpoint);
  if (operation === undefined) {
    operation = compileOperation(endpoint);
    operations.set(endpoint, operation);
  }
  return operation;
}

/** Compiles the schemas of all endpoints, one endpoint per turn of the event loop. All of them take 0.6 seconds of CPU. */
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
    serialize:
      success.schema === undefined ? undefined : fastJson(success.schema as never, { rounding: 'round' }),
  };
}
