export type { FastifyInstance } from 'fastify';
export type { Caller, Language, RequestContext } from './context.ts';
export {
  type AnyEndpoint,
  ByteStream,
  defineEndpoint,
  type Endpoint,
  type EventType,
  JsonStream,
  NOT_MODIFIED,
  RawJson,
} from './endpoint.ts';
export { contentTag, taggedJson } from './entity-tag.ts';
export { ApiError, type Fault, invalid, notFound } from './errors.ts';
export type { ReferenceKind, ReferenceKinds } from './references.ts';
