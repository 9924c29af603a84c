import type { RouteRequest } from '../../core/http/index.ts';
import { hasProductUserAgent } from '../../core/http/user-agent.ts';
import { FORM_EXPECTED, invalidRequest, TokenError } from './token-error.ts';

// The parts of a token request. Each function throws TokenError if its part is invalid.

export interface Credentials {
  clientId: string;
  clientSecret: string;
  /** Whether the credentials were in the Authorization header. If so, a 401 must contain a challenge. */
  isFromHeader: boolean;
}

/** Others are ignored, however often they are sent: RFC 6749 section 3.2. */
const FIELDS = ['grant_type', 'client_id', 'client_secret', 'audience', 'scope'];

export function readForm({ headers, text }: RouteRequest): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw invalidRequest(FORM_EXPECTED);
  }
  if (!/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? ''))
    throw invalidRequest('The form is compressed. Send it without Content-Encoding.');
  const form = new URLSearchParams(text ?? '');
  for (const name of FIELDS) {
    if (form.getAll(name).length > 1)
      throw invalidRequest(`The form has the field ${name} more than once. Send it once.`);
    // The same section: a field without a value counts as not sent.
    if (form.get(name) === '') form.delete(name);
  }
  return form;
}

export function requireUserAgent({ headers }: RouteRequest): void {
  if (hasProductUserAgent(headers['user-agent'])) return;
  throw invalidRequest(
    'Send a User-Agent header with a product and a version, for example "Mozilla/5.0 (YourCompany)".',
  );
}

export function requireClientCredentialsGrant(form: URLSearchParams): void {
  const grant = form.get('grant_type');
  if (grant === null)
    throw invalidRequest('The field grant_type is missing. Send grant_type=client_credentials.');
  if (grant !== 'client_credentials')
    throw new TokenError(400, 'unsupported_grant_type', 'grant_type must be client_credentials.');
}

export function readCredentials(form: URLSearchParams, { headers }: RouteRequest): Credentials {
  if (headers.authorization === undefined) return readFormCredentials(form);
  if (form.has('client_secret')) {
    throw invalidRequest(
      'Send the client credentials only once, in the form or in the Authorization header.',
    );
  }
  const credentials = readBasicCredentials(headers.authorization);
  // Otherwise a caller who mixes up two clients gets a token for the one that the form does not name.
  const named = form.get('client_id');
  if (named !== null && named !== credentials.clientId) {
    throw invalidRequest(
      'The form and the Authorization header name different clients. Send the client id only in the header.',
    );
  }
  return credentials;
}

function readFormCredentials(form: URLSearchParams): Credentials {
  const field = (name: string) => {
    const value = form.get(name);
    // Some programs send HTTP Basic only after a challenge, which the interface does not have here.
    if (value === null)
      throw invalidRequest(
        `The field ${name} is missing. Send client_id and client_secret, or HTTP Basic with the first request.`,
      );
    return value;
  };
  return { clientId: field('client_id'), clientSecret: field('client_secret'), isFromHeader: false };
}

function readBasicCredentials(authorization: string): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1] ?? '';
  const [clientId, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (rest.length === 0) {
    throw invalidRequest('The Authorization header must be Basic with the client id and the client secret.');
  }
  return { clientId: formDecode(clientId!), clientSecret: formDecode(rest.join(':')), isFromHeader: true };
}

// RFC 6749 section 2.3.1: both parts are form-encoded inside the header.
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
