import { truncate } from '../text/truncate.ts';
import { MAXIMUM_FAULTS } from './limits.ts';

/** The public codes of validation faults. */
export const FAULT_CODES = [
  'required',
  'type',
  'format',
  'range',
  'length',
  'enum',
  'unknownReference',
  'duplicate',
  'notAllowed',
  'unknownProperty',
] as const;

type FaultCode = (typeof FAULT_CODES)[number];

/**
 * A fault of a request. `property` is a dotted path. The message says how to fix the fault and never repeats a value of the
 * request.
 */
export interface Fault {
  property: string;
  code: FaultCode;
  message: string;
  /** With `duplicate`, the id of the record that has the value, if it is known and the caller may know it. */
  existingId?: number;
  /** The candidate of `existingId`, if that is an application. */
  candidateId?: number;
  /** If the value can mean several things: a value for each of them. */
  choices?: string[];
}

// A fault contains a property name twice, and the sender chooses the name. Without a limit, a small body could cause a large
// response.
const MAXIMUM_PATH_LENGTH = 100;

/** A character has at most two units, so a path with so many is longer than what is shown of it. */
const MAXIMUM_PATH_UNITS = 2 * MAXIMUM_PATH_LENGTH + 1;

/** The path of a property for a fault. A long one is shortened. */
export function toShownPath(path: string): string {
  const start = truncate(path, MAXIMUM_PATH_LENGTH);
  return start.length === path.length ? path : `${start.toWellFormed()}…`;
}

/**
 * The path of a property of the value at `above`, without what is never shown. A name can have megabytes, and a hundred faults
 * can be below it.
 */
export function toPath(above: string, name: string): string {
  if (above.length >= MAXIMUM_PATH_UNITS) return above;
  const path = above === '' ? name : `${above}.${name.slice(0, MAXIMUM_PATH_UNITS)}`;
  return path.slice(0, MAXIMUM_PATH_UNITS);
}

