export {
  type CandidateOperations,
  type ChangeFeed,
  type FollowChangesOptions,
  type FollowedPage,
  Stellwerk,
} from './client.ts';
export type { ApiResponse, Call } from './core/call.ts';
export type { Content } from './core/content.ts';
export * from './core/errors.ts';
export { fileTokenCache } from './core/file-token-cache.ts';
export type { CallOptions, HeaderOptions, RequestOptions } from './core/operation.ts';
export type { Listed, RecordStream } from './core/record-stream.ts';
export { type ByteSource, type FileSource, fromFile } from './core/request-body.ts';
export type { StellwerkOptions, Warning } from './core/settings.ts';
export type { StreamCall } from './core/stream-call.ts';
export { memoryTokenCache, type StoredToken, type TokenCache } from './core/token-cache.ts';
export type * from './generated/operations.ts';
export type * from './generated/schemas.ts';
export { toWebhookEvent, type WebhookEvent } from './listen/event.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './listen/verify.ts';
