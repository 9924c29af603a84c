import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  isConflict,
  isOverDocumentQuota,
  isStorageFull,
  isTransient,
  takesNoWrites,
} from '../../db/faults.ts';
import type { Services } from '../../services.ts';
import { describeCause } from '../describe-cause.ts';
import { ApiError, type ErrorCode, type SentError } from '../errors.ts';
import { OTHER_BODY_LIMIT_BYTES } from '../limits.ts';
import { breakOff } from './break-off.ts';

const FRAMEWORK_ERRORS: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'notJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedBody',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedBody',
  FST_ERR_BAD_URL: 'recordNotFound',
  FST_ERR_MAX_PARAM_LENGTH: 'recordNotFound',
  FST_ERR_NOT_FOUND: 'routeNotFound',
};

const OF_SUCCESS = [
  'etag',
  'cache-control',
  'content-encoding',
  'record-form',
  'stream-position',
  'window-complete',
];

/** The part of a request that its error depends on. */
type FailedRequest = Pick<FastifyRequest, 'id' | 'raw' | 'headers' | 'endpoint'> & {
  routeOptions: { bodyLimit?: number | undefined };
};

/** Converts anything thrown to an error of the catalog. An unexpected error becomes `internal` with its cause. */
export function toApiError(error: unknown, request: FailedRequest): ApiError {
  if (error instanceof ApiError) return error.code === 'bodyTooLarge' ? bodyTooLarge(request) : error;
  const code = (error as { code?: string } | null)?.code ?? '';
  // The caller closed the connection while sending the body. The reset does not come from the database.
  if (request.raw.readableAborted && !request.raw.complete) return new ApiError('malformedBody');
  const known = FRAMEWORK_ERRORS[code];
  if (known !== undefined) return known === 'bodyTooLarge' ? bodyTooLarge(request) : new ApiError(known);
  if (isOverDocumentQuota(error)) return new ApiError('documentQuotaExceeded', { cause: error });
  if (isStorageFull(error) || code === 'EROFS') {
    // Of an upload, the file is usually what does not fit. A file system that is read-only is a failure.
    const isUpload = request.endpoint?.streams !== undefined || isForm(request);
    if (isUpload && code !== 'EROFS') return new ApiError('insufficientStorage', { cause: error });
    return new ApiError('storageFull', { headers: { 'retry-after': '30' }, cause: error });
  }
  if (takesNoWrites(error))
    return new ApiError('unavailable', {
      message: 'The database of the service takes no changes at the moment. Repeat the call later.',
      headers: { 'retry-after': '2' },
      cause: error,
    });
  if (isTransient(error)) {
    return new ApiError(isConflict(error) ? 'writeConflict' : 'unavailable', {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
  return new ApiError('internal', { cause: error });
}

/** With the limit, so that the caller can check a body before it is sent. */
function bodyTooLarge({ routeOptions }: FailedRequest): ApiError {
  const limit = (routeOptions.bodyLimit ?? OTHER_BODY_LIMIT_BYTES).toLocaleString('en');
  return new ApiError('bodyTooLarge', {
    message: `The body is larger than this operation allows: at most ${limit} bytes. Send less. The same body is refused again.`,
  });
}

function isForm({ headers }: FailedRequest): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true;
}

/** Logs an error, and returns what its error record says. */
export function logFailure(services: Services, request: FailedRequest, thrown: unknown): SentError {
  const error = toApiError(thrown, request);
  const messageGuid = error.messageGuid ?? randomUUID();
  logError(services, request, error, messageGuid);
  return { error, messageGuid };
}

/** Logs an error and sends it as an error record. */
export function sendError(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  request.sentError = logFailure(services, request, thrown);
  const { error, messageGuid } = request.sentError;
  if (reply.raw.headersSent) {
    // The response has begun. Only a broken connection can tell the caller that it is incomplete.
    breakOff(reply.raw);
    return reply;
  }
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  // Headers of the response that failed. A stream can break after its encoding was chosen and before its first byte.
  for (const name of OF_SUCCESS) reply.removeHeader(name);
  // An ignored property can be the misspelled one whose value is missing. It explains no other error.
  if (error.status !== 400) reply.removeHeader('ignored-properties');
  return reply
    .status(error.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(toErrorRecord(error, messageGuid));
}

/** The body of every error. */
export function toErrorRecord({ message, faults }: ApiError, messageGuid: string) {
  return { messageGuid, message, validationErrors: faults };
}

function logError(services: Services, request: FailedRequest, error: ApiError, messageGuid: string): void {
  const { status, code, faults, cause } = error;
  const entry = {
    requestId: request.id,
    messageGuid,
    operation: request.endpoint?.id,
    status,
    code,
    // Only the codes: a property path can contain names that the caller sent.
    faults: faults.length === 0 ? undefined : faults.map((fault) => fault.code),
  };
  if (error.messageGuid !== undefined) services.log.debug(entry, 'request refused');
  else if (status >= 500) services.log.error({ ...entry, cause: describeCause(cause) }, 'request failed');
  else services.log.info(entry, 'request rejected');
}
