export { operationsOf, PREFIXES } from './audiences.ts';
export {
  type Caller,
  getClientAddress,
  getUser,
  type Language,
  type RequestContext,
  type UserCaller,
} from './context.ts';
export { findDuplicates, namedFault } from './duplicates.ts';
export {
  type AnyEndpoint,
  type Audience,
  defineEndpoint,
  type EventType,
  JsonStream,
  type LockInput,
  NOT_MODIFIED,
  RawJson,
  type ReadInput,
  type RecordText,
} from './endpoint.ts';
export { contentTag, toEntityTag } from './entity-tag.ts';
export { ApiError, type Fault, invalid, notFound } from './errors.ts';
export { type PreparedCall, prepareLocally } from './handler/prepare-locally.ts';
export { groupOfTenant } from './handler/turn.ts';
export { missingPermission } from './missing-permission.ts';
export { ACTIVE, type ReferenceKind, type ReferenceKinds } from './references.ts';
export { json, type Route, type RouteGroup, type RouteRequest, type RouteResponse } from './routes.ts';
export type { EndedRequest } from './server/request-log.ts';
export { taggedJson } from './tagged-json.ts';
