/** A refusal as RFC 6749 section 5.2 defines it. */
export class TokenError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, description: string, headers: Record<string, string> = {}) {
    super(description);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The request does not have the form that RFC 6749 asks for. */
export function invalidRequest(description: string): TokenError {
  return new TokenError(400, 'invalid_request', description);
}

export const FORM_EXPECTED = 'Send the fields as a form: Content-Type: application/x-www-form-urlencoded.';
