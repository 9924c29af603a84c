import type { ErrorCode } from './errors.ts';

// What all operations of the OpenAPI document have in common.

export interface Refusal {
  status: number;
  codes: ErrorCode[];
  description: string;
}

// What every operation can answer besides its success. 404 and 409 depend on the operation.
export const REFUSALS: Record<string, Refusal> = {
  BadRequest: {
    status: 400,
    codes: ['invalidRequest', 'malformedBody', 'userAgentMissing'],
    description:
      'The request is not valid, or carries no User-Agent with product/version. All faults are named at once.',
  },
  Unauthorized: {
    status: 401,
    codes: ['tokenMissing', 'tokenInvalid'],
    description: 'The access token is missing, wrong or expired: request a new one once, repeat once.',
  },
  Forbidden: {
    status: 403,
    codes: ['permissionMissing'],
    description: 'The application lacks the permission that message names.',
  },
  Conflict: {
    status: 409,
    codes: ['requestInProgress'],
    description: 'A request with the same Idempotency-Key is still running.',
  },
  ContentTooLarge: {
    status: 413,
    codes: ['bodyTooLarge'],
    description: 'The body is larger than the operation takes.',
  },
  UnsupportedMediaType: {
    status: 415,
    codes: ['notJson'],
    description: 'The body is not sent as application/json, or is compressed.',
  },
  TooManyRequests: {
    status: 429,
    codes: ['tooManyRequests'],
    description: 'Too many requests: wait for the seconds that Retry-After names.',
  },
  InternalError: {
    status: 500,
    codes: ['internal'],
    description: 'An internal error; messageGuid names it in the log of the service.',
  },
  Unavailable: {
    status: 503,
    codes: ['unavailable', 'writeConflict', 'windowUnsettled'],
    description:
      'Not possible at the moment: wait for the seconds that Retry-After names and repeat the call.',
  },
};

export const SAMPLE_GUID = '6f1c2a34-5b7d-4e8f-9a01-23456789abcd';

export const HEADERS: Record<string, { description: string; example: string }> = {
  'X-Request-Id': {
    description: 'Names this exchange in the log of the service.',
    example: '0b0cb7a5-93a8-4a1f-9f3e-5f0f4f4d7b10',
  },
  'Content-Range': {
    description: 'Which bytes these are, and of how many.',
    example: 'bytes 0-1023/146515',
  },
  ETag: {
    description: 'Names this state of the answer; send it back in If-None-Match.',
    example: 'W/"x2rQmX0gJ4yI7zY2l9fZ0H4bq3s"',
  },
  'Cache-Control': { description: 'How long the answer may be kept.', example: 'private, no-cache' },
  'Ignored-Properties': {
    description: 'Properties of the body that the operation does not take and has ignored, comma-separated.',
    example: 'nickName, contact.fax',
  },
  'Idempotency-Replayed': {
    description: 'true when this is the stored answer of an earlier call with the same Idempotency-Key.',
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'What was wrong with the token (RFC 6750).',
    example: 'Bearer realm="stellwerk", error="invalid_token"',
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', example: '2' },
};

// Without examples where the reference page would send them with every call that a reader tries.
export const PARAMETERS: Record<string, Record<string, unknown>> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of names from value lists: en (default) or de.',
    schema: { type: 'string', default: 'en' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the copy the caller has; 304 when it is current.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of up to 255 characters that names this call. The same key with the same body within 24 hours repeats the stored answer and creates nothing; with another body it is refused.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'A part of the contents, such as bytes=0-1023, bytes=1024- or bytes=-500. Several ranges at once are answered with the whole (RFC 9110 section 14.2).',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'ETag of the copy that the range is to complete; the whole is sent when it is another one.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'handling=strict refuses properties that the operation does not take, which are otherwise ignored and named in Ignored-Properties (RFC 7240).',
    schema: { type: 'string' },
  },
};
