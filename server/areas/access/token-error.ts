/** An error response of the token endpoint (RFC 6749 section 5.2). */
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

export function invalidRequest(description: string): TokenError {
  return new TokenError(400, 'invalid_request', description);
}

export const FORM_EXPECTED =
  'Send the fields as a form with Content-Type: application/x-www-form-urlencoded.';
