/** Codes of validation faults, as the API publishes them. */
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

export type FaultCode = (typeof FAULT_CODES)[number];

/** One fault of a request: where (dotted path), which rule, and the way out. Never repeats a value that was sent. */
export interface Fault {
  property: string;
  code: FaultCode;
  message: string;
}

/** Every refusal the API knows: its status and what it says when the place that refuses says nothing better. */
export const ERROR_CATALOGUE = {
  invalidRequest: { status: 400, message: 'The request is not valid; validationErrors names every fault.' },
  malformedBody: { status: 400, message: 'The body is not valid JSON in UTF-8.' },
  malformedRequest: { status: 400, message: 'What was sent is not a valid HTTP request.' },
  headersTooLarge: {
    status: 431,
    message: 'The address and headers of the request are larger than 16 KiB together.',
  },
  requestTimeout: { status: 408, message: 'The request took too long to arrive: send it again.' },
  userAgentMissing: {
    status: 400,
    message:
      'Send a User-Agent header with a product and a version, for example "Mozilla/5.0 (YourCompany)"; the one received has none.',
  },
  tokenMissing: {
    status: 401,
    message: 'Send the header "Authorization: Bearer <access token>" with a token from the token endpoint.',
  },
  tokenInvalid: {
    status: 401,
    message: 'The access token is not valid or has expired: request a new one once and repeat the call once.',
  },
  sessionMissing: { status: 401, message: 'Sign in first: there is no session, or it has ended.' },
  signInFailed: {
    status: 401,
    message: 'E-mail address or password is wrong, or the user may not sign in.',
  },
  permissionMissing: { status: 403, message: 'The application lacks the permission for this operation.' },
  roleInsufficient: { status: 403, message: 'Your role lacks the permission for this operation.' },
  foreignOrigin: {
    status: 403,
    message:
      'Calls that change something must come from the pages of this service: the browser says so in Sec-Fetch-Site or Origin, other callers send "Origin" with the address of the service.',
  },
  recordNotFound: { status: 404, message: 'There is no such record.' },
  routeNotFound: { status: 404, message: 'There is no such operation; /docs lists all of them.' },
  methodNotAllowed: {
    status: 405,
    message: 'This path does not take this method; the header Allow names those it takes.',
  },
  requestInProgress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running: repeat the call in a moment.',
  },
  bodyTooLarge: { status: 413, message: 'The body is larger than this operation takes.' },
  rangeNotSatisfiable: {
    status: 416,
    message: 'The range lies behind the end of the contents; the header Content-Range names their size.',
  },
  notJson: {
    status: 415,
    message: 'Send the body as "Content-Type: application/json", without Content-Encoding.',
  },
  tooManyRequests: { status: 429, message: 'Too many requests: wait for the time that Retry-After names.' },
  internal: {
    status: 500,
    message: 'An internal error occurred. Give the messageGuid to the operator: the log has the details.',
  },
  unavailable: {
    status: 503,
    message:
      'The service cannot reach its database or its document store at the moment: repeat the call later.',
  },
  writeConflict: {
    status: 503,
    message:
      'The call was interrupted several times by other changes to the same records: repeat it in a moment. Nothing was changed.',
  },
  windowUnsettled: {
    status: 503,
    message: 'A change of this period is still being written: repeat the call in a moment, nothing is lost.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export interface ApiErrorOptions {
  /** Replaces the catalogue's text. */
  message?: string;
  faults?: Fault[];
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A refusal out of the catalogue; everything else that is thrown becomes a 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: Fault[];
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERROR_CATALOGUE[code].message, { cause: options.cause });
    this.code = code;
    this.status = ERROR_CATALOGUE[code].status;
    this.faults = options.faults ?? [];
    this.headers = options.headers ?? {};
  }
}

/** 400 with these faults. */
export function invalid(...faults: Fault[]): ApiError {
  return new ApiError('invalidRequest', { faults });
}

/** 404 for a missing record; another tenant's record is exactly that. */
export function notFound(what: string): ApiError {
  return new ApiError('recordNotFound', { message: `${what} not found.` });
}
