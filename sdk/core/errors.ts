/** Everything this client throws on purpose is a StellwerkError; a TypeError means that it was called wrongly. */
export class StellwerkError extends Error {
  override name = 'StellwerkError';
}

/** One fault of a request, as the service names it. */
export interface ValidationFault {
  /** Dotted path of the property, such as `location.zipCode` or `documents[0].base64File`. */
  property: string | null;
  /** required, type, format, range, length, enum, unknownReference, duplicate, notAllowed or unknownProperty. */
  code: string | null;
  message: string | null;
}

/** What an answer other than success says. */
export interface Refusal {
  /** Method and path template of the operation, such as `PUT /candidates/{candidateId}`. */
  operation: string;
  status: number;
  /** The service's own words; null when the answer has none, for example one of a proxy. */
  text: string | null;
  messageGuid: string | null;
  validationErrors: readonly ValidationFault[];
  requestId: string | null;
  retryAfterSeconds: number | null;
}

const FAULTS_SHOWN = 5;

/** The service answered, and did not do what was asked. */
export class ApiError extends StellwerkError {
  override name = 'ApiError';
  readonly operation: string;
  readonly status: number;
  /** Names the answer in the log of the service: give it to the operator. */
  readonly messageGuid: string | null;
  /** Every fault of the request at once; empty unless the status is 400. */
  readonly validationErrors: readonly ValidationFault[];
  readonly requestId: string | null;
  /** How long the service asks to wait before the next try; null when it does not say. */
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

/** 400: the request is not valid; `validationErrors` names every fault. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401, after one new token and one repeat: the service does not take tokens of this application. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the application lacks the permission that the message names. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: a record that the path names does not exist. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: a request with the same idempotency key was still running at the last try. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 413: the body is larger than the operation takes. */
export class PayloadTooLargeError extends ApiError {
  override name = 'PayloadTooLargeError';
}

/** 429: too many requests; `retryAfterSeconds` says when to come back. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: the service failed, or is away. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** 304: the copy named by `ifNoneMatch` is current. */
export class NotModifiedError extends StellwerkError {
  override name = 'NotModifiedError';
  readonly etag: string | null;
  constructor(operation: string, etag: string | null) {
    super(`${operation}: the copy named by ifNoneMatch is current.`);
    this.etag = etag;
  }
}

/** No answer, or only part of one: the network or the service went away. `cause` is what Node says. */
export class ConnectionError extends StellwerkError {
  override name = 'ConnectionError';
}

/** Nothing happened for longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** The token endpoint refused, in the terms of RFC 6749 section 5.2. */
export class TokenError extends StellwerkError {
  override name = 'TokenError';
  readonly status: number;
  /** invalid_client, invalid_request, invalid_target, unsupported_grant_type, …; `unknown` for any other answer. */
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
      `The token endpoint answered ${status} ${error}${errorDescription === null ? '' : `: ${errorDescription}`}`,
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
  413: PayloadTooLargeError,
  429: RateLimitError,
};

/** The error of the class that belongs to the status. */
export function toApiError(refusal: Refusal): ApiError {
  const Class = BY_STATUS[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Class(refusal);
}

function describe({ operation, status, text, validationErrors }: Refusal): string {
  const faults = validationErrors
    .slice(0, FAULTS_SHOWN)
    .map(({ property, message, code }) => `${property ?? 'request'}: ${message ?? code ?? 'not valid'}`);
  const left = validationErrors.length - faults.length;
  if (left > 0) faults.push(`And ${left} more.`);
  const words = [text, ...faults].filter((part) => part !== null && part !== '');
  return `${operation} answered ${status}${words.length === 0 ? '.' : `: ${words.join(' ')}`}`;
}
