import type { ErrorCode } from './errors.ts';

// The parts of the OpenAPI document that all operations share.

/** An error response that many operations have. */
export interface SharedError {
  status: number;
  codes: ErrorCode[];
  description: string;
}

// 404 and further error responses depend on the operation.
export const SHARED_ERRORS: Record<string, SharedError> = {
  BadRequest: {
    status: 400,
    codes: ['invalidRequest', 'malformedBody', 'userAgentMissing'],
    description:
      'The request is invalid, or has no User-Agent with product/version. The response lists all faults.',
  },
  Unauthorized: {
    status: 401,
    codes: ['tokenMissing', 'tokenInvalid'],
    description:
      'The access token is missing, invalid or expired. Request a new one once and repeat the call once.',
  },
  Forbidden: {
    status: 403,
    codes: ['permissionMissing'],
    description: 'The application lacks the permission that `message` names.',
  },
  Conflict: {
    status: 409,
    codes: ['requestInProgress'],
    description: 'A request with the same Idempotency-Key is still running.',
  },
  PreconditionFailed: {
    status: 412,
    codes: ['preconditionFailed'],
    description: 'The record has changed since the ETag in If-Match. Nothing was changed.',
  },
  ContentTooLarge: {
    status: 413,
    codes: ['bodyTooLarge'],
    description: 'The body is larger than the operation allows.',
  },
  UnsupportedMediaType: {
    status: 415,
    codes: ['notJson'],
    description: 'The body is not application/json, or it is compressed.',
  },
  TooManyRequests: {
    status: 429,
    codes: ['tooManyRequests'],
    description: 'Too many requests. Wait for the number of seconds in Retry-After.',
  },
  InternalError: {
    status: 500,
    codes: ['internal'],
    description: 'An internal error occurred. `messageGuid` identifies it in the log of the service.',
  },
  InsufficientStorage: {
    status: 507,
    codes: ['insufficientStorage', 'documentQuotaExceeded'],
    description: 'There is no space for files: a disk is nearly full, or the quota of the tenant is used up.',
  },
  Unavailable: {
    status: 503,
    codes: ['unavailable', 'storageFull', 'overloaded', 'writeConflict', 'windowUnsettled'],
    description:
      'The call is not possible at the moment. Wait for the number of seconds in Retry-After and repeat it.',
  },
};

export const SAMPLE_GUID = '6f1c2a34-5b7d-4e8f-9a01-23456789abcd';

export const HEADERS: Record<string, { description: string; example: string }> = {
  'X-Request-Id': {
    description: 'Identifies this request in the log of the service.',
    example: '0b0cb7a5-93a8-4a1f-9f3e-5f0f4f4d7b10',
  },
  'Content-Range': {
    description: 'The range of bytes in this response, and the total size.',
    example: 'bytes 0-1023/146515',
  },
  ETag: {
    description:
      'Identifies this version of the response. Send it back in If-None-Match, or in If-Match with a change.',
    example: 'W/"x2rQmX0gJ4yI7zY2l9fZ0H4bq3s"',
  },
  'Cache-Control': {
    description: 'Whether and how long the response may be cached.',
    example: 'no-store',
  },
  'Ignored-Properties': {
    description:
      'Properties of the body that the operation does not have and has ignored, separated by commas: the first 50, or fewer if they are long. Also a phone number of an application that cannot be read and is kept only as text.',
    example: 'nickName, contact.fax',
  },
  'Idempotency-Replayed': {
    description: 'true if this is the stored response to an earlier call with the same Idempotency-Key.',
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'Why the token was rejected (RFC 6750).',
    example: 'Bearer realm="stellwerk", error="invalid_token"',
  },
  'Retry-After': { description: 'Number of seconds to wait before the next attempt.', example: '2' },
};

// The reference page sends an example with every call that a reader tries. So there is one only where programs that import the document
// would otherwise send a value that is rejected, and it changes nothing.
export const PARAMETERS: Record<string, Record<string, unknown>> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'Language of names from value lists, and of texts that the service writes: en (default) or de.',
    schema: { type: 'string', default: 'en' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the caller’s copy. If it is current, the response is 304.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'ETag of the record that the change is based on, in its quotation marks. If the record has changed since, the response is 412 and nothing is changed. Without the header, or with *, the change is made in any case. Weak ETags (W/"…") match too, because all ETags of the service are weak.',
    schema: { type: 'string' },
    example: '*',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of 1 to 255 characters that identifies this call. Within 24 hours, a call with the same key and body returns the stored response and creates nothing. A call with the same key and a different body is rejected.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'A part of the contents, such as bytes=0-1023, bytes=1024- or bytes=-500. A request for several ranges returns the entire contents (RFC 9110 section 14.2).',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description:
      'ETag of the copy that the range completes. If it is not current, the response has the entire contents.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'With handling=strict, unknown properties are rejected (RFC 7240). Otherwise they are ignored and listed in Ignored-Properties.',
    schema: { type: 'string' },
  },
};

/** The headers of the calls that the service makes, which are signed after Standard Webhooks. */
export const CALL_HEADERS: Record<string, Record<string, unknown>> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the call, the same for every attempt.',
    schema: { type: 'string', format: 'uuid' },
    example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'Time of the attempt in seconds since 1970, UTC. Reject a call that is more than 300 seconds from your clock.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1772439330',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures separated by a space: one, and two for seven days after the secret was rotated. Accept the call if any of them is right. A signature is `v1,` and the Base64 of the HMAC-SHA256 of webhook-id, webhook-timestamp, and the bytes of the body, joined with dots. The key is the secret after `whsec_`, decoded from Base64. Compare in constant time.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
    example: 'v1,qnZlwO8w1ZgtyMrzbm9thC6AjmFKNtm/pBjjW0hx8P4=',
  },
};
