/** The base class of all errors of this client. Wrong arguments throw a TypeError instead. */
export class StellwerkError extends Error {
  override name = 'StellwerkError';
}

/** One fault in a request, as the service reports it. */
export interface ValidationFault {
  /** The dotted path of the property, such as `location.zipCode` or `documents[0].base64File`. */
  property: string | null;
  /** required, type, format, range, length, enum, unknownReference, duplicate, notAllowed or unknownProperty. */
  code: string | null;
  message: string | null;
  /** With `duplicate`, the id of the record that has the value, if the service names it. */
  existingId?: number;
  /** The candidate of `existingId`, if that is an application. */
  candidateId?: number;
}

/** The content of an error response. */
export interface Refusal {
  /** The method and path template of the operation, such as `PUT /candidates/{candidateId}`. */
  operation: string;
  status: number;
  /** The service's message. Null if there is none, for example because a proxy responded. */
  text: string | null;
  /** The media type of a body that is not the JSON of the service, such as text/html. */
  foreignType: string | null;
  messageGuid: string | null;
  validationErrors: readonly ValidationFault[];
  requestId: string | null;
  retryAfterSeconds: number | null;
}

const FAULTS_SHOWN = 5;
const PROXY = 'A proxy may have responded instead of the service.';

/** The service returned an error. */
export class ApiError extends StellwerkError {
  override name = 'ApiError';
  readonly operation: string;
  readonly status: number;
  /** Identifies the error in the log of the service. Give it to the operator. */
  readonly messageGuid: string | null;
  /** Every fault in the request. Empty unless the status is 400. */
  readonly validationErrors: readonly ValidationFault[];
  readonly requestId: string | null;
  /** How long to wait before the next attempt. Null if the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(refusal: Refusal) {
    super(describe(refusal));
    this.operation = refusal.operation;
    this.status = refusal.status;
    this.messageGuid = refusal.messageGuid;
    this.validationErrors = refusal.validationErrors;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** 400: the request is invalid. `validationErrors` has every fault. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401, even with a new token: the service does not accept the tokens of this application. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the application lacks the permission that the message names. Without a `messageGuid`, it came from a proxy and not from the service. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: a record in the path does not exist. Without a `messageGuid`, it came from a proxy and not from the service. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: a request with the same idempotency key was still running at the last attempt. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 412: the record has changed since the ETag in `ifMatch`. Nothing was changed. Read it again, and decide. */
export class PreconditionFailedError extends ApiError {
  override name = 'PreconditionFailedError';
}

/** 413: the body is larger than the operation allows. */
export class PayloadTooLargeError extends ApiError {
  override name = 'PayloadTooLargeError';
}

/** 429: too many requests. `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: the service failed or is unavailable. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** 304: the record has not changed since the ETag in `ifNoneMatch`. */
export class NotModifiedError extends StellwerkError {
  override name = 'NotModifiedError';
  readonly etag: string | null;
  constructor(operation: string, etag: string | null) {
    super(`${operation}: not modified since the ETag in ifNoneMatch.`);
    this.etag = etag;
  }
}

/** No response, or an incomplete one. `cause` is the error from Node. */
export class ConnectionError extends StellwerkError {
  override name = 'ConnectionError';
  /** The method and path template of the operation. */
  readonly operation: string;

  constructor(operation: string, text: string, options?: ErrorOptions) {
    super(`${operation}: ${text}`, options);
    this.operation = operation;
  }
}

/** No response, or no progress, within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** The call was aborted by its `signal`. `cause` is the signal's reason. */
export class AbortedError extends StellwerkError {
  override name = 'AbortedError';
  /** The method and path template of the operation. */
  readonly operation: string;

  constructor(operation: string, reason: unknown) {
    super(`${operation} was aborted by its signal.`, { cause: reason });
    this.operation = operation;
  }
}

/** A status of success, but not the response of the service. Something between the client and the service responded. */
export class UnexpectedResponseError extends StellwerkError {
  override name = 'UnexpectedResponseError';
  /** The method and path template of the operation. */
  readonly operation: string;
  readonly status: number;
  readonly requestId: string | null;

  /** The message does not quote the body, which can contain personal data. */
  constructor(operation: string, { status, headers }: Pick<Response, 'status' | 'headers'>, fault?: string) {
    const type = foreignTypeOf(headers);
    super(
      type === null
        ? `${operation} returned ${status}, but ${fault ?? 'the response is not JSON.'}`
        : `${operation} returned ${status} with a ${type} body instead of the expected JSON. ${PROXY} Check the address and the proxy.`,
    );
    this.operation = operation;
    this.status = status;
    this.requestId = headers.get('x-request-id');
  }
}

/** An error from the token endpoint (RFC 6749 section 5.2). */
export class TokenError extends StellwerkError {
  override name = 'TokenError';
  readonly status: number;
  /** invalid_client, invalid_request, invalid_target, unsupported_grant_type, …. `unknown` for any other response. */
  readonly error: string;
  readonly errorDescription: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    error: string,
    errorDescription: string | null,
    retryAfterSeconds: number | null = null,
  ) {
    super(
      `The token endpoint returned ${status} ${error}${errorDescription === null ? '' : `: ${errorDescription}`}`,
    );
    this.status = status;
    this.error = error;
    this.errorDescription = errorDescription;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const BY_STATUS: Readonly<Record<number, new (refusal: Refusal) => ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  429: RateLimitError,
};

/** An error of the class for this status. */
export function toApiError(refusal: Refusal): ApiError {
  const Class = BY_STATUS[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Class(refusal);
}

/** The media type of the body. Null for JSON and if there is no body. */
export function foreignTypeOf(headers: Headers): string | null {
  const type = /^[^;]*/
    .exec(headers.get('content-type') ?? '')![0]
    .trim()
    .toLowerCase();
  // The type is untrusted text that becomes part of a message.
  if (!/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type)) return null;
  return /[/+]json$/.test(type) ? null : type;
}

function describe({ operation, status, text, foreignType, validationErrors }: Refusal): string {
  const faults = validationErrors
    .slice(0, FAULTS_SHOWN)
    .map(({ property, message, code }) => `${property ?? 'request'}: ${message ?? code ?? 'invalid'}`);
  const left = validationErrors.length - faults.length;
  if (left > 0) faults.push(`And ${left} more.`);
  const words = [text, ...faults].filter((part) => part !== null && part !== '');
  if (words.length === 0 && foreignType !== null)
    return `${operation} returned ${status} with a ${foreignType} body. ${PROXY}`;
  return `${operation} returned ${status}${words.length === 0 ? '.' : `: ${words.join(' ')}`}`;
}