/** Every error of the API, with its status and default message. */
export const ERROR_CATALOG = {
  invalidRequest: { status: 400, message: 'The request is invalid. validationErrors lists every error.' },
  malformedBody: { status: 400, message: 'The body is not valid JSON in UTF-8.' },
  malformedRequest: { status: 400, message: 'The request is not valid HTTP.' },
  hostMissing: {
    status: 400,
    message: 'The request has no Host header, which HTTP/1.1 requires. Send the host of the URL.',
  },
  expectationUnknown: {
    status: 417,
    message:
      'The service does not know this Expect header. Send "Expect: 100-continue", or no Expect header.',
  },
  headersTooLarge: {
    status: 431,
    message:
      'The URL and headers of the request are larger than 16 KiB in total. Send a shorter URL, or fewer or shorter headers.',
  },
  requestTimeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  userAgentMissing: {
    status: 400,
    message:
      'The User-Agent header is missing or has no product with a version. Send one such as "Mozilla/5.0 (YourCompany)".',
  },
  tokenMissing: {
    status: 401,
    message:
      'The access token is missing. Send the header "Authorization: Bearer <access token>" with a token from the token endpoint.',
  },
  tokenInvalid: {
    status: 401,
    message: 'The access token is invalid or expired. Request a new one once and repeat the call once.',
  },
  sessionMissing: { status: 401, message: 'There is no session, or it has ended. Sign in.' },
  sessionForeign: {
    status: 401,
    message:
      'The session belongs to a different user than the one in Expected-User: somebody else has signed in with this browser. Nothing was changed. Read GET /platform/session, and continue as its user.',
  },
  signInFailed: {
    status: 401,
    message: 'The email address or the password is wrong, or the user is not allowed to sign in.',
  },
  permissionMissing: { status: 403, message: 'The application lacks the permission for this operation.' },
  roleInsufficient: { status: 403, message: 'Your role lacks the permission for this operation.' },
  foreignOrigin: {
    status: 403,
    message:
      'Only pages of this service can make calls that change data. Browsers prove it with Sec-Fetch-Site or Origin. Other callers must send an Origin header with the URL of this service.',
  },
  recordNotFound: { status: 404, message: 'Record not found.' },
  routeNotFound: { status: 404, message: 'Operation not found. /docs/reference lists all operations.' },
  methodNotAllowed: {
    status: 405,
    message: 'This path does not support this method. The Allow header lists the methods that it supports.',
  },
  requestInProgress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running. Repeat the call in a moment.',
  },
  proposalConflict: {
    status: 409,
    message: 'The proposal cannot get this state. Read the proposals again.',
  },
  candidateOnHold: {
    status: 409,
    message:
      'The candidate is on hold and must not be erased. Nothing was changed. Release the hold with DELETE /candidates/{candidateId}/hold, and erase the candidate again.',
  },
  mergedCandidateOnHold: {
    status: 409,
    message:
      'The candidate that would disappear cannot be deleted now, because it is on hold. Nothing was changed. Merge the other one into it, or ask a data protection officer to release the hold.',
  },
  unmergedCandidateOnHold: {
    status: 409,
    message:
      'The candidate is on hold, so the merge cannot be undone now. Nothing was changed. Ask a data protection officer to release the hold, and undo the merge again.',
  },
  mergeIsOld: {
    status: 409,
    message: 'The merge can no longer be undone: this is possible for 30 days. Nothing was changed.',
  },
  mergeIsNotLast: {
    status: 409,
    message:
      'Another candidate was merged into this one later. Nothing was changed. Undo the later merge first: GET /candidates/{candidateId}/merges names it as undoFirstId.',
  },
  preconditionFailed: {
    status: 412,
    message:
      'The record has changed since the ETag in If-Match. Nothing was changed. Read the record again, and repeat the call with its new ETag.',
  },
  bodyTooLarge: { status: 413, message: 'The body is larger than this operation allows.' },
  rangeNotSatisfiable: {
    status: 416,
    message: 'The range starts past the end of the contents. The Content-Range header has their size.',
  },
  notJson: {
    status: 415,
    message:
      'The body must be uncompressed JSON. Send "Content-Type: application/json" and no Content-Encoding.',
  },
  tooManyRequests: {
    status: 429,
    message: 'Too many requests. Wait for the number of seconds in Retry-After.',
  },
  internal: {
    status: 500,
    message:
      'An internal error occurred. Give the messageGuid to the operator, who can find the details in the log.',
  },
  unavailable: {
    status: 503,
    message:
      'The service cannot reach its database or its document store at the moment. Repeat the call later.',
  },
  overloaded: {
    status: 503,
    message:
      'The service has more requests than it can serve in time. Nothing was changed. Repeat the call after the number of seconds in Retry-After.',
  },
  storageFull: {
    status: 503,
    message:
      'The service cannot write at the moment, because a disk is full or read-only. Repeat the call later.',
  },
  insufficientStorage: {
    status: 507,
    message:
      'There is not enough disk space for files. Nothing was stored. Calls without files still work. Repeat the call when the operator has made space.',
  },
  documentQuotaExceeded: {
    status: 507,
    message:
      'The files of this tenant would exceed its quota. Nothing was stored. Delete documents, or ask the operator for a larger quota.',
  },
  writeConflict: {
    status: 503,
    message:
      'The call was interrupted several times by other changes to the same records: repeat it in a moment. Nothing was changed.',
  },
  windowUnsettled: {
    status: 503,
    message:
      'A change in this period is still being written. Repeat the call in a moment. No change is lost.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOG;

interface ApiErrorOptions {
  /** Replaces the default message. */
  message?: string;
  faults?: Fault[];
  headers?: Record<string, string>;
  /** If the log has it already. */
  messageGuid?: string | undefined;
  cause?: unknown;
}

/** An error from the catalog. Anything else that is thrown becomes a 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: Fault[];
  readonly headers: Record<string, string>;
  readonly messageGuid: string | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERROR_CATALOG[code].message, { cause: options.cause });
    this.code = code;
    this.status = ERROR_CATALOG[code].status;
    this.faults = options.faults ?? [];
    this.headers = options.headers ?? {};
    this.messageGuid = options.messageGuid;
  }
}

/** An error as it was sent, with the id that its record has. */
export interface SentError {
  error: ApiError;
  messageGuid: string;
}

/** Creates a 400 with these faults. */
export function invalid(...faults: Fault[]): ApiError {
  const isCut = faults.length >= MAXIMUM_FAULTS;
  const message = `The request is invalid. validationErrors lists the first ${MAXIMUM_FAULTS} errors.`;
  return new ApiError('invalidRequest', { faults, ...(isCut ? { message } : {}) });
}

/** Creates a 404 for a missing record. A record of another tenant counts as missing. */
export function notFound(what: string): ApiError {
  return new ApiError('recordNotFound', { message: `${what} not found.` });
}
